import { type Bilingual, type ClockTrust, type Finding, type UtcMs, trustedTime } from '../../../base/index.js';
import {
  cardFindings,
  type CardState,
  type CardView,
  LOSS_TEXTS,
  type ShopRules,
  unreadBecause,
  usedPercent,
} from '../../../processors/card/index.js';
import { type CheckFinding, defineCheck, failure, good, inBoth, warning } from '../check.js';
import { NO_TIN, type SettingValues } from '../../../shop/settings/index.js';

interface Deps {
  /**
   * The card in the reader, and whether the active processor uses its key. Undefined when there is no reader and none
   * is needed.
   */
  readonly card: () =>
    | {
        readonly state: CardState;
        readonly isNeeded: boolean;
        readonly rules: ShopRules;
        /** UID of the card inside an L-PFR; null when there is none or it is not reported. */
        readonly ofProcessor: string | null;
        /** Why no card's key can be used, whichever card is inserted. */
        readonly keyFault?: Finding | undefined;
        /** Signatures that connections with a V-PFR requested from cards, since the start and in the last hour. */
        readonly signatures?: { readonly total: number; readonly lately: number };
      }
    | undefined;
  readonly now: () => UtcMs;
  readonly clockTrust: () => ClockTrust;
}

/**
 * Limit of signatures in an hour. There are one or two a day when a server resumes sessions and the card stays
 * inserted.
 */
const OFTEN = 20;

/** The smart card in the reader of the box. Without a reader, only if a V-PFR uses the key of the card. */
export const cardCheck = defineCheck({
  name: 'card',
  consequence: 'signing',
  alarmAfterPolls: 2,
  guide: {
    symptom: { sr: 'Рачуни се не издају; квар card', en: 'No receipts; failure card' },
    cause: {
      sr: 'картица недостаје, чека ПИН, или је закључана',
      en: 'the card is missing, waiting for its PIN, or blocked',
    },
    command: 'kasirbox card info',
  },
  // A processor without its card reports only that its card is missing.
  inhibits: ['pfr', 'rates', 'pfr-test'],
  run({ card, now, clockTrust }: Deps): readonly CheckFinding[] {
    const seen = card();
    if (seen === undefined) return [];
    const { state, isNeeded, rules, ofProcessor, keyFault, signatures } = seen;
    const at = trustedTime({ now, isTrusted: () => clockTrust() !== 'guess' });
    const proof = proofOf(state);
    const findings: CheckFinding[] =
      isNeeded && keyFault !== undefined ? [failure(keyFault.found, keyFault.action, proof)] : [];
    findings.push(
      ...cardFindings(state, { now: at, rules, isKeyUsed: isNeeded }).flatMap(
        ({ state: how, found: words, action }): CheckFinding[] => {
          if (how === 'warning') return [warning(words, action, proof)];
          return isNeeded ? [failure(words, action, proof)] : [];
        },
      ),
    );
    const lately = signatures?.lately ?? 0;
    if (isNeeded && lately > OFTEN) findings.push(warning(TEXTS.often(lately), TEXTS.slow, proof));
    if (findings.length > 0) return findings;
    if (isNeeded) return [good(TEXTS.ready, proof)];
    const isBoth = 'card' in state && ofProcessor !== null;
    return [good(isBoth ? TEXTS.both(state.card.identity.jid, ofProcessor) : TEXTS.beside, proof)];
  },
});

function proofOf(state: CardState): Bilingual {
  const { sr, en } = CARD_WORDS[state.kind];
  if ('loss' in state) return { sr: `${sr}: ${LOSS_TEXTS[state.loss]}`, en: `${en}: ${state.loss}` };
  const unread = unreadBecause(state);
  const because = unread === null ? inBoth('') : { sr: `, ${unread.sr}`, en: `, ${unread.en}` };
  if (!('card' in state)) return { sr: `${sr}${because.sr}`, en: `${en}${because.en}` };
  const { identity, triesLeft } = state.card;
  const [tries, used] = [triesLeft.pki ?? '?', usedPercent(state.card) ?? '?'];
  return {
    sr: `${sr}, ${identity.jid}, преостало покушаја ${tries}, потрошено лимита ${used} %${because.sr}`,
    en: `${en}, ${identity.jid}, tries left ${tries}, amount used ${used} %${because.en}`,
  };
}

const CARD_WORDS: Readonly<Record<CardState['kind'], Bilingual>> = {
  'no reader': { sr: 'нема читача', en: 'no reader' },
  'no card': { sr: 'нема картице', en: 'no card' },
  mute: { sr: 'не одговара', en: 'not responding' },
  reading: { sr: 'чита се', en: 'reading' },
  'unknown card': { sr: 'непозната картица', en: 'unknown card' },
  stranger: { sr: 'картица друге фирме', en: 'card of another company' },
  ready: { sr: 'спремна', en: 'ready' },
};

const TEXTS = {
  ready: { sr: 'Картица је спремна.', en: 'The card is ready.' },
  beside: {
    sr: 'Процесор не користи читач картице.',
    en: 'The processor does not use the card reader.',
  },
  often: (lately: number): Bilingual => ({
    sr: `Картица је у последњих сат времена ${lately} пута потписала везу са Пореском управом, па рачуни дуже трају.`,
    en: `The card has signed ${lately} connections to the tax authority in the last hour, so receipts take longer.`,
  }),
  slow: {
    sr: 'Проверите мрежу: сервер не наставља везе, или се везе прекидају. Ако потраје, питајте Пореску управу.',
    en: 'Check the network: the server does not resume sessions, or connections break. If it persists, ask the tax authority.',
  },
  both: (own: string, its: string): Bilingual =>
    own === its
      ? {
          sr: `Картица ${own} је у читачу овог уређаја, а Л-ПФР је последњи пут потписивао њом.`,
          en: `The card ${own} is in the reader of this box; the L-PFR last signed with it.`,
        }
      : {
          sr: `Картица ${own} је у читачу овог уређаја; Л-ПФР потписује картицом ${its} у свом читачу.`,
          en: `The card ${own} is in the reader of this box; the L-PFR signs with the card ${its} in its own reader.`,
        },
} as const;

/** The rules by which the settings decide whose a card is. */
export function shopRulesOf({ cards, company, environment }: SettingValues): ShopRules {
  return { knownCards: cards, companyTin: company.tin === NO_TIN ? null : company.tin, environment };
}

/** The view of a card with these settings and this clock. Used everywhere, so that all places agree. */
export function cardViewOf(
  settings: SettingValues,
  clock: { readonly now: () => UtcMs; readonly isTrusted: () => boolean },
): CardView {
  const isKeyUsed = settings[`pfr.${settings.environment}`].key === 'card';
  return { now: trustedTime(clock), rules: shopRulesOf(settings), isKeyUsed };
}
