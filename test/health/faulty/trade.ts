import * as assert from 'uvu/assert';
import { systemClock } from '../../../src/base/clock.js';
import { silentLog } from '../../../src/base/log.js';
import type { Intent } from '../../../src/ledger/intent.js';
import { NO_WITNESS } from '../../../src/pfr/port.js';
import { Processors } from '../../../src/pfr/processors.js';
import { DAY_MS, NOON, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';
import { type Fault } from './bench.js';

const random = seededRandom();

export const TRADE_FAULTS: readonly Fault[] = [
  {
    check: 'pfr',
    what: 'a processor that is off',
    state: 'failure',
    async make(bench) {
      const parts = await bench.set('pfr.sandbox', { mode: 'lpfr', url: 'http://127.0.0.1:9' });
      await parts.pfr().refresh();
      return parts;
    },
    sr: [/На адреси процесора нико не прима везу/, /Проверите да ли програм процесора ради/],
    en: [/Nobody takes a connection at the address/, /Check that the program of the processor runs/],
  },
  {
    check: 'pfr',
    what: 'a card that was taken out',
    state: 'failure',
    make: (bench) => bench.processor((fake) => fake.pfr.change('card-out')),
    sr: [/картица\) није у читачу/, /Убаците картицу у читач и унесите ПИН/],
    en: [/\(card\) is not in the reader/, /Insert the card, then run: kasirbox pfr pin/],
  },
  {
    check: 'pfr',
    what: 'a PIN that was not given',
    state: 'failure',
    make: (bench) => bench.processor((fake) => fake.pfr.card.close()),
    sr: [/Потребан је ПИН картице/, /Унесите ПИН на самом процесору/],
    en: [/The PIN of the card is needed/, /kasirbox pfr pin/],
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
    en: [/does not tell its state: out of order/, /Restart the processor/],
  },
  {
    check: 'rates',
    what: 'a processor that has told none for three days',
    state: 'warning',
    async make(bench) {
      const parts = await bench.processor(() => undefined);
      const { ledger, settings, now } = parts;
      let passed = 0;
      const clock = { ...systemClock, now, monotonic: () => systemClock.monotonic() + passed };
      const processors = new Processors({ ledger, settings, clock, log: silentLog, tlsOf: () => undefined });
      await processors.active.refresh();
      passed = 3 * DAY_MS;
      return { ...parts, pfr: () => processors.active };
    },
    sr: [/није послао пореске стопе \(дана: 3\)/, /сачекајте да преузме стопе/],
    en: [/has told no tax rates for 3 days/, /kasirbox pfr status/],
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
    state: 'failure',
    async make(bench) {
      const parts = await bench.processor(() => undefined);
      const intent: Intent = {
        ...{ requestId: 'ab'.repeat(16), environment: 'sandbox', mode: 'lpfr', taxLabels: [], esirNumber: '1/1' },
        ...{ witness: NO_WITNESS, clientRequestId: null, fingerprint: '', createdAt: NOON },
        draft: new ReceiptMaker(random).next(bench.ledger).draft,
      };
      return { ...parts, unsettled: () => [{ intent, state: 'doubt' }] };
    },
    sr: [/Није могуће утврдити да ли је издат рачун/, /Потражите рачун на порталу/],
    en: [/cannot be known \((ab){16}\)/, /kasirbox pfr settle/],
  },
  {
    check: 'numbers',
    what: 'a number that is not in the box',
    state: 'warning',
    make: ({ parts }) => ({ ...parts, gap: () => ({ jid: 'ABCD1234', before: 7, after: 9 }) }),
    sr: [/Картица ABCD1234 је после рачуна 7 издала рачун 9/, /потражите те рачуне на порталу/],
    en: [/Card ABCD1234 signed number 9 after 7/, /look for these receipts on the portal/],
  },
  {
    check: 'labels',
    what: 'no active one',
    state: 'failure',
    async make(bench) {
      const { taxLabels } = bench.parts.settings.now;
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
    make: ({ parts }) => ({ ...parts, seller: () => '999999999' }),
    sr: [/издаје рачуне за ПИБ 999999999, а у подешавањима је ПИБ 100000049/, /Одмах позовите сервисера/],
    en: [/signs for TIN 999999999/, /Put the right card or certificate in/],
  },
  {
    check: 'keys',
    what: 'none',
    state: 'warning',
    make: ({ parts }) => ({ ...parts, activeKeys: () => 0 }),
    sr: [/Нема ниједног активног API кључа/, /Направите API кључ/],
    en: [/There is no active API key/, /kasirbox keys create --label NAME/],
  },
  {
    check: 'queue',
    what: 'a request that was refused',
    state: 'warning',
    async make({ parts, ledger }) {
      const key = { environment: 'sandbox', clientRequestId: 'kasa-1-17', fingerprint: 'ef'.repeat(32) } as const;
      const order = { ...key, number: 17, total: 12_000, request: {}, queuedAt: NOON };
      const refused = { ...order, state: 'refused', reason: 'Ознака није важећа.' } as const;
      assert.ok((await ledger.put({ type: 'queued', order: refused })).ok);
      return parts;
    },
    sr: [
      /Одбијени захтеви у реду чекања: 1\. Број 17: Ознака није важећа\./,
      /Ако рачун није издат, издајте га поново/,
    ],
    en: [/Refused requests in the queue: 1\. Number 17/, /kasirbox queue remove ID/],
  },
  {
    check: 'notify',
    what: 'a bot whose token is wrong',
    state: 'warning',
    async make(bench) {
      const parts = await bench.set('notify', { kind: 'bot', token: '1:nije', chat: 1 });
      const reason = { kind: 'refused', status: 401, cause: null, retryAfter: 0 } as const;
      const failure = { reason, since: parts.now() };
      return { ...parts, notify: () => ({ waitingSince: parts.now(), failure, passedOver: null }) };
    },
    sr: [/Сервер за поруке одбија поруке \(401\)/, /Проверите token/],
    en: [
      /The chat server refuses messages \(401\)/,
      /Check token in the setting notify; then run: kasirbox notify test/,
    ],
  },
];
