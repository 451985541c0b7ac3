import { type Bilingual, type Environment, localTime, ok, type Result } from '../../base/index.js';
import {
  type CardFinding,
  cardFindings,
  cardOf,
  type CardReport,
  type CardState,
  FEW_TRIES,
  isComparable,
  type Standing,
  unreadBecause,
  usedPercent,
} from '../../card/index.js';
import { cardViewOf } from '../../health/index.js';
import type { SettingValues } from '../../settings/index.js';
import { boolean, optional } from '../fields.js';
import { type AdminParts, operation, type Tell } from '../operation.js';

/** What a card tells without a PIN, in plain JSON. */
export interface CardRow {
  readonly uid: string;
  readonly tin: string | null;
  readonly organisation: string;
  readonly location: string;
  readonly address: string;
  /** As it is judged: `other` also where arc and addresses of its certificate contradict each other. */
  readonly environment: Environment | 'other';
  /** SHA-256 of its certificate, hex with colons. */
  readonly fingerprint: string;
  /** Of its certificate, YYYY-MM-DD. */
  readonly from: string;
  readonly until: string;
  /** Of the software on it, `3.2.8`; null: it does not tell. */
  readonly version: string | null;
  /** Wrong PINs that are left before it is blocked for good; null: it does not tell. */
  readonly triesLeft: { readonly element: number | null; readonly key: number | null };
  /** Of the amount that it signs between two audits, whole percent; null: it does not tell. */
  readonly usedPercent: number | null;
  /** The receipt that it has signed last, for whichever L-PFR: Belgrade time, and its two numbers as on receipts; null: none is told. */
  readonly lastInvoice: { readonly at: string; readonly kindCounter: number; readonly totalCounter: number } | null;
  /** Address of the V-PFR in its certificate; null: none. */
  readonly vsdcUrl: string | null;
}

/** How it stands with reader and card. */
export interface CardInfo {
  readonly state: CardState['kind'];
  /** Null: no card of the tax authority was read. */
  readonly standing: Standing | null;
  /** Is a card of its name known with another certificate? */
  readonly isNamesake: boolean;
  /** Of the key for a V-PFR; null while there is no card of this shop, or its key cannot be read. */
  readonly pin: 'needed' | 'accepted' | 'blocked' | null;
  /** Is that PIN kept over a restart? */
  readonly isKept: boolean;
  /** Does the owner want it kept (setting cardPin)? */
  readonly isToBeKept: boolean;
  readonly card: CardRow | null;
  /** Are so few tries left, or untold, that a person has to confirm their number before a PIN is tried? */
  readonly mustConfirm: boolean;
  /** Is there a TIN, of the company or of cards before, with which that of the card was compared? */
  readonly isCompared: boolean;
  /** Why the card, or its key for a V-PFR, could not be read, for a technician; null: it was, or there is none. */
  readonly unread: Bilingual | null;
  /** Does the processor of the environment in use take the key of the card? */
  readonly isUsed: boolean;
  readonly findings: readonly CardFinding[];
}

/**
 * The card in the reader. No PIN is tried. `fresh`: is the card asked now for what changes in it? It is when left out; a page that
 * follows the card takes what is known.
 */
export const showCard = operation({
  permission: 'processor',
  isReadOnly: true,
  ask: { fresh: optional(boolean) },
  async run(
    { cards, settings, now, health }: Pick<AdminParts, 'cards' | 'settings' | 'now' | 'health'>,
    { fresh = true },
    tell,
  ): Promise<Result<CardInfo, string>> {
    const state = await settledCard(cards, tell);
    // A card that has kept everybody waiting is not asked for more.
    if (fresh && state.kind !== 'reading') await cards.refresh();
    return ok(cardInfo(cards.state, settings.now, { now, health }));
  },
});

const LOOKING: Bilingual = { sr: 'Гледам читач и картицу…', en: 'Looking at reader and card…' };

/** How it stands once it is known, after 10 seconds at most; whoever has to wait is told. */
export function settledCard(cards: AdminParts['cards'], tell: Tell): Promise<CardState> {
  if (!cards.isFollowed || cards.state.kind === 'reading') tell(LOOKING);
  return cards.settled();
}

/** A state as it is shown. */
export function cardInfo(
  state: CardState,
  settings: SettingValues,
  { now, health }: Pick<AdminParts, 'now' | 'health'>,
): CardInfo {
  const view = cardViewOf(settings, { now, isTrusted: () => health.clockTrust() !== 'guess' });
  const tries = 'card' in state ? state.card.triesLeft.pki : null;
  return {
    state: state.kind,
    standing: state.kind === 'ready' ? 'accepted' : state.kind === 'stranger' ? state.standing : null,
    isNamesake: state.kind === 'stranger' && state.isNamesake,
    pin: state.kind === 'ready' && state.card.client.ok ? state.pin : null,
    isKept: state.kind === 'ready' && state.isKept,
    isToBeKept: settings.cardPin === 'keep',
    card: 'card' in state ? rowOf(state.card) : null,
    mustConfirm: tries === null || tries <= FEW_TRIES,
    isCompared: 'card' in state && isComparable(cardOf(state.card.identity), view.rules),
    unread: unreadBecause(state),
    isUsed: view.isKeyUsed,
    findings: cardFindings(state, view),
  };
}

function rowOf(card: CardReport): CardRow {
  const { identity, version, triesLeft, client, lastInvoice: last } = card;
  const { jid, tin, organisation, location, address, notBefore, notAfter, vsdcUrl, fingerprint } = identity;
  const [from = '', until = ''] = [notBefore, notAfter].map((at) => localTime(at).slice(0, 10));
  const { environment } = cardOf(identity);
  return {
    ...{ uid: jid, tin, organisation, location, address, environment, fingerprint, from, until },
    version: version?.join('.') ?? null,
    triesLeft: { element: triesLeft.element, key: client.ok ? triesLeft.pki : null },
    usedPercent: usedPercent(card),
    lastInvoice: last === null ? null : lastOf(last),
    vsdcUrl,
  };
}

/** No buyer, no amount: whoever looks after the box need not know them. */
function lastOf({ time, kindCounter, totalCounter }: NonNullable<CardReport['lastInvoice']>): CardRow['lastInvoice'] {
  return { at: localTime(time), kindCounter, totalCounter };
}
