import * as assert from 'uvu/assert';
import type { Draft, Signature } from '../../../../src/contract/fiscal.js';
import type { DecodedLink } from '../../../../src/paper/journal/verificationLink.js';
import type { Quirk, SignRequest } from '../../../../src/processors/pfr/port.js';
import { checkAnswer } from '../../../../src/processors/pfr/wire/answerFault.js';
import { readReceipt } from '../../../../src/processors/pfr/wire/receipt.js';
import { linkOf, resultOf, sale, signRequest, type WireObject } from './answers.js';

type Accepted = Extract<ReturnType<typeof checkAnswer>, { ok: true }>['value'];

/** What the box makes of a receipt that it is sent. */

type Mode = 'lpfr' | 'vpfr';

export const SIGNER = 'W6UBPZO0';

export function check(
  result: WireObject,
  request: SignRequest = signRequest(),
  mode: Mode = 'lpfr',
): Accepted | string {
  const receipt = readReceipt(result);
  assert.ok(receipt.ok, receipt.ok ? '' : receipt.error);
  const checked = checkAnswer(receipt.value, request, mode);
  return checked.ok ? checked.value : checked.error;
}

function accepted(result: WireObject, request?: SignRequest, mode?: Mode): Accepted {
  const answer = check(result, request, mode);
  if (typeof answer === 'string') throw new Error(`not accepted: ${answer}`);
  return answer;
}

/** It is accepted, and nothing about it is odd. */
export function assertAccepted(result: WireObject, request?: SignRequest, mode?: Mode): Signature {
  const { signature, quirks } = accepted(result, request, mode);
  assert.equal(quirks, []);
  return signature;
}

/** It is accepted with these quirks. */
export function assertOdd(quirks: readonly Quirk[], result: WireObject, request?: SignRequest, mode?: Mode): Signature {
  const answer = accepted(result, request, mode);
  assert.equal(answer.quirks, quirks, JSON.stringify(result).slice(0, 300));
  return answer.signature;
}

/** The result of the usual sale with some members changed. */
export const changed = (change: WireObject): WireObject => ({ ...resultOf(sale()), ...change });

/** The result whose link says something else than its JSON and the draft. */
export function otherLink(more: Partial<DecodedLink>, draft: Draft = sale()): WireObject {
  const { verificationUrl, encryptedInternalData, signature } = resultOf(draft, linkOf(draft, more));
  return { ...resultOf(draft), verificationUrl, encryptedInternalData, signature };
}

/** Link and JSON agree with each other, and not with what was asked. */
export const consistent = (more: Partial<DecodedLink>): WireObject => resultOf(sale(), linkOf(sale(), more));
