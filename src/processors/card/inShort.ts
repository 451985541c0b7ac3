import type { UtcMs } from '../../base/index.js';
import type { CardState } from './cardState.js';
import type { CardLoss } from './link.js';

/** State of the card as a short code. */
export const CARD_MODES = [
  'no reader',
  'no card',
  'busy',
  'denied',
  'mute',
  'reading',
  'unknown card',
  'unconfirmed',
  'foreign',
  'other environment',
  'ended',
  'no key',
  'pin needed',
  'blocked',
  'ready',
] as const;
export type CardMode = (typeof CARD_MODES)[number];

/** In Serbian, for a row on paper. */
export const MODE_WORDS: Readonly<Record<CardMode, string>> = {
  'no reader': 'читач није доступан',
  'no card': 'није у читачу',
  busy: 'користи је други програм',
  denied: 'уређај нема приступ читачу',
  mute: 'не одговара',
  reading: 'чита се',
  'unknown card': 'није препозната',
  unconfirmed: 'није потврђена',
  foreign: 'није за ову радњу',
  'other environment': 'није за ово окружење',
  ended: 'сертификат је истекао',
  'no key': 'кључ није читљив',
  'pin needed': 'чека ПИН',
  blocked: 'закључана',
  ready: 'спремна',
};

/** `now`: null when the time is not trusted; then no certificate counts as expired. */
export function cardMode(state: CardState, now: UtcMs | null): CardMode {
  switch (state.kind) {
    case 'stranger':
      return STRANGERS[state.standing];
    case 'ready':
      return readyMode(state, now);
    case 'mute':
      return KEPT[state.loss] ?? state.kind;
    case 'no reader':
    case 'no card':
    case 'reading':
    case 'unknown card':
      return state.kind;
  }
}

const STRANGERS = {
  'needs confirmation': 'unconfirmed',
  'other shop': 'foreign',
  'other environment': 'other environment',
} as const;

/** A card that is silent because the box has no access to it. */
const KEPT: Readonly<Partial<Record<CardLoss, CardMode>>> = { busy: 'busy', denied: 'denied', driver: 'denied' };

function readyMode({ card, pin }: Extract<CardState, { kind: 'ready' }>, now: UtcMs | null): CardMode {
  if (pin === 'blocked') return 'blocked';
  if (now !== null && card.identity.notAfter <= now) return 'ended';
  if (!card.client.ok) return 'no key';
  return pin === 'needed' ? 'pin needed' : 'ready';
}
