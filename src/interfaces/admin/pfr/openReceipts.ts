import {
  defineMessages,
  failed,
  isReason,
  type LocalTime,
  localTime,
  type Message,
  ok,
  type Para,
  type Result,
} from '../../../base/index.js';
import {
  type Environment,
  ENVIRONMENTS,
  type InvoiceType,
  type PfrMode,
  type TransactionType,
} from '../../../contract/index.js';
import type { ManualDecision, Reconciliation, UnresolvedIntent } from '../../../sales/invoicing/index.js';
import { nullable, text } from '../fields.js';
import { type AdminDeps, operation } from '../operation.js';

/** A receipt whose outcome is not known, as listed by `pfr settle`. */
export interface OpenReceipt {
  readonly requestId: string;
  readonly environment: Environment;
  readonly mode: PfrMode;
  readonly state: UnresolvedIntent['state'];
  /** PFR number that it was signed under; null while that is not known. */
  readonly number: string | null;
  readonly time: LocalTime;
  /** Null for a caller that may not see turnover. */
  readonly total: Para | null;
  readonly invoiceType: InvoiceType;
  readonly transactionType: TransactionType;
  readonly cashier: string;
  /** Names of the first lines, at most {@link MAX_NAMES}. */
  readonly names: readonly string[];
  readonly lines: number;
  /** The caller's idempotency key. */
  readonly key: string | null;
  /** Data of the processor before it was asked to sign: its JID ('' for unknown) and the number of its last receipt. */
  readonly uid: string;
  readonly lastNumber: string | null;
}

const MAX_NAMES = 3;

/** Receipts of both environments whose outcome is not known, oldest first. */
export const listOpenReceipts = operation({
  permission: 'processor',
  isReadOnly: true,
  withoutTurnover: (receipts) => receipts.map((receipt) => ({ ...receipt, total: null })),
  input: {},
  async run({ invoicing }: Pick<AdminDeps, 'invoicing'>): Promise<Result<readonly OpenReceipt[], Message>> {
    const unresolved = allUnresolved(invoicing.reconciliation);
    return ok(unresolved.sort((one, other) => one.intent.createdAt - other.intent.createdAt).map(openReceipt));
  },
});

/** Unsettled receipts of both environments. */
function allUnresolved(reconciliation: Reconciliation): UnresolvedIntent[] {
  return ENVIRONMENTS.flatMap((environment) => reconciliation.unresolved(environment));
}

function openReceipt({ intent, state, number }: UnresolvedIntent): OpenReceipt {
  const { requestId, environment, mode, draft, createdAt, clientRequestId, counterBaseline } = intent;
  const { total, invoiceType, transactionType, cashier, lines } = draft;
  return {
    ...{ requestId, environment, mode, state, number, total, invoiceType, transactionType, cashier },
    time: localTime(createdAt),
    names: lines.slice(0, MAX_NAMES).map(({ name }) => name),
    lines: lines.length,
    key: clientRequestId,
    uid: counterBaseline.uid,
    lastNumber: counterBaseline.lastNumber,
  };
}

const MESSAGES = defineMessages('settle', {
  badReason: {
    en: 'The reason must be 3 to 200 printable characters on one line.',
    sr: 'Разлог има од 3 до 200 видљивих знакова у једном реду.',
  },
  shortId: {
    en: "Give at least the first 6 characters of the receipt's id; see: kasirbox pfr settle",
    sr: 'Унесите бар првих 6 знакова ознаке рачуна; погледајте: kasirbox pfr settle',
  },
  unknownId: {
    en: 'No receipt with the id {id} is open; see: kasirbox pfr settle',
    sr: 'Ниједан рачун са ознаком {id} није отворен; погледајте: kasirbox pfr settle',
    srOnPage: 'Ниједан рачун са ознаком {id} није отворен.',
    enOnPage: 'No receipt with the id {id} is open.',
  },
  ambiguousId: {
    en: 'More than one id begins with {id}; give more characters.',
    sr: 'Више ознака почиње са {id}; унесите више знакова.',
  },
});

/** How a receipt was settled; `number` is null when nothing was signed. */
interface SettledReceipt {
  readonly requestId: string;
  readonly number: string | null;
}

/** What a reason must be. */
export const REASON_FORM = MESSAGES.badReason;

/** Enough digits to distinguish open receipts, and few enough to copy from a screen. */
const ID = /^[0-9a-f]{6,32}$/;

/**
 * Records what a person has found out about a receipt whose outcome is not known: with a verification link it was
 * signed, with null it was not.
 */
export const settleReceipt = operation({
  permission: 'processor',
  input: { requestId: text, link: nullable(text), reason: text },
  async run(
    { invoicing }: Pick<AdminDeps, 'invoicing'>,
    { requestId, link, reason },
  ): Promise<Result<SettledReceipt, Message>> {
    if (!isReason(reason)) return failed(REASON_FORM);
    if (!ID.test(requestId)) return failed(MESSAGES.shortId);
    const matches = allUnresolved(invoicing.reconciliation).filter(({ intent }) =>
      intent.requestId.startsWith(requestId),
    );
    const [only, another] = matches;
    if (only === undefined) return failed(MESSAGES.unknownId({ id: requestId }));
    if (another !== undefined) return failed(MESSAGES.ambiguousId({ id: requestId }));
    const decision: ManualDecision = link === null ? { signed: false, reason } : { signed: true, link, reason };
    const decided = await invoicing.reconciliation.decide(only.intent.requestId, decision);
    if (!decided.ok) return decided;
    return ok({ requestId: only.intent.requestId, number: decided.value?.signature.invoiceNumber ?? null });
  },
});
