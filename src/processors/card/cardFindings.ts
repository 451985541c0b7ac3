import { assertNever, type Bilingual, localTime, type UtcMs } from '../../base/index.js';
import { faultText } from './applets/fault.js';
import type { CardState } from './cardState.js';
import type { CardLoss } from './link.js';
import type { CardReport } from './readCard.js';
import { isComparable, type ShopRules, cardOf } from './standing.js';
import { CARD_TEXTS, type CardDeed, type Holder } from './cardTexts.js';

/** One finding about the card for a person. */
export interface CardFinding {
  /** `failure`: the card cannot be used; `warning`: it can, but a person should act. */
  readonly state: 'failure' | 'warning';
  /** The processor's code for the same finding (API v3), such as `1300`; null without one. */
  readonly code: string | null;
  readonly found: Bilingual;
  readonly action: Bilingual;
  /** The action is done on the box; a page that offers it need not explain where. */
  readonly deed?: CardDeed;
}

/** Codes of API v3 for a POS: no card, PIN required, PIN blocked. */
const [NO_CARD, PIN_WANTED, PIN_BLOCKED] = ['1300', '1500', '2110'] as const;

const DAY = 24 * 60 * 60 * 1000;
/** A new card can be requested in the last 30 days of the old one, ms (Pravilnik 31/21). */
const RENEWAL = 30 * DAY;
/** Share of the amount between two audits from which an L-PFR requests an audit (API v3, auditRequired), percent. */
const LIMIT_WARNING = 75;

/** The context in which a card is evaluated. */
export interface CardView {
  /** A trusted time; null without one, and then no certificate counts as expired. */
  readonly now: UtcMs | null;
  readonly rules: ShopRules;
  /**
   * True when a V-PFR uses its key. A V-PFR signs with a secure element of its own, so the amount on the card does not
   * matter.
   */
  readonly isKeyUsed: boolean;
}

/** Findings about the card, the worst first; empty when all is well. */
export function cardFindings(state: CardState, view: CardView): readonly CardFinding[] {
  switch (state.kind) {
    case 'no reader':
      return [failure(readerText(state.loss))];
    case 'no card':
      return [failure(CARD_TEXTS.noCard)];
    case 'mute':
      return [failure(KEPT_WORDS[state.loss] ?? CARD_TEXTS.mute)];
    case 'reading':
      return [CARD_BEING_READ];
    case 'unknown card':
      return [
        failure(
          state.fault.kind === 'foreign' ? CARD_TEXTS.unknownCard : CARD_TEXTS.unreadableCard(faultText(state.fault)),
        ),
      ];
    case 'stranger': {
      const words = failure(strangerText(state, view.rules));
      // Defects are shown before a person confirms a card that cannot be used.
      return state.standing === 'needs confirmation' ? [words, ...defectsOf(state.card, view.now)] : [words];
    }
    case 'ready':
      return readyFindings(state, view);
    default:
      return assertNever(state);
  }
}

type Words = Pick<CardFinding, 'found' | 'action' | 'deed'>;

/** Texts about a reader, by its loss. */
const READER_WORDS: Readonly<Record<CardLoss, Words>> = {
  ...{
    off: CARD_TEXTS.off,
    'left to pcscd': CARD_TEXTS.leftToPcscd,
    busy: CARD_TEXTS.busy,
    denied: CARD_TEXTS.denied,
    driver: CARD_TEXTS.driver,
  },
  ...{ 'no reader': CARD_TEXTS.noReader, 'reader gone': CARD_TEXTS.noReader, closed: CARD_TEXTS.noReader },
  unsupported: CARD_TEXTS.unsupported,
  ...{ 'no card': CARD_TEXTS.readerSilent, mute: CARD_TEXTS.readerSilent, removed: CARD_TEXTS.readerSilent },
  ...{ protocol: CARD_TEXTS.readerSilent, late: CARD_TEXTS.readerSilent, 'too long': CARD_TEXTS.readerSilent },
};

/** Why a card in a reader is not accessible to the box; any other loss means a silent card. */
const KEPT_WORDS: Readonly<Partial<Record<CardLoss, Words>>> = {
  ...{ busy: CARD_TEXTS.busyCard, unsupported: CARD_TEXTS.unsupportedCard, late: CARD_TEXTS.late },
  ...{ denied: CARD_TEXTS.denied, driver: CARD_TEXTS.driver },
};

/** What is wrong with the reader. */
export function readerText(loss: CardLoss): Words {
  return READER_WORDS[loss];
}

const failure = (words: Words, code: string | null = NO_CARD): CardFinding => ({ state: 'failure', code, ...words });
const warning = (words: Words): CardFinding => ({ state: 'warning', code: null, ...words });

/** Shown while a card is being read. */
export const CARD_BEING_READ = failure(CARD_TEXTS.reading);

function strangerText(
  { card: { identity }, standing, isNamesake }: Extract<CardState, { kind: 'stranger' }>,
  rules: ShopRules,
): Words {
  const holder: Holder = { uid: identity.jid, tin: identity.tin ?? '?', organisation: identity.organisation };
  switch (standing) {
    case 'needs confirmation':
      return isNamesake
        ? CARD_TEXTS.namesake(holder)
        : CARD_TEXTS.unconfirmed(holder, isComparable(cardOf(identity), rules));
    case 'other shop':
      return CARD_TEXTS.otherShop(holder, rules.companyTin);
    case 'other environment':
      return rules.environment === 'production' ? CARD_TEXTS.testCard(holder) : CARD_TEXTS.productionCard(holder);
    default:
      return assertNever(standing);
  }
}

/** Defects that make a card unusable with any PIN. */
function defectsOf({ identity, client }: CardReport, now: UtcMs | null): readonly CardFinding[] {
  const ended = CARD_TEXTS.ended(localTime(identity.notAfter).slice(0, 10));
  return [
    ...(now !== null && identity.notAfter <= now ? [failure(ended, null)] : []),
    ...(client.ok ? [] : [failure(CARD_TEXTS.noClientKey(faultText(client.error)), null)]),
  ];
}

function readyFindings(
  { card, pin }: Extract<CardState, { kind: 'ready' }>,
  { now, isKeyUsed }: CardView,
): readonly CardFinding[] {
  const { identity, client, triesLeft } = card;
  const day = localTime(identity.notAfter).slice(0, 10);
  const findings: CardFinding[] = [];
  if (pin === 'blocked') findings.push(failure(CARD_TEXTS.blocked, PIN_BLOCKED));
  findings.push(...defectsOf(card, now));
  if (client.ok && pin === 'needed') findings.push(failure(CARD_TEXTS.pinNeeded(triesLeft.pki), PIN_WANTED));
  const left = now === null ? Infinity : identity.notAfter - now;
  if (left > 0 && left <= RENEWAL) findings.push(warning(CARD_TEXTS.ends(day)));
  const used = isKeyUsed ? null : usedPercent(card);
  if (used !== null && used >= 100) findings.push(warning(CARD_TEXTS.auditNeeded));
  else if (used !== null && used >= LIMIT_WARNING) findings.push(warning(CARD_TEXTS.limitNear(used)));
  return findings;
}

/** Used share of the amount that it signs between two audits, whole percent; null: the card does not report it. */
export function usedPercent({ amount }: Pick<CardReport, 'amount'>): number | null {
  return amount === null || amount.limit <= 0n ? null : Number((amount.sum * 100n) / amount.limit);
}
