import { phrase } from '../../../../src/base/index.js';
import * as assert from 'uvu/assert';
import { KeyRing } from '../../../../src/shop/access/keys.js';
import { systemClock } from '../../../../src/base/clock.js';
import type { TransactionType } from '../../../../src/contract/fiscal.js';
import type { UtcMs } from '../../../../src/base/time.js';
import { silentLog } from '../../../../src/base/log.js';
import type { HealthDeps } from '../../../../src/interfaces/health/checks.js';
import type { Intent } from '../../../../src/platform/ledger/intent.js';
import { encodeProfile } from '../../../../src/platform/ledger/processorProfile.js';
import { NO_BASELINE } from '../../../../src/processors/pfr/port.js';
import { Processors } from '../../../../src/processors/pfr/processors.js';
import { profile } from '../../../kit/everyKind.js';
import { SERVICE } from '../../../kit/health.js';
import { DAY_MS, NOON, ReceiptMaker } from '../../../kit/ledger.js';
import { seededRandom } from '../../../kit/random.js';
import type { Bench, Fault } from './bench.js';
import { NO_IDENTITY } from '../../../kit/pfr/noIdentity.js';

const random = seededRandom();

/** An order whose answer was lost so many ms ago. */
async function lost(bench: Bench, state: 'asking' | 'doubt', age: number): Promise<HealthDeps> {
  const deps = await bench.processor(() => undefined);
  const intent: Intent = {
    ...{ requestId: 'ab'.repeat(16), environment: 'sandbox', mode: 'lpfr', taxLabels: [], esirNumber: '1/1' },
    ...{ counterBaseline: NO_BASELINE, clientRequestId: null, fingerprint: '', createdAt: deps.now() - age },
    draft: new ReceiptMaker(random).next(bench.ledger).draft,
  };
  return { ...deps, unresolved: () => [{ intent, state, number: null }] };
}

