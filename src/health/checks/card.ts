import { type Bilingual, type ClockTrust, type Environment, type UtcMs } from '../../base/index.js';
import { cardFindings, type CardState, usedPercent } from '../../card/index.js';
import { type CheckFinding, defineCheck, failure, good, warning } from '../check.js';

interface Parts {
  /** The card in the reader, and whether the active processor uses its key. Undefined: no reader is there, and none is needed. */
  readonly card: () =>
    { readonly state: CardState; readonly isNeeded: boolean; readonly environment: Environment } | undefined;
  readonly now: () => UtcMs;
  readonly clockTrust: () => ClockTrust;
}

/** The smart card in the reader of the box; without a reader only where a V-PFR uses the key of the card. */
export const cardCheck = defineCheck({
  name: 'card',
  alarmAfterPolls: 2,
  // A processor whose card is missing says no more than that.
  inhibits: ['pfr'],
  run({ card, now, clockTrust }: Parts): readonly CheckFinding[] {
    const seen = card();
    if (seen === undefined) return [];
    const { state, isNeeded, environment } = seen;
    // Nobody asks for a new card because of a clock that only guesses.
    const at = clockTrust() === 'guess' ? 0 : now();
    const proof = proofOf(state);
    const findings = cardFindings(state, at, environment).flatMap(({ state: how, found, action }): CheckFinding[] => {
      if (how === 'warning') return [warning(found, action, proof)];
      return isNeeded ? [failure(found, action, proof)] : [];
    });
    return findings.length > 0 ? findings : [good(isNeeded ? TEXTS.ready : TEXTS.beside, proof)];
  },
});

function proofOf(state: CardState): string {
  if (!('card' in state)) return 'loss' in state ? `${state.kind}: ${state.loss}` : state.kind;
  const { identity, triesLeft } = state.card;
  const used = usedPercent(state.card);
  return `${state.kind}, ${identity.jid}, tries left ${triesLeft.pki ?? '?'}, amount used ${used ?? '?'} %`;
}

const TEXTS = {
  ready: { sr: 'Картица је спремна.', en: 'The card is ready.' },
  beside: {
    sr: 'Процесор не користи читач картице.',
    en: 'The processor does not use the card reader.',
  },
} as const satisfies Readonly<Record<string, Bilingual>>;
