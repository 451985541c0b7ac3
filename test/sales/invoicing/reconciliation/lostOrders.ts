import type { CounterBaseline, RunningNumbers, Signature } from '../../../../src/contract/fiscal.js';
import type { Intent } from '../../../../src/platform/ledger/intent.js';
import {
  type ProofFinder,
  RecordedNumbers,
  type RecordedSeries,
} from '../../../../src/sales/invoicing/reconciliation/counterProof.js';
import { draft, LABELS, line } from '../../../paper/journal/drafts.js';
import { issued } from '../../../paper/journal/invoices.js';

type LostOrder = Parameters<ProofFinder['proofFor']>[0];

/** Orders whose answer was lost, and the numbers of others, made by hand. */

/** Of an L-PFR, and of a V-PFR by each of two signers. */
export const CARD = 'CARD0001';
export const CARD_RUN = `${CARD}-${CARD}`;
export const ONE = `${CARD}-SIGNER01`;
export const OTHER = `${CARD}-SIGNER02`;

const LINES = [line('Хлеб', 'Ђ', 100)];
export const SALE = draft('Normal', 'Sale', LINES);
export const REFUND = draft('Normal', 'Refund', LINES);

let orders = 0;

/** An intent sent with this known before it. */
export function intentAfter(known: Partial<CounterBaseline>, change: Partial<Intent> = {}): Intent {
  orders += 1;
  return {
    ...{ requestId: `${orders}`.padStart(32, '0'), environment: 'sandbox', mode: 'lpfr', taxLabels: LABELS },
    ...{ draft: SALE, esirNumber: '123/1.0', clientRequestId: null, fingerprint: 'f'.repeat(64), createdAt: 0 },
    counterBaseline: { uid: CARD, lastNumber: null, time: null, ...known },
    ...change,
  };
}

/** A lost order that can be signed no more. `seen`: by run, what was numbered after that. */
export function lostOrder(intent: Intent, seen: Readonly<Record<string, RunningNumbers>> = {}): LostOrder {
  return { intent, isPastSigningLimit: true, laterNumbers: new Map(Object.entries(seen)) };
}

/** `Normal/Sale` and `Normal/Refund` of a run. */
export function numbers(total: number, sale?: number, refund?: number): RunningNumbers {
  const byType = {
    ...(sale !== undefined && { 'Normal/Sale': sale }),
    ...(refund !== undefined && { 'Normal/Refund': refund }),
  };
  return { total, byType };
}

/** The numbers that the box holds of a run: of all receipts, and by type. */
export function recordedSeries(
  total: readonly number[],
  sale: readonly number[] = [],
  refund: readonly number[] = [],
): RecordedSeries {
  const typed = { 'Normal/Sale': recordedNumbers(sale), 'Normal/Refund': recordedNumbers(refund) };
  return { total: recordedNumbers(total), byType: new Map(Object.entries(typed)) };
}

export function recordedNumbers(list: readonly number[]): RecordedNumbers {
  const recorded = new RecordedNumbers();
  for (const number of list) recorded.add(number);
  return recorded;
}

/** The signature of a receipt that was numbered so in a run. */
export function signatureIn(run: string, totalCounter: number, typeCounter: number): Signature {
  const [requestedBy = '', signedBy = ''] = run.split('-');
  const invoiceNumber = `${run}-${totalCounter}`;
  return { ...issued(SALE).signature, requestedBy, signedBy, totalCounter, typeCounter, invoiceNumber };
}
