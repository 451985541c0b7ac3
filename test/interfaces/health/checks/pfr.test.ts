import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Environment } from '../../../../src/contract/fiscal.js';
import { silentLog } from '../../../../src/base/log.js';
import { type CheckResult, problemsOf, warningsOf } from '../../../../src/interfaces/health/check.js';
import { type HealthDeps, runChecks } from '../../../../src/interfaces/health/checks.js';
import type { Exchanged } from '../../../../src/processors/pfr/channel.js';
import type { Intent } from '../../../../src/platform/ledger/intent.js';
import { Mutex } from '../../../../src/base/mutex.js';
import { NO_BASELINE } from '../../../../src/processors/pfr/port.js';
import { RemotePfr } from '../../../../src/processors/pfr/remotePfr.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { HandClock } from '../../../kit/handClock.js';
import { healthDeps } from '../../../kit/health.js';
import { NOON, openLedger, ReceiptMaker } from '../../../kit/ledger.js';
import { FakePfr } from '../../../kit/pfr/core.js';
import { seededRandom } from '../../../kit/random.js';

interface Looked {
  /** The results of `pfr` and of open receipts, in their order. */
  readonly checks: readonly CheckResult[];
  readonly problems: readonly string[];
  /** Of open receipts. */
  readonly warnings: readonly string[];
  readonly ready: boolean;
}

/** The checks of receipts without a known outcome. */
const OPEN: readonly string[] = ['settling', 'lost-answers'];

/** A box whose processor answers a status request like this; `told` replaces members of a good answer. */
async function look(
  told: Readonly<Record<string, unknown>> | Exchanged,
  { environment = 'sandbox', unresolved: unsettled = [] }: { environment?: Environment } & Partial<Unsettled> = {},
): Promise<Looked> {
  const ledger = await openLedger(new MemoryDisk());
  const clock = new HandClock(NOON);
  const fake = new FakePfr({ environment, now: clock.now });
  fake.card.givePin('1234');
  const good = JSON.parse(
    fake.handle({ method: 'GET', path: '/api/v3/status', headers: {}, body: Buffer.alloc(0) }).body.toString(),
  ) as object;
  const exchanged = isExchanged(told)
    ? told
    : { kind: 'answered' as const, status: 200, body: Buffer.from(JSON.stringify({ ...good, ...told })) };
  const pfr = new RemotePfr({
    ...{ mode: 'lpfr', environment, mutex: new Mutex(clock), clock, log: silentLog, pac: null, pinForm: 'text' },
    ...{
      timeout: 1000,
      signingLimit: 1500,
      lookUpTime: 5000,
      rates: [],
      storeRates: async () => true,
      isRecorded: async () => false,
    },
    channel: { exchange: async () => exchanged },
    obstacle: () => undefined,
  });
  await pfr.refresh();
  const deps = healthDeps(new MemoryDisk(), ledger, { now: clock.now, pfr: () => pfr, unresolved: () => unsettled });
  const checks = await runChecks(deps);
  await ledger.close();
  const mine = checks.filter(({ name }) => ['pfr', ...OPEN].includes(name));
  const warnings = warningsOf(checks.filter(({ name }) => OPEN.includes(name)));
  return { checks: mine, problems: problemsOf(checks), warnings, ready: pfr.status().ok };
}

interface Unsettled {
  readonly unresolved: ReturnType<HealthDeps['unresolved']>;
}

function isExchanged(told: object): told is Exchanged {
  return 'kind' in told;
}

/** What each general status code of the documents does to the box, and how its sentence begins. */
const CODES: readonly (readonly [code: string, state: CheckResult['state'], sr: RegExp, action: RegExp])[] = [
  ['1300', 'failure', /^Безбедносни елемент \(картица\) није у читачу/, /Убаците картицу/],
  ['1500', 'failure', /^Потребан је ПИН/, /Унесите ПИН/],
  ['2100', 'failure', /^ПИН није исправан/, /Проверите ПИН/],
  ['2110', 'failure', /^Картица је закључана/, /Пореској управи/],
  ['2210', 'failure', /^Безбедносни елемент је закључан: достигнут је лимит/, /очитавање/],
  ['2220', 'failure', /^Процесор \(ПФР\) нема везу са безбедносним елементом/, /Извадите картицу/],
  ['2230', 'failure', /^Безбедносни елемент не подржава/, /произвођача|сервисера/],
  ['2310', 'failure', /^Пореска ознака није важећа/, /ознака/],
  ['2400', 'failure', /^Процесор \(ПФР\) није подешен/, /Сачекајте/],
  ['2809', 'failure', /^Сертификат безбедносног елемента је истекао/, /Пореској управи/],
  ['2999', 'failure', /^Процесор \(ПФР\) јавља шифру 2999/, /произвођача|сервисера/],
  ['1100', 'warning', /^Меморија процесора \(ПФР\) је 90 % пуна/, /очитавање/],
  ['1400', 'warning', /^Потребно је очитавање/, /очитавање/],
  ['1999', 'warning', /^Процесор \(ПФР\) јавља неименовано упозорење/, /произвођача|сервисера/],
  ['1777', 'warning', /^Процесор \(ПФР\) јавља шифру 1777/, /произвођача|сервисера/],
  ['0220', 'warning', /^Процесор \(ПФР\) нема интернет/, /интернет/],
];

