import { assertNever } from '../../../base/index.js';
import type { PfrAnswer } from './answer.js';
import { CODES } from './codeTable.js';

/** How a PIN is sent: bare digits as text (the official form) or as JSON, a JSON string, or an object. */
export type PinForm = 'text' | 'number' | 'json' | 'object';

/** The body of `POST /api/v3/pin`. `pin` is 4 digits. */
export function pinBody(pin: string, form: PinForm): { readonly contentType: string; readonly body: Buffer } {
  return { contentType: form === 'text' ? 'text/plain' : 'application/json', body: Buffer.from(pinText(pin, form)) };
}

function pinText(pin: string, form: PinForm): string {
  switch (form) {
    case 'text':
    case 'number':
      return pin;
    case 'json':
      return JSON.stringify(pin);
    case 'object':
      return JSON.stringify({ pin });
    default:
      return assertNever(form);
  }
}

const ACCEPTED = '0100';
/** Field required, invalid format: the body was not understood, so the PIN did not reach the card. */
const NOT_UNDERSTOOD: ReadonlySet<string> = new Set(['2800', '2806']);

/** Why a PIN was not accepted. */
export interface PinFailure {
  readonly codes: readonly string[];
  /** The processor expects another {@link PinForm}; this attempt did not count. */
  readonly isFormWrong: boolean;
}

/**
 * The only proof of success is the code 0100: without a card the HTTP status is 200 with 1300 (manual testing of
 * L-PFR). A PIN must never be resent automatically, since a few wrong ones lock the card.
 */
export function readPinAnswer(status: number, answer: PfrAnswer): 'ok' | PinFailure {
  // Any other number may be the PIN itself, echoed by a server that is not a processor.
  const codes = answer.kind === 'codes' ? answer.codes.filter((code) => CODES.has(code)) : [];
  if (codes.length === 1 && codes[0] === ACCEPTED) return 'ok';
  const isFormWrong = status === 415 || (status === 400 && codes.some((code) => NOT_UNDERSTOOD.has(code)));
  return { codes, isFormWrong };
}
