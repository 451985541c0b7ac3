import { failed, isReason, ok, type Result } from '../../../base/index.js';
import type { ManualDecision } from '../../../sales/invoicing/index.js';
import { nullable, text } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { allUnsettled } from './openReceipts.js';

/** How a receipt was settled; `number` is null when nothing was signed. */
interface SettledReceipt {
  readonly requestId: string;
  readonly number: string | null;
}

/** What a reason must be. */
export const REASON_FORM = 'The reason is 3 to 200 printable characters on one line.';

/** Enough digits to tell open receipts apart, and few enough to copy from a screen. */
const ID = /^[0-9a-f]{6,32}$/;

/**
 * Records what a person has found out about a receipt whose outcome is not known: with a verification link it was
 * signed, with null it was not.
 */
export const settleReceipt = operation({
  permission: 'processor',
  ask: { requestId: text, link: nullable(text), reason: text },
  async run(
    { invoicing }: Pick<AdminParts, 'invoicing'>,
    { requestId, link, reason },
  ): Promise<Result<SettledReceipt, string>> {
    if (!isReason(reason)) return failed(REASON_FORM);
    if (!ID.test(requestId))
      return failed('The id of a receipt is at least its first 6 digits; see: kasirbox pfr settle');
    const matches = allUnsettled(invoicing.settling).filter(({ intent }) => intent.requestId.startsWith(requestId));
    const [only, another] = matches;
    if (only === undefined) return failed(`No receipt with the id ${requestId} is open; see: kasirbox pfr settle`);
    if (another !== undefined) return failed(`More than one id begins with ${requestId}; give more digits of it.`);
    const decision: ManualDecision = link === null ? { signed: false, reason } : { signed: true, link, reason };
    const decided = await invoicing.settling.decide(only.intent.requestId, decision);
    if (!decided.ok) return decided;
    return ok({ requestId: only.intent.requestId, number: decided.value?.signature.invoiceNumber ?? null });
  },
});