for (const [code, state, found, action] of CODES) {
  test(`code ${code} is a ${state}${state === 'failure' ? ', and the reason why no receipt can be issued' : ''}`, async () => {
    const { checks, problems, ready } = await look({ gsc: [code] });
    assert.is(checks.length, 1);
    const [check] = checks;
    assert.is(check?.state, state);
    assert.match(check?.found.sr ?? '', found);
    assert.match(check?.action?.sr ?? '', action);
    assert.is(ready, state !== 'failure');
    assert.is(problems.length, state === 'failure' ? 1 : 0, 'a warning is shown by the doctor only');
    if (state === 'failure') assert.is(problems[0], `${check?.found.sr} ${check?.action?.sr}`);
  });
}

for (const code of ['0000', '0100', '0210', '9999']) {
  test(`code ${code} is good news`, async () => {
    const { checks, problems, ready } = await look({ gsc: [code] });
    assert.equal(
      checks.map(({ state, found }) => [state, found.sr]),
      [['ok', 'Фискални процесор је спреман.']],
    );
    assert.equal([problems, ready], [[], true]);
  });
}

test('several codes are shown in the order in which to mend them, whatever the order in which they came', async () => {
  const rising = ['0220', '1100', '1300', '1400', '1500', '2210', '2809'];
  for (const gsc of [rising, rising.toReversed()]) {
    const { problems, checks } = await look({ gsc });
    const beginnings = [/картица/, /ПИН/, /лимит/, /истекао/];
    assert.is(problems.length, beginnings.length);
    for (const [at, beginning] of beginnings.entries()) assert.match(problems[at] ?? '', beginning);
    assert.equal(
      checks.map(({ state }) => state),
      [...Array<string>(4).fill('failure'), ...Array<string>(3).fill('warning')],
    );
  }
});

test('a processor that is not reached, or is something else, is a failure that says what to check', async () => {
  const lost = await look({ kind: 'lost', reason: { cause: 'timeout', detail: 'ETIMEDOUT' } });
  assert.match(lost.problems.join(), /^Фискални процесор не одговара\. Проверите да ли је процесор укључен/);
  const other = await look({ kind: 'answered', status: 200, body: Buffer.from('<html>') });
  assert.match(
    other.problems.join(),
    /^На задатој адреси не одговара фискални процесор\. Проверите адресу процесора у подешавањима/,
  );
  assert.equal([lost.ready, other.ready], [false, false]);
});

test('a processor of the other environment is a failure, whatever else it says', async () => {
  const test = { taxCoreApi: 'https://api.sandbox.suf.purs.gov.rs/', gsc: ['1300'] };
  const { problems } = await look(test, { environment: 'production' });
  assert.match(problems.join(), /^Фискални процесор је тестни, а подешен је за прави рад\. Исправите адресу процесора/);
});

test('receipts whose outcome is not known stand in nobody’s way, those that a person must look for first, and say what to do', async () => {
  const ledger = await openLedger(new MemoryDisk());
  const { draft } = new ReceiptMaker(seededRandom()).next(ledger);
  const intent: Intent = {
    requestId: 'ab'.repeat(16),
    environment: 'sandbox',
    mode: 'lpfr',
    draft,
    taxLabels: [],
    esirNumber: '1/1',
    counterBaseline: NO_BASELINE,
    clientRequestId: null,
    fingerprint: '',
    createdAt: NOON,
  };
  const { problems, warnings, checks } = await look(
    { gsc: ['1300'] },
    {
      unresolved: [
        { intent: { ...intent, createdAt: NOON - 60_000 }, state: 'asking', number: null },
        { intent, state: 'asking', number: null },
        { intent, state: 'notHeld', number: 'ABCD1234-ABCD1234-7' },
        { intent, state: 'doubt', number: null },
      ],
    },
  );
  await ledger.close();
  assert.is(problems.length, 1, 'only the card stands in the way');
  assert.equal(
    checks.map(({ name, state }) => `${name} ${state}`),
    ['pfr failure', 'settling warning', 'settling warning', 'lost-answers warning', 'lost-answers ok'],
  );
  const [signed = '', doubted = '', asked = '', ...others] = warnings;
  assert.equal(others, [], 'what was sent less than a minute ago is no warning yet');
  assert.match(
    signed,
    /^Рачун ABCD1234-ABCD1234-7 од 21.11.2026. 12:00:00 на .* РСД је издат, .* нема његов садржај\..*pfr settle/,
  );
  assert.match(
    doubted,
    /^Није могуће утврдити да ли је издат рачун од 21.11.2026. 12:00:00 на .* РСД\. Потражите рачун на порталу/,
  );
  assert.match(
    asked,
    /^Рачун од 21.11.2026. 11:59:00 на .* РСД је послат, а исход још није познат\. Сачекајте, или поново пошаљите исти захтев/,
  );
  assert.match(checks[2]?.action?.en ?? '', /kasirbox pfr settle\)\. Other receipts are issued\.$/);
});

test.run();
