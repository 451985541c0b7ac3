import {
  type Environment,
  ENVIRONMENTS,
  type InvoiceType,
  type LocalTime,
  type Para,
  type PfrMode,
  type TaxLabel,
  type TransactionType,
} from '../base/fiscal.js';
import { failed, ok, type Result } from '../base/result.js';
import { describeFaults, NOT_BLANK, PRINTABLE } from '../base/schema.js';
import { localTime } from '../base/time.js';
import type { Words } from '../base/words.js';
import type { IntentState, Settling, Unsettled } from '../invoicing/settling.js';
import type { Verdict } from '../invoicing/verdict.js';
import type { PfrStatus } from '../pfr/port.js';
import type { AdminParts, Ask } from './operations.js';

/** What `pfr status` shows of a processor. */
export interface ProcessorLine extends PfrStatus {
  /** Is its environment the active one? */
  readonly isActive: boolean;
  readonly taxLabels: readonly TaxLabel[];
}

/** A receipt whose end is not known, as `pfr settle` lists it. */
export interface OpenReceipt {
  readonly requestId: string;
  readonly environment: Environment;
  readonly mode: PfrMode;
  readonly state: IntentState;
  readonly time: LocalTime;
  readonly total: Para;
  readonly invoiceType: InvoiceType;
  readonly transactionType: TransactionType;
  readonly cashier: string;
  /** Names of the first lines, {@link MAX_NAMES} at most. */
  readonly names: readonly string[];
  readonly lines: number;
  /** The caller's idempotency key. */
  readonly key: string | null;
  /** What was known of the processor before it was asked: its JID ('' for unknown) and the number of its last receipt. */
  readonly uid: string;
  readonly lastNumber: string | null;
}

/** How a receipt was settled; `number` is null when nothing was signed. */
export interface SettledReceipt {
  readonly requestId: string;
  readonly number: string | null;
}

const MAX_NAMES = 3;
/** API v3, POST pin: exactly 4 ASCII digits. */
const PIN = /^[0-9]{4}$/;
/** So many digits tell receipts apart that are open at the same time, and are soon copied from a screen. */
const ID = /^[0-9a-f]{6,32}$/;

const reasonFault = describeFaults(
  { type: 'string', minLength: 3, maxLength: 200, allOf: [{ pattern: PRINTABLE }, { pattern: NOT_BLANK }] },
  {},
);

/** The state of a processor, asked for now; as it was last seen while a receipt is under way there. */
export async function processorLine(
  { processors, settings }: AdminParts,
  { environment = settings.now.environment }: Ask<'pfr.status'>,
): Promise<Result<ProcessorLine, string>> {
  const pfr = processors.of(environment);
  await pfr.refresh();
  const isActive = environment === settings.now.environment;
  return ok({ ...pfr.status(), isActive, taxLabels: pfr.taxLabels() });
}

/** Hands the PIN over, once. Answers why the processor did not take it; null when it did. */
export async function enterPin(
  { processors, settings }: AdminParts,
  { pin, environment = settings.now.environment }: Ask<'pfr.pin'>,
): Promise<Result<Words | null, string>> {
  if (!PIN.test(pin)) return failed('A PIN is 4 digits; nothing was sent to the processor.');
  const entered = await processors.of(environment).enterPin(pin);
  return ok(entered.ok ? null : entered.error);
}

/** Receipts of both environments whose end is not known, oldest first. */
export function openReceipts({ settling }: AdminParts['till']): OpenReceipt[] {
  return allOpen(settling)
    .sort((one, other) => one.intent.createdAt - other.intent.createdAt)
    .map(receiptLine);
}

/** Records what a person has found out about a receipt whose end is not known. */
export async function settleReceipt(
  { till }: AdminParts,
  { requestId, link, reason }: Ask<'pfr.settle'>,
): Promise<Result<SettledReceipt, string>> {
  if (reasonFault(reason) !== undefined) return failed('The reason is 3 to 200 printable characters on one line.');
  if (!ID.test(requestId))
    return failed('The id of a receipt is at least its first 6 digits; see: kasirbox pfr settle');
  const meant = allOpen(till.settling).filter(({ intent }) => intent.requestId.startsWith(requestId));
  const [only, another] = meant;
  if (only === undefined) return failed(`No receipt with the id ${requestId} is open; see: kasirbox pfr settle`);
  if (another !== undefined) return failed(`More than one id begins with ${requestId}; give more digits of it.`);
  const verdict: Verdict = link === null ? { signed: false, reason } : { signed: true, link, reason };
  const decided = await till.settling.decide(only.intent.requestId, verdict);
  if (!decided.ok) return decided;
  return ok({ requestId: only.intent.requestId, number: decided.value?.signature.invoiceNumber ?? null });
}

function allOpen(settling: Settling): Unsettled[] {
  return ENVIRONMENTS.flatMap((environment) => settling.unsettled(environment));
}

function receiptLine({ intent, state }: Unsettled): OpenReceipt {
  const { requestId, environment, mode, draft, createdAt, clientRequestId, witness } = intent;
  const { total, invoiceType, transactionType, cashier, lines } = draft;
  return {
    ...{ requestId, environment, mode, state, total, invoiceType, transactionType, cashier },
    time: localTime(createdAt),
    names: lines.slice(0, MAX_NAMES).map(({ name }) => name),
    lines: lines.length,
    key: clientRequestId,
    uid: witness.uid,
    lastNumber: witness.lastNumber,
  };
}
