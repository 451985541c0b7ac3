import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Environment } from '../../src/base/fiscal.js';
import { silentLog } from '../../src/base/log.js';
import { type Check, examine, type HealthParts, problemsOf } from '../../src/health/checks.js';
import type { Exchanged } from '../../src/pfr/channel.js';
import type { Intent } from '../../src/ledger/intent.js';
import { Lane } from '../../src/pfr/lane.js';
import { NO_WITNESS } from '../../src/pfr/port.js';
import { RemotePfr } from '../../src/pfr/remote.js';
import { MemoryDisk } from '../kit/disk/memory.js';
import { HandClock } from '../kit/handClock.js';
import { healthParts } from '../kit/health.js';
import { NOON, openLedger, ReceiptMaker } from '../kit/ledger.js';
import { FakePfr } from '../kit/pfr/core.js';
import { seededRandom } from '../kit/random.js';

interface Looked {
  /** `failure`, `warning` or `ok` of each thing that is said of the processor, in their order. */
  readonly checks: readonly Check[];
  readonly problems: readonly string[];
  readonly ready: boolean;
}

/** A box whose processor answers a look at its state like this; `told` replaces members of a good answer. */
async function look(
  told: Readonly<Record<string, unknown>> | Exchanged,
  { environment = 'sandbox', unsettled = [] }: { environment?: Environment } & Partial<Unsettled> = {},
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
    ...{ mode: 'lpfr', environment, lane: new Lane(clock), clock, log: silentLog, pac: null, pinForm: 'text' },
    ...{
      timeout: 1000,
      signingLimit: 1500,
      rates: [],
      keepRates: async () => undefined,
      isRecorded: async () => false,
    },
    channel: { exchange: async () => exchanged },
    obstacle: () => undefined,
  });
  await pfr.refresh();
  const parts = healthParts(new MemoryDisk(), ledger, { now: clock.now, pfr: () => pfr, unsettled: () => unsettled });
  const checks = await examine(parts);
  await ledger.close();
  const mine = checks.filter(({ name }) => name === 'pfr' || name === 'settling');
  return { checks: mine, problems: problemsOf(checks), ready: pfr.status().ok };
}

interface Unsettled {
  readonly unsettled: ReturnType<HealthParts['unsettled']>;
}

function isExchanged(told: object): told is Exchanged {
  return 'kind' in told;
}

/** What each general status code of the documents does to the box, and how its sentence begins. */
const CODES: readonly (readonly [code: string, state: Check['state'], sr: RegExp, action: RegExp])[] = [
  ['1300', 'failure', /^Безбедносни елемент \(картица\) није у читачу/, /Убаците картицу/],
  ['1500', 'failure', /^Потребан је ПИН/, /Унесите ПИН/],
  ['2100', 'failure', /^ПИН није исправан/, /Проверите ПИН/],
  ['2110', 'failure', /^Картица је закључана/, /Пореској управи/],
  ['2210', 'failure', /^Безбедносни елемент је закључан: достигнут је лимит/, /очитавање/],
  ['2220', 'failure', /^Процесор \(ПФР\) нема везу са безбедносним елементом/, /Извадите картицу/],
  ['2230', 'failure', /^Безбедносни елемент не подржава/, /сервисера/],
  ['2310', 'failure', /^Пореска ознака није важећа/, /ознака/],
  ['2400', 'failure', /^Процесор \(ПФР\) није подешен/, /Сачекајте/],
  ['2809', 'failure', /^Сертификат безбедносног елемента је истекао/, /Пореској управи/],
  ['2999', 'failure', /^Процесор \(ПФР\) јавља шифру 2999/, /сервисера/],
  ['1100', 'warning', /^Меморија процесора \(ПФР\) је 90 % пуна/, /очитавање/],
  ['1400', 'warning', /^Потребно је очитавање/, /очитавање/],
  ['1999', 'warning', /^Процесор \(ПФР\) јавља неименовано упозорење/, /сервисера/],
  ['1777', 'warning', /^Процесор \(ПФР\) јавља шифру 1777/, /сервисера/],
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
    assert.is(problems.length, state === 'failure' ? 1 : 0, 'what only warns is told by the doctor');
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

test('several codes are told in the order in which to mend them, whatever the order in which they came', async () => {
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

test('a processor that is not reached, or is none, is a failure that says where to look', async () => {
  const lost = await look({ kind: 'lost', reason: { cause: 'timeout', detail: 'ETIMEDOUT' } });
  assert.match(lost.problems.join(), /^Фискални процесор не одговара\. Проверите да ли је процесор укључен/);
  const other = await look({ kind: 'answered', status: 200, body: Buffer.from('<html>') });
  assert.match(other.problems.join(), /^На задатој адреси не одговара фискални процесор\. Позовите сервисера/);
  assert.equal([lost.ready, other.ready], [false, false]);
});

test('a processor of the other world is a failure, whatever else it says', async () => {
  const test = { taxCoreApi: 'https://api.sandbox.suf.purs.gov.rs/', gsc: ['1300'] };
  const { problems } = await look(test, { environment: 'production' });
  assert.match(problems.join(), /^Фискални процесор је тестни, а подешен је за прави рад\. Позовите сервисера/);
});

test('a receipt without a known end stands behind what is wrong with the processor, and says whom to call', async () => {
  const ledger = await openLedger(new MemoryDisk());
  const { draft } = new ReceiptMaker(seededRandom()).next(ledger);
  const intent: Intent = {
    requestId: 'ab'.repeat(16),
    environment: 'sandbox',
    mode: 'lpfr',
    draft,
    taxLabels: [],
    esirNumber: '1/1',
    witness: NO_WITNESS,
    clientRequestId: null,
    fingerprint: '',
    createdAt: NOON,
  };
  const { problems, checks } = await look(
    { gsc: ['1300'] },
    {
      unsettled: [
        { intent, state: 'asking' },
        { intent, state: 'doubt' },
      ],
    },
  );
  await ledger.close();
  assert.equal(
    checks.map(({ name }) => name),
    ['pfr', 'settling', 'settling'],
  );
  assert.match(
    problems[1] ?? '',
    /^Рачун од 21.11.2026. 12:00:00 на .* РСД је послат, а исход још није познат\. Сачекајте/,
  );
  assert.match(problems[2] ?? '', /^Није могуће утврдити да ли је издат рачун .* Потражите рачун на порталу/);
  assert.match(checks[2]?.action?.en ?? '', /kasirbox pfr settle$/);
});

test.run();
