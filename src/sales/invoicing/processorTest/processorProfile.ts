import type { UtcMs } from '../../../base/index.js';
import type { IssuedInvoice, AnswerMemory, ProcessorProfile, UnknownIdAnswer } from '../../../platform/ledger/index.js';
import { readLinkPayload } from '../../../paper/journal/index.js';
import type { FoundReceipt } from '../../../processors/pfr/index.js';
import type { Evidence, LookUps } from './testReport.js';

/** Versions that the processor reports. A technician compares them after an update. */
const VERSIONS = ['make', 'model', 'softwareVersion', 'hardwareVersion', 'protocolVersion', 'secureElementVersion'];

const UNKNOWN_IDS: Readonly<Record<FoundReceipt['kind'], UnknownIdAnswer>> = {
  absent: 'absent',
  unclear: 'unclear',
  receipt: 'other receipt',
};

/**
 * How many of its answers the processor stores. Undefined when another receipt came in between, so that this cannot be
 * determined.
 */
export function answerMemory(
  refund: IssuedInvoice,
  { refund: latest, sale: before, isDisturbed }: LookUps,
): AnswerMemory | undefined {
  if (!isOf(refund, latest)) return isDisturbed && latest.kind !== 'receipt' ? undefined : 'none';
  const number = refund.draft.referentNumber;
  const isSaleFound = before.kind === 'receipt' && before.invoiceNumber === number;
  return isSaleFound || isDisturbed ? 'several' : 'latest';
}

function isOf({ signature }: IssuedInvoice, found: FoundReceipt): boolean {
  return (
    found.kind === 'receipt' &&
    found.invoiceNumber === signature.invoiceNumber &&
    isSameLink(found.verificationUrl, signature.verificationUrl)
  );
}

/** Compares the payloads, because the box may have written the link in another form than the processor. */
function isSameLink(one: string, other: string): boolean {
  const payload = payloadOf(one);
  return one === other || (payload !== undefined && payloadOf(other)?.equals(payload) === true);
}

function payloadOf(link: string): Buffer | undefined {
  return URL.canParse(link) ? readLinkPayload(new URL(link).searchParams.get('vl') ?? '') : undefined;
}

/** What reconciliation and `doctor` need to know about the processor. Undefined when the test did not get that far. */
export function profileOf(evidence: Evidence, at: UtcMs): ProcessorProfile | undefined {
  const { mode, uid, sale, refund, lookUps, quirks, fields } = evidence;
  if (sale?.kind !== 'issued' || refund?.kind !== 'issued' || lookUps === undefined) return undefined;
  const keepsAnswers = answerMemory(refund.invoice, lookUps);
  if (keepsAnswers === undefined) return undefined;
  return {
    at,
    mode,
    uid,
    keepsAnswers,
    unknownId: UNKNOWN_IDS[lookUps.unknown.kind],
    signingTime: median([sale, refund].flatMap(({ signingTime }) => signingTime ?? [])),
    quirks,
    versions: Object.fromEntries(
      VERSIONS.flatMap((name) => {
        const value = fields[name];
        return typeof value === 'string' && value !== '' ? [[name, value]] : [];
      }),
    ),
  };
}

/** Rounded to whole ms; null for an empty list. */
function median(times: readonly number[]): number | null {
  const sorted = times.toSorted((one, other) => one - other);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2);
}