export const TRADE_FAULTS: readonly Fault[] = [
  {
    check: 'key-refunds',
    what: 'refunds by a key that never made any',
    state: 'warning',
    async make(bench) {
      const keys = new KeyRing(bench.ledger, bench.deps.now, silentLog);
      await keys.create('каса 1');
      const maker = new ReceiptMaker(random);
      const issue = async (at: UtcMs, transactionType: TransactionType): Promise<void> => {
        assert.ok((await bench.ledger.issue(maker.next(bench.ledger, { at, apiKey: 1, transactionType }))).ok);
      };
      for (const days of [20, 10]) await issue(NOON - days * DAY_MS, 'Sale');
      for (let n = 0; n < 5; n += 1) await issue(NOON - n * 1000, 'Refund');
      return { ...bench.deps, keyUses: () => keys.judged('sandbox') };
    },
    sr: [/API кључем 1 \(„каса 1”\) у последња 24 сата издате су рефундације: 5\./, /kasirbox keys revoke 1/],
    en: [
      /API key 1 \("каса 1"\) has issued 5 refunds in .* \[earlier days: 0\.0 refunds on average\]/,
      /run: kasirbox keys accept 1/,
    ],
  },
  {
    check: 'key-address',
    what: 'a key that is used from another device than for a day',
    state: 'warning',
    async make(bench) {
      let now = NOON - DAY_MS;
      const keys = new KeyRing(bench.ledger, () => now, silentLog);
      const created = await keys.create('каса 1');
      const key = created.ok ? created.value.key : '';
      keys.authenticate(key, '192.168.1.20');
      now = NOON;
      for (const device of [66, 67, 68, 69]) keys.authenticate(key, `192.168.1.${device}`);
      return { ...bench.deps, keyUses: () => keys.judged('sandbox') };
    },
    sr: [
      /API кључ 1 .* се од 21\.11\.2026\. 12:00:00 користи са нових адреса: 192\.168\.1\.66, .*, …\./,
      /Ако није, опозовите кључ: kasirbox keys revoke 1/,
    ],
    en: [/API key 1 .* since 2026-11-21 12:00:00: 192\.168\.1\.66/, /If not, revoke the key: kasirbox keys revoke 1/],
  },
  {
    check: 'fiscal',
    what: 'the demo in production, on a full disk',
    state: 'failure',
    async make(bench) {
      const deps = await bench.set('environment', 'production');
      bench.disk.budget = bench.disk.used();
      return deps;
    },
    sr: [/Фискални процесор \(ПФР\) није подешен/, /Подесите га у „Подешавања”/],
    en: [/No fiscal processor \(PFR\) is set/, /kasirbox settings set pfr\.production/],
  },
  {
    check: 'approval',
    what: 'a version that an update has brought',
    state: 'warning',
    make: (bench) => bench.set('esir', { number: '742', version: '0.9' }),
    sr: [
      /ЕСИР број на рачунима је сада 742\/1\.0, а одобрење је потврђено за верзију 0\.9\./,
      /Ако важи за верзију 1\.0, притисните „Одобрење важи” у „Стање”, или: kasirbox esir accept 742\/1\.0\./,
    ],
    en: [
      /Receipts now carry ESIR number 742\/1\.0, but the approval was confirmed for version 0\.9\./,
      /If it covers version 1\.0, press “The approval covers” on the page Status, or run: kasirbox esir accept 742\/1\.0\./,
    ],
  },
  {
    check: 'approval',
    what: 'an approval of which no version was confirmed',
    state: 'warning',
    make: (bench) => bench.set('esir', { number: '742' }),
    sr: [/ЕСИР број на рачунима је 742\/1\.0, а није потврђено/, /kasirbox esir accept 742\/1\.0/],
    en: [/it is not confirmed that the approval covers this version/, /kasirbox esir accept 742\/1\.0/],
  },
  {
    check: 'pfr',
    what: 'a processor that is off',
    state: 'failure',
    async make(bench) {
      const deps = await bench.set('pfr.sandbox', { mode: 'lpfr', url: 'http://127.0.0.1:9/secret-token' });
      await deps.pfr().refresh();
      return deps;
    },
    sr: [
      /Процесор на подешеној адреси не одговара.* \[lpfr; http:\/\/127\.0\.0\.1:9; ECONNREFUSED\]/,
      /Проверите да ли програм процесора ради/,
    ],
    en: [
      /The processor at the configured address does not respond.* \[lpfr; http:\/\/127\.0\.0\.1:9; ECONNREFUSED\]/,
      /Check that the processor's program is running/,
    ],
  },
  {
    check: 'pfr',
    what: 'a card that was taken out',
    state: 'failure',
    make: (bench) => bench.processor((fake) => fake.pfr.change('card-out')),
    sr: [/картица\) није у читачу/, /Убаците картицу у читач и унесите ПИН\. Покрените: kasirbox pfr pin/],
    en: [/\(card\) is not in the reader/, /Insert the card and enter its PIN\. Run: kasirbox pfr pin/],
  },
  {
    check: 'pfr',
    what: 'a PIN that was not given',
    state: 'failure',
    make: (bench) => bench.processor((fake) => fake.pfr.card.close()),
    sr: [/Потребан је ПИН картице/, /Унесите ПИН картице \(дугме „Унеси ПИН картице”\).* Покрените: kasirbox pfr pin/],
    en: [
      /The PIN of the card is needed/,
      /Enter the PIN of the card \(button “Enter the PIN of the card”\).* Run: kasirbox pfr pin/,
    ],
  },
  {
    check: 'pfr',
    what: 'a processor that tells an error instead of its state',
    state: 'failure',
    make: (bench) =>
      bench.processor((fake) => {
        const body = JSON.stringify({ message: 'out of order' });
        fake.faults.add({ fault: 'answer', on: 'status', signs: false, status: 500, body, standing: true });
      }),
    sr: [/не даје своје стање: out of order/, /Искључите и укључите процесор/],
    en: [/does not report its state: out of order/, /Restart the processor/],
  },
  {
    check: 'rates',
    what: 'a processor that has told none for three days',
    state: 'warning',
    async make(bench) {
      const deps = await bench.processor(() => undefined);
      const { ledger, settings, now } = deps;
      let passed = 0;
      const clock = { ...systemClock, now, monotonic: () => systemClock.monotonic() + passed };
      const processors = new Processors({ ledger, settings, clock, log: silentLog, ...NO_IDENTITY });
      await processors.active.refresh();
      passed = 3 * DAY_MS;
      return { ...deps, pfr: () => processors.active };
    },
    sr: [/није послао пореске стопе \(дана: 3\)/, /сачекајте да преузме стопе/],
    en: [/has sent no tax rates for 3 days/, /kasirbox pfr status/],
  },
  {
    check: 'pfr-certificate',
    what: 'none for the V-PFR',
    state: 'failure',
    make: (bench) => bench.set('pfr.sandbox', { mode: 'vpfr', url: 'https://127.0.0.1:9', pac: 'ABC123' }),
    sr: [/Сертификат за В-ПФР није инсталиран/, /Инсталирајте датотеку/],
    en: [/No certificate for the V-PFR/, /kasirbox certificate install FILE --environment sandbox/],
  },
  {
    check: 'settling',
    what: 'a receipt that may have been signed',
    state: 'warning',
    make: (bench) => lost(bench, 'doubt', 0),
    sr: [/Није могуће утврдити да ли је издат рачун/, /Потражите рачун на порталу/],
    en: [/cannot be determined/, /kasirbox pfr settle/],
  },
  {
    check: 'lost-answers',
    what: 'a lost answer of a minute ago',
    state: 'warning',
    make: (bench) => lost(bench, 'asking', 60_000),
    sr: [/исход још није познат/, /Остали рачуни се издају/],
    en: [/is not known yet/, /by the number of the next receipt/],
  },
  {
    check: 'sold-twice',
    what: 'a lost sale that was sold again, and signed after all',
    state: 'warning',
    async make(bench) {
      const numbers = { first: 'ABCD1234-ABCD1234-7', second: 'ABCD1234-ABCD1234-9' };
      const event = { kind: 'sold-twice', at: bench.deps.now(), environment: 'sandbox', ...numbers } as const;
      assert.ok((await bench.ledger.put({ type: 'event', event })).ok);
      return bench.deps;
    },
    sr: [/можда издата два рачуна: ABCD1234-ABCD1234-7 и ABCD1234-ABCD1234-9/, /рефундирајте један од њих/],
    en: [/for the same sale: ABCD1234-ABCD1234-7 and ABCD1234-ABCD1234-9/, /refund one of them/],
  },
  {
    check: 'numbers',
    what: 'a number that is not in the box',
    state: 'warning',
    make: ({ deps }) => ({ ...deps, gap: () => ({ jid: 'ABCD1234', before: 7, after: 9 }) }),
    sr: [/Под ознаком ABCD1234 је после рачуна 7 издат рачун 9/, /потражите те рачуне на порталу/],
    en: [/For ABCD1234, receipt 9 was issued after receipt 7/, /look for these receipts on the tax authority's portal/],
  },
  {
    check: 'pfr-test',
    what: 'a processor that was never tried',
    state: 'warning',
    make: (bench) => bench.processor(() => undefined),
    sr: [/Процесор никада није испробан/, /kasirbox pfr test/],
    en: [
      /never been tested/,
      /Before the first buyer, test the processor under Settings, page “Processor and environment” \(in a terminal: kasirbox pfr test\)./,
    ],
  },
  {
    check: 'pfr-transport',
    what: 'an L-PFR that is spoken to by plain http',
    state: 'warning',
    async make(bench) {
      const { pfr, ...parts } = await bench.processor(() => undefined);
      const tried = pfr();
      const value = encodeProfile({ ...profile(NOON), mode: 'lpfr', uid: tried.status().uid });
      assert.ok((await bench.ledger.put({ type: 'profile', environment: 'sandbox', value })).ok);
      await bench.set('pfr.sandbox', { mode: 'lpfr', url: 'http://192.168.1.20:8888' });
      return { ...parts, pfr: () => tried };
    },
    sr: [/није шифрована \(http\)\. Свако ко је на мрежи продавнице може да прочита ПИН/, /Повежите процесор каблом/],
    en: [
      /is not encrypted \(http\)\. Anyone on the shop's network can read the PIN and the receipts, and change them in transit/,
      /set its key \(“pin”\): kasirbox settings set pfr\.sandbox/,
    ],
  },
  {
    check: 'pfr-test',
    what: 'another card than the one that was tried',
    state: 'warning',
    async make(bench) {
      const value = encodeProfile({ ...profile(NOON), uid: 'ANOTHER1' });
      assert.ok((await bench.ledger.put({ type: 'profile', environment: 'sandbox', value })).ok);
      return bench.processor(() => undefined);
    },
    sr: [/Испробан је други процесор, а овај није/, /kasirbox pfr test/],
    en: [/Another processor was tested.*lpfr ANOTHER1/, /\(in a terminal: kasirbox pfr test\)/],
  },
  {
    check: 'labels',
    what: 'no active one',
    state: 'failure',
    async make(bench) {
      const { taxLabels } = bench.deps.settings.now;
      const value = JSON.stringify(taxLabels.map((label) => ({ ...label, active: false })));
      assert.ok((await bench.ledger.put({ type: 'setting', name: 'taxLabels', value })).ok);
      return bench.reopen();
    },
    sr: [/Ниједна пореска ознака није активна/, /Активирајте бар једну/],
    en: [/No tax label is active/, /kasirbox settings set taxLabels/],
  },
  {
    check: 'company',
    what: 'a processor of somebody else',
    state: 'warning',
    make: ({ deps }) => ({ ...deps, seller: () => '999999999' }),
    sr: [
      /издаје рачуне за ПИБ 999999999, а у подешавањима је ПИБ 100000049/,
      /Ставите картицу или сертификат ове радње/,
    ],
    en: [/signs receipts for TIN 999999999/, /Use the card or certificate of this shop/],
  },
  {
    check: 'keys',
    what: 'none',
    state: 'warning',
    make: ({ deps }) => ({ ...deps, activeKeys: () => 0 }),
    sr: [/Нема ниједног активног API кључа/, /Направите API кључ/],
    en: [/There is no active API key/, /kasirbox keys create --label NAME/],
  },
  {
    check: 'queue',
    what: 'a request that was refused',
    state: 'warning',
    async make({ deps, ledger }) {
      const key = { environment: 'sandbox', clientRequestId: 'kasa-1-17', fingerprint: 'ef'.repeat(32) } as const;
      const order = { ...key, number: 17, total: 12_000, request: {}, queuedAt: NOON };
      const refused = { ...order, state: 'refused', reason: 'Ознака није важећа.' } as const;
      assert.ok((await ledger.put({ type: 'queued', order: refused })).ok);
      return deps;
    },
    sr: [
      /Одбијени захтеви у реду чекања: 1\. Број 17: Ознака није важећа\./,
      /Ако рачун није издат, издајте га поново/,
    ],
    en: [/Refused requests in the queue: 1\. Number 17/, /kasirbox queue remove ID --reason TEXT --by NAME/],
  },
  {
    check: 'secrets',
    what: 'a mail password that an earlier release has stored in clear',
    state: 'warning',
    async make(bench) {
      const mail = { host: 'mail.example', port: 465, secure: true, user: 'k', password: 'x', from: 'k@example.rs' };
      const value = JSON.stringify(mail);
      assert.ok((await bench.ledger.put({ type: 'setting', name: 'mail', value })).ok);
      return bench.reopen();
    },
    sr: [/тајне уписало у дневник нешифроване: mail\.password/, /унесите нове: kasirbox settings set mail -/],
    en: [/secrets to the ledger unencrypted: mail\.password/, /enter the new ones: kasirbox settings set mail -/],
  },
  {
    check: 'secrets',
    what: 'a PAC whose key is lost',
    state: 'warning',
    async make(bench) {
      const value = JSON.stringify({ mode: 'vpfr', pac: { encrypted: 'AAAA' } });
      assert.ok((await bench.ledger.put({ type: 'setting', name: 'pfr.production', value })).ok);
      return bench.reopen();
    },
    sr: [/недостаје кључ уређаја: pfr\.production\.pac/, /Унесите их поново: kasirbox settings set pfr\.production -/],
    en: [
      /key of the box is missing: pfr\.production\.pac/,
      /Enter them again: kasirbox settings set pfr\.production -/,
    ],
  },
  {
    check: 'notify',
    what: 'a bot whose token is wrong',
    state: 'warning',
    async make(bench) {
      const deps = await bench.set('notify', { kind: 'bot', token: '1:nije', chat: 1 });
      const reason = { kind: 'refused', status: 401, cause: null, retryAfter: 0 } as const;
      const failure = { reason, since: deps.now() };
      const report = { waitingSince: deps.now(), failure, passedOver: null };
      return { ...deps, service: { ...SERVICE, notifications: () => report } };
    },
    sr: [/Сервер за поруке одбија поруке \(401\)/, /Проверите token/],
    en: [
      /The chat server refuses messages \(401\)/,
      /Check token in the setting notify; then run: kasirbox notify test/,
    ],
  },
  {
    check: 'mail',
    what: 'a mail server that refuses the password',
    state: 'warning',
    async make(bench) {
      const setting = { host: 'mail.example.rs', port: 465, secure: true, from: 'kasa@example.rs' };
      const deps = await bench.set('mail', setting);
      const { mail } = deps.settings.now;
      if (mail === null) throw new Error('no mail server is set');
      const failure = { kind: 'login', reply: 535, cause: 'EAUTH' } as const;
      return { ...deps, lastMail: () => ({ at: deps.now(), failure, setting: mail }) };
    },
    sr: [/Последња порука е-поште .* није послата/, /Пријава је одбијена: проверите user и password/],
    en: [
      /The last e-mail .* was not sent/,
      /The login is refused: check user and password .*kasirbox mail test ADDRESS/,
    ],
  },
  {
    check: 'webhooks',
    what: 'a receiver that wants no more events',
    state: 'warning',
    async make(bench) {
      const secret = `whsec_${'A'.repeat(32)}`;
      const deps = await bench.set('webhooks', [{ name: 'web-shop', url: 'https://shop.example.rs/kasa', secret }]);
      const reason = { kind: 'refused', status: 410, cause: null, retryAfter: 0 } as const;
      const failure = { reason, since: deps.now() };
      const report = { name: 'web-shop', waitingSince: deps.now(), failure, isPaused: true };
      return { ...deps, service: { ...SERVICE, webhooks: () => [report] } };
    },
    sr: [/Програм web-shop више не прима догађаје \(410\)/, /поново сачувајте то подешавање/],
    en: [/The webhook web-shop no longer accepts events \(410\)/, /to resume sending, save that setting again/],
  },
  {
    check: 'stream',
    what: "an owner's server that refuses the box",
    state: 'warning',
    async make(bench) {
      const credentials = 'SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY';
      const url = 'tls://nats.example.rs:4222';
      const deps = await bench.set('stream', { url, credentials, subject: 'kasirbox.novi-sad-1' });
      const reason = { kind: 'refused', status: null, cause: 'AuthorizationError', retryAfter: 0 } as const;
      const report = { behind: 12, upToDateAt: null, failure: { reason, since: deps.now() } };
      return { ...deps, service: { ...SERVICE, stream: () => report } };
    },
    sr: [/Сервер власника не добија податке од .* одбија овај уређај/, /Проверите credentials и subject/],
    en: [/The owner's server has received no data since .* refuses this box/, /Check credentials and subject/],
  },
  {
    check: 'group',
    what: 'prices of the group with a fault in them',
    state: 'warning',
    make: async (bench) => ({
      ...(await bench.set('metrics', false)),
      group: () => [
        {
          ...({ part: 'catalogue', group: 'kiosks', mode: 'follow', inUse: 3, next: null } as const),
          ...{
            fault: {
              version: 4,
              text: phrase({
                sr: 'артикал 2: облик није исправан; и још 3',
                en: 'item 2: it has a wrong form; and 3 more',
              }),
            },
            held: null,
            older: null,
            unheard: null,
          },
        },
      ],
    }),
    sr: [/Верзија 4 листе артикала групе kiosks није преузета/, /Нека власник исправи грешку/],
    en: [/A version of the catalogue of group kiosks \(4\) was not applied/, /Have the owner correct the error/],
  },
];
