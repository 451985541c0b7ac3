import { failed, ok, type Result } from '../../../base/index.js';
import type { CardLoss } from '../link.js';
import { type Atr, DEFAULT_SPEED } from './atr.js';
import type { CcidDescriptor } from './ccidDescriptor.js';
import { type CcidAnswer, COMMAND, isParameterRefused } from './ccidMessage.js';
import { type CcidPipe, PATIENCE, type Turn } from './ccidPipe.js';

export type Protocol = 0 | 1;

/** A protocol and a speed to agree on. */
export interface Terms {
  readonly protocol: Protocol;
  readonly speed: number;
}

/** `refused`: card or reader did not agree; other terms may work after a new power-up. */
export type NoAgreement = 'refused' | CardLoss;

/**
 * The terms to try with a card, in order: T=1 at the highest speed, T=1 slowly, and the card's default. T=1 is
 * preferred wherever it is offered, because nearly all experience with the tax authority's card is with T=1.
 */
export function termsFor(atr: Atr, reader: CcidDescriptor, fastest: number): Terms[] {
  const { specific, protocols } = atr;
  const carriesT1 = (reader.protocols & 2) !== 0 && !(atr.isCrc && reader.level === 'tpdu');
  const carriesT0 = (reader.protocols & 1) !== 0;
  if (specific !== undefined) {
    const { protocol, isImplicit } = specific;
    const terms = { protocol, speed: isImplicit ? DEFAULT_SPEED : atr.speed };
    return isSpoken(terms) && (terms.protocol === 1 ? carriesT1 : carriesT0) ? [terms] : [];
  }
  const isT1 = protocols.includes(1) && carriesT1;
  const isT0 = protocols.includes(0) && carriesT0;
  const [own = 0] = protocols;
  const wanted: { protocol: number; speed: number }[] = [];
  if (isT1) wanted.push({ protocol: 1, speed: fastest }, { protocol: 1, speed: DEFAULT_SPEED });
  else if (isT0) wanted.push({ protocol: 0, speed: fastest });
  if (own === 0 ? isT0 : isT1) wanted.push({ protocol: own, speed: DEFAULT_SPEED });
  return wanted
    .filter(isSpoken)
    .filter(
      ({ protocol, speed }, at, all) => all.findIndex((one) => one.protocol === protocol && one.speed === speed) === at,
    );
}

function isSpoken(terms: { protocol: number; speed: number }): terms is Terms {
  return terms.protocol === 0 || terms.protocol === 1;
}

/**
 * Negotiates terms with the card by PPS (ISO/IEC 7816-3, 9), unless the reader does that itself. Returns the speed; a
 * card may insist on its initial one.
 */
export async function sendPps(
  pipe: CcidPipe,
  atr: Atr,
  { does }: CcidDescriptor,
  { protocol, speed }: Terms,
  turn: Turn,
): Promise<Result<number, NoAgreement>> {
  const isAsIs = protocol === (atr.protocols[0] ?? 0) && speed === DEFAULT_SPEED;
  if (does.negotiation || does.pps || atr.specific !== undefined || isAsIs) return ok(speed);
  const request = speed === DEFAULT_SPEED ? [0xff, protocol] : [0xff, 0x10 | protocol, speed];
  const data = Buffer.from([...request, request.reduce((sum, one) => sum ^ one, 0)]);
  const answer = await pipe.ask({ type: COMMAND.transfer, data }, PATIENCE.reader, turn);
  if (!answer.ok) return answer;
  if (answer.value.outcome !== 'done') return failed(refusalOf(answer.value));
  const told = answer.value.data;
  if (told.equals(data)) return ok(speed);
  // An answer without the byte of the speed accepts only the protocol.
  const short = Buffer.from([0xff, protocol, 0xff ^ protocol]);
  return told.equals(short) ? ok(DEFAULT_SPEED) : failed('refused');
}

/**
 * A card that falls silent, loses its power or breaks the protocol refuses the terms; without a card no terms can work.
 */
function refusalOf({ card }: CcidAnswer): NoAgreement {
  return card === 'absent' ? 'removed' : 'refused';
}

/** Parameters in the form of the reader (CCID 1.1, 6.1.7). */
function parametersOf(atr: Atr, { protocol, speed }: Terms): Buffer {
  const inverse = atr.isInverse ? 2 : 0;
  return Buffer.from(
    protocol === 0
      ? [speed, inverse, atr.guard, atr.waiting, 0]
      : [speed, 0x10 | inverse | (atr.isCrc ? 1 : 0), atr.guard, (atr.bwi << 4) | atr.cwi, 0, atr.ifsc, 0],
  );
}

/**
 * Sets the terms in the reader, unless it negotiates them itself. A parameter that the reader refuses counts as set;
 * {@link readProtocol} reads back what it uses.
 */
export async function setParameters(
  pipe: CcidPipe,
  atr: Atr,
  { does }: CcidDescriptor,
  terms: Terms,
  turn: Turn,
): Promise<Result<void, NoAgreement>> {
  if (does.negotiation) return ok(undefined);
  const specific = [terms.protocol, 0, 0] as const;
  const data = parametersOf(atr, terms);
  // A reader that sends PPS does so now, and waits for the card.
  const answer = await pipe.ask({ type: COMMAND.setParameters, specific, data }, 2 * PATIENCE.reader, turn);
  if (!answer.ok) return answer;
  if (answer.value.outcome === 'done' || isParameterRefused(answer.value)) return ok(undefined);
  return failed(refusalOf(answer.value));
}

/** The protocol in use according to the reader; undefined when it does not report it. */
export async function readProtocol(pipe: CcidPipe, turn: Turn): Promise<Result<Protocol | undefined, CardLoss>> {
  const answer = await pipe.ask({ type: COMMAND.getParameters }, PATIENCE.reader, turn);
  if (!answer.ok) return answer;
  const { outcome, specific, card } = answer.value;
  if (outcome !== 'done') return card === 'absent' ? failed('removed') : ok(undefined);
  return ok(specific === 0 || specific === 1 ? specific : undefined);
}
