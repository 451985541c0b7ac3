import { type Bilingual, type Environment, localTime, ok, type Result, type Message } from '../../../base/index.js';
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
} from '../../../processors/card/index.js';
import { cardViewOf } from '../../health/index.js';
import type { SettingValues } from '../../../shop/settings/index.js';
import { boolean, optional } from '../fields.js';
import { type AdminParts, operation, type Tell } from '../operation.js';

/** Data of a card that can be read without a PIN, in plain JSON. */
export interface CardRow {
  readonly uid: string;
  readonly tin: string | null;
  readonly organisation: string;
  readonly location: string;
  readonly address: string;
  /** Environment of the card: `other` also when arc and addresses of its certificate contradict each other. */
  readonly environment: Environment | 'other';
  /** SHA-256 of its certificate, hex with colons. */
  readonly fingerprint: string;
  /** Validity of its certificate, YYYY-MM-DD. */
  readonly from: string;
  readonly until: string;
  /** Version of the software on the card, `3.2.8`; null when not reported. */
  readonly version: string | null;
  /** Remaining wrong PINs before the card is blocked for good; null when not reported. */
  readonly triesLeft: { readonly element: number | null; readonly key: number | null };
  /** Used share of the amount that it signs between two audits, whole percent; null when not reported. */
  readonly usedPercent: number | null;
  /**
   * The last receipt that it has signed, for any L-PFR: Belgrade time, and its two counters as on receipts; null when
   * not reported.
   */
  readonly lastInvoice: { readonly at: string; readonly kindCounter: number; readonly totalCounter: number } | null;
  /** Address of the V-PFR in its certificate; null when there is none. */
  readonly vsdcUrl: string | null;
}

/** State of the reader and its card. */
export interface CardInfo {
  readonly state: CardState['kind'];
  /** Null when no card of the tax authority was read. */
  readonly standing: Standing | null;
  /** True when a card of the same name is known with another certificate. */
  readonly isNamesake: boolean;
  /** State of the PIN of the key for a V-PFR. Null when there is no card of this shop, or its key cannot be read. */
  readonly pin: 'needed' | 'accepted' | 'blocked' | null;
  /** True when the PIN is stored over a restart. */
  readonly isKept: boolean;
  /** True when the owner wants the PIN stored (setting cardPin). */
  readonly isToBeKept: boolean;
  readonly card: CardRow | null;
  /**
   * True when few tries remain, or their number is not reported. A person must then confirm the number before a PIN is
   * tried.
   */
  readonly mustConfirm: boolean;
  /** True when the card's TIN was compared with that of the company or of earlier cards. */
  readonly isCompared: boolean;
  /**
   * Why the card, or its key for a V-PFR, could not be read, for a technician; null when it was read, or there is none.
   */
  readonly unread: Bilingual | null;
  /** True when the processor of the active environment uses the key of the card. */
  readonly isUsed: boolean;
  readonly findings: readonly CardFinding[];
}

/**
 * Shows the card in the reader. No PIN is tried. `fresh`: true (default) to read the values that change from the card
 * now. A page that polls the card uses the known values.
 */
export const showCard = operation({
  permission: 'processor',
  isReadOnly: true,
  ask: { fresh: optional(boolean) },
  async run(
    { cards, settings, now, health }: Pick<AdminParts, 'cards' | 'settings' | 'now' | 'health'>,
    { fresh = true },
    tell,
  ): Promise<Result<CardInfo, Message>> {
    const state = await settledCard(cards, tell);
    // A card that is still being read after the wait is not asked again.
    if (fresh && state.kind !== 'reading') await cards.refresh();
    return ok(cardInfo(cards.state, settings.now, { now, health }));
  },
});

const LOOKING: Bilingual = { sr: 'Гледам читач и картицу…', en: 'Looking at reader and card…' };

/** The card state once it is known, after 10 seconds at most. Callers that must wait are notified with `tell`. */
export function settledCard(cards: AdminParts['cards'], tell: Tell): Promise<CardState> {
  if (!cards.isFollowed || cards.state.kind === 'reading') tell(LOOKING);
  return cards.settled();
}

/** A card state for display. */
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

/** Without buyer and amount: a technician does not need them. */
function lastOf({ time, kindCounter, totalCounter }: NonNullable<CardReport['lastInvoice']>): CardRow['lastInvoice'] {
  return { at: localTime(time), kindCounter, totalCounter };
}
