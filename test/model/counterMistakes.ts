import type { Intent } from '../../src/platform/ledger/intent.js';
import { PreSigningChecks } from '../../src/sales/invoicing/issue/preSigningChecks.js';
import { RemoteSigning } from '../../src/sales/invoicing/issue/remoteSigning.js';
import { CounterEvidence } from '../../src/sales/invoicing/reconciliation/counterEvidence.js';
import { ProofFinder, RecordedNumbers } from '../../src/sales/invoicing/reconciliation/counterProof.js';
import { OpenIntents } from '../../src/sales/invoicing/reconciliation/openIntents.js';
import { PossibleDuplicates } from '../../src/sales/invoicing/reconciliation/possibleDuplicates.js';
import { instead } from '../kit/instead.js';
import type { Mistake } from './mistakes.js';

type LostOrder = Parameters<ProofFinder['proofFor']>[0];

const nothing = (): Promise<void> => Promise.resolve();

/** Mistakes with the running numbers, and with the order that follows a lost one. */
export const COUNTER_MISTAKES = {
  'gaps count as a complete series': () =>
    instead(ProofFinder.prototype, 'evidenceOf', (_, original, args) => {
      const evidence = original(...args);
      return evidence === 'gaps' ? 'complete' : evidence;
    }),
  'all numbers below a receipt count as recorded': () =>
    instead(RecordedNumbers.prototype, 'add', (held, original, [number]) => {
      for (const { to } of [...held['ranges']].slice(-1)) for (let n = to; n < Number(number); n += 1) original(n);
      return original(number);
    }),
  'a neighbouring number is taken': () =>
    instead(ProofFinder.prototype, 'missingIn', (judge, _, [run, open]) => {
      const orders = open as readonly LostOrder[];
      const numbers = orders.flatMap(({ laterNumbers }) => laterNumbers.get(String(run))?.total ?? []);
      return judge['doTypesFit'](String(run), orders) ? numbers : numbers.map((number) => number + 1);
    }),
  'the signer is ignored': () =>
    instead(ProofFinder.prototype, 'seriesOf', (_, original, [order]) => {
      const { laterNumbers } = order as LostOrder;
      const series = original(order) as readonly string[];
      return series.filter((one) => laterNumbers.has(one));
    }),
  'evidence ignores the signing limit': () => instead(OpenIntents.prototype, 'wasOverBefore', () => true),
  'a lost order counts as over at once': () => instead(OpenIntents.prototype, 'isPastSigningLimit', () => true),
  'all types share the number of one type': () =>
    instead(CounterEvidence.prototype, 'noteLater', (_, original, [intent, run, numbers]) => {
      const { total, byType } = numbers as { total: number; byType: Record<string, number> };
      const [number] = Object.values(byType);
      const types = ['Normal/Sale', 'Normal/Refund', 'Copy/Sale', 'Advance/Sale', 'Advance/Refund'];
      const every = number === undefined ? {} : Object.fromEntries(types.map((type) => [type, number]));
      return original(intent, run, { total, byType: every });
    }),
  'receipts before a restart are forgotten': () => instead(CounterEvidence.prototype, 'recall', nothing),
  'only the last receipt counts as recorded': () =>
    instead(RecordedNumbers.prototype, 'add', (held, original, [number]) => {
      held['ranges'].length = 0;
      return original(number);
    }),
  'an order waits until the one before it is resolved': () =>
    instead(RemoteSigning.prototype, 'lookUpNow', async (signing, original, args) => {
      const outcome = await original(...args);
      const intent = args[1] as Intent;
      const { clock, openIntents, reconciliation } = signing['deps'];
      for (let look = 0; look < 20 && openIntents.find(intent.requestId) !== undefined; look += 1) {
        await clock.sleep(1000);
        await reconciliation.reconcile(intent);
      }
      return outcome;
    }),
  'an order in doubt blocks all others': () =>
    instead(PreSigningChecks.prototype, 'dependsOnUnknown', (checks, _, [order]) => {
      const { environment } = order as Intent;
      return checks['deps'].reconciliation.unresolved(environment).some(({ state }) => state !== 'asking');
    }),
  'the same sale without a key is issued again at once': () =>
    instead(PossibleDuplicates.prototype, 'lostJustNow', () => undefined),
  'a lost sale that was issued again is not recorded': () =>
    instead(PossibleDuplicates.prototype, 'recordRepeat', nothing),
  'a possible duplicate is not reported': () => instead(PossibleDuplicates.prototype, 'reportDuplicate', nothing),
} satisfies Readonly<Record<string, Mistake>>;
