import {
  type Bilingual,
  defineMessages,
  failed,
  localTime,
  type Message,
  ok,
  type Result,
} from '../../../base/index.js';
import type { Environment } from '../../../contract/index.js';
import {
  type CardFinding,
  cardFindings,
  cardOf,
  type CardReport,
  type CardState,
  FEW_TRIES,
  isComparable,
  type CardStanding,
  unreadBecause,
  usedPercent,
} from '../../../processors/card/index.js';
import { cardViewOf } from '../../health/index.js';
import { MAX_CARDS, type SettingValues } from '../../../shop/settings/index.js';
import { boolean, optional, text } from '../fields.js';
import { type AdminDeps, operation, type OnProgress } from '../operation.js';

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
  readonly standing: CardStanding | null;
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
  input: { fresh: optional(boolean) },
  async run(
    { cards, settings, now, health }: Pick<AdminDeps, 'cards' | 'settings' | 'now' | 'health'>,
    { fresh = true },
    onProgress,
  ): Promise<Result<CardInfo, Message>> {
    const state = await settledCard(cards, onProgress);
    // A card that is still being read after the wait is not asked again.
    if (fresh && state.kind !== 'reading') await cards.refresh();
    return ok(cardInfo(cards.state, settings.now, { now, health }));
  },
});

const LOOKING: Bilingual = { sr: 'Гледам читач и картицу…', en: 'Checking the reader and the card…' };

/** The card state once it is known, after 10 seconds at most. Callers that must wait are notified with `onProgress`. */
export function settledCard(cards: AdminDeps['cards'], onProgress: OnProgress): Promise<CardState> {
  if (!cards.isFollowed || cards.state.kind === 'reading') onProgress(LOOKING);
  return cards.settled();
}

/** A card state for display. */
function cardInfo(
  state: CardState,
  settings: SettingValues,
  { now, health }: Pick<AdminDeps, 'now' | 'health'>,
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

const ACCEPT_MESSAGES = defineMessages('acceptCard', {
  notInReader: {
    en: 'The card in the reader is not {uid}. See: kasirbox card info',
    sr: 'У читачу није картица {uid}. Погледајте: kasirbox card info',
    srOnPage: 'У читачу није картица {uid}. Погледајте која је.',
    enOnPage: 'The card in the reader is not {uid}. Check which card it is.',
  },
  otherInReader: {
    en: 'A different card {uid} is now in the reader than the one shown. See: kasirbox card info',
    sr: 'У читачу је сада друга картица {uid}, а не она која је приказана. Погледајте: kasirbox card info',
    srOnPage: 'У читачу је сада друга картица {uid}, а не она која је приказана. Погледајте је поново.',
    enOnPage: 'A different card {uid} is now in the reader than the one shown. Check it again.',
  },
  enough: {
    en: '{MAX_CARDS} cards are already confirmed. Remove one that is no longer used: kasirbox settings set cards -',
    sr: 'Већ је потврђено {MAX_CARDS} картица. Изоставите ону која се више не користи: kasirbox settings set cards -',
    srOnPage:
      'Већ је потврђено {MAX_CARDS} картица. Уклоните ону која се више не користи: у „Подешавања”, страница „Напредно”, подешавање cards.',
    enOnPage:
      '{MAX_CARDS} cards are already confirmed. Remove one that is no longer used: under “Settings”, page “Advanced”, setting cards.',
  },
  notOfShop: {
    en: 'The card {uid} is not from this shop. See: kasirbox card info',
    sr: 'Картица {uid} није ове радње. Погледајте: kasirbox card info',
    srOnPage: 'Картица {uid} није ове радње.',
    enOnPage: 'The card {uid} is not from this shop.',
  },
});

/**
 * Records that the card in the reader with the given UID is this shop's. `fingerprint`: of the certificate that was
 * shown to the person, because cards can have the same name.
 */
export const acceptCard = operation({
  permission: 'processor',
  input: { uid: text, fingerprint: optional(text) },
  async run(
    { cards, settings, now, health }: Pick<AdminDeps, 'cards' | 'settings' | 'now' | 'health'>,
    { uid: given, fingerprint },
    onProgress,
  ): Promise<Result<CardInfo, Message>> {
    const uid = given.toUpperCase();
    const state = await settledCard(cards, onProgress);
    const shown = (): Result<CardInfo, Message> => ok(cardInfo(cards.state, settings.now, { now, health }));
    if (!('card' in state) || state.card.identity.jid !== uid) {
      return failed(ACCEPT_MESSAGES.notInReader({ uid }));
    }
    if (fingerprint !== undefined && state.card.identity.fingerprint !== fingerprint) {
      return failed(ACCEPT_MESSAGES.otherInReader({ uid }));
    }
    if (state.kind === 'ready') return shown();
    if (state.standing !== 'needs confirmation') return failed(ACCEPT_MESSAGES.notOfShop({ uid }));
    const card = cardOf(state.card.identity);
    if (settings.now.cards.filter((one) => one.uid !== uid).length >= MAX_CARDS)
      return failed(ACCEPT_MESSAGES.enough({ MAX_CARDS }));
    const { isCompared } = cardInfo(state, settings.now, { now, health });
    const stored = await settings.change('cards', ({ cards: known }) =>
      ok([...known.filter((one) => one.uid !== uid), card]),
    );
    // From now on the TIN of this card can be compared with those of later cards.
    return stored.ok
      ? ok({ ...cardInfo(cards.state, settings.now, { now, health }), isCompared })
      : failed(stored.error);
  },
});

const CERTIFICATE_MESSAGES = defineMessages('cardCertificate', {
  noCard: {
    en: 'There is no card of the tax authority in the reader. See: kasirbox card info',
    sr: 'У читачу нема картице Пореске управе. Погледајте: kasirbox card info',
    srOnPage: 'У читачу нема картице Пореске управе.',
    enOnPage: 'There is no card of the tax authority in the reader.',
  },
});

/** Certificates of a card, PEM, without any secret. */
interface CardCertificates {
  /** Certificate of the secure element, which signs receipts. */
  readonly element: string;
  /** Certificate of the key for TLS with a V-PFR; null when it cannot be read. */
  readonly key: string | null;
}

/** The certificates on the card in the reader. */
export const showCardCertificate = operation({
  permission: 'processor',
  isReadOnly: true,
  input: {},
  async run({ cards }: Pick<AdminDeps, 'cards'>, _ask, onProgress): Promise<Result<CardCertificates, Message>> {
    const state = await settledCard(cards, onProgress);
    if (!('card' in state)) return failed(CERTIFICATE_MESSAGES.noCard);
    const { certificate, client } = state.card;
    return ok({ element: certificate.toString(), key: client.ok ? client.value.toString() : null });
  },
});
