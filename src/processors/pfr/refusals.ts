import { assertNever, type Explanation, type Finding, type Rule } from '../../base/index.js';
import { PFR_TRAITS } from '../../contract/index.js';
import type { Refusal } from './port.js';
import { type Access, certificateRefused, wrongPac } from './accessTexts.js';
import { serverFailed, statusRefused, UNREADABLE } from './pfrTexts.js';
import type { PfrAnswer } from './wire/answer.js';
import { accessFault } from './wire/certainty.js';
import { refusalFinding, refusalText } from './wire/pfrCodes.js';

/**
 * Why an answer is not a receipt: the codes in the order given, and the text that came with them. The text of a web
 * page is ignored, since it does not come from the processor.
 */
function reasonOf(answer: PfrAnswer): { readonly codes: readonly string[]; readonly text: string | null } {
  if (answer.kind === 'codes') return answer;
  return { codes: [], text: answer.kind === 'error' || answer.kind === 'text' ? answer.text : null };
}

/** Why a processor with client certificates denied access; undefined when its answer does not mean that. */
export function accessFinding(status: number, answer: PfrAnswer, by: Access): Finding | undefined {
  if (!PFR_TRAITS[by.mode].needsCertificate) return undefined;
  const fault = accessFault(status, answer);
  switch (fault) {
    case undefined:
      return undefined;
    case 'pac':
      return wrongPac(by);
    case 'certificate':
      return certificateRefused(`HTTP ${status}`, answer.kind === 'error' ? answer.text : null, by.isByCard ?? false);
    default:
      return assertNever(fault);
  }
}

/** A refusal for a reason that the box found itself. */
export function refusalBy({ code, found, action, isOutOfReach }: Finding): Refusal {
  const [message, messageEn] = [`${found.sr} ${action.sr}`.trim(), `${found.en} ${action.en}`.trim()];
  return { kind: 'refused', code, message, messageEn, ...(isOutOfReach === true && { about: 'unreachable' }) };
}

/** A refusal that the processor sent. */
export function refusalIn(answer: PfrAnswer): Refusal {
  const { codes, text } = reasonOf(answer);
  const { sr, en } = refusalText(codes, text);
  return { kind: 'refused', code: codes[0] ?? null, message: sr, messageEn: en };
}

const RULE_OF = {
  unreachable: 'pfr.out-of-reach',
  receipt: 'pfr.refused-receipt',
  unclear: 'pfr.refused',
} as const satisfies Readonly<Record<NonNullable<Refusal['about']>, Rule>>;

/** The explanation of a refusal for the caller of the API. */
export function explanationOf({ about, message, messageEn }: Refusal): Explanation {
  return { rule: about === undefined ? 'pfr.not-ready' : RULE_OF[about], message, messageEn };
}

/** Why an answer to a status request is not a status. */
export function statusFault(status: number, answer: PfrAnswer, by: Access): Finding {
  const { codes, text } = reasonOf(answer);
  if (codes.length > 0) return refusalFinding(codes, text);
  const access = accessFinding(status, answer, by);
  if (access !== undefined) return access;
  // An answer without a status does not come from a processor, whatever text its web server sends. A server error is
  // the exception: the processor behind that server may be down for a while.
  if (text === null || status === 404) return status >= 500 ? serverFailed(status, by.mode) : UNREADABLE;
  return statusRefused(text, by.mode);
}
