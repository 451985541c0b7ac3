import type { CardState } from './cardState.js';

/** How it stands with the card, in a word. */
export const CARD_MODES = [
  'no reader',
  'no card',
  'mute',
  'reading',
  'unknown card',
  'unconfirmed',
  'foreign',
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
  mute: 'не одговара',
  reading: 'чита се',
  'unknown card': 'није од Пореске управе',
  unconfirmed: 'није потврђена',
  foreign: 'није за ову радњу',
  'no key': 'кључ није читљив',
  'pin needed': 'чека ПИН',
  blocked: 'закључана',
  ready: 'спремна',
};

export function cardMode(state: CardState): CardMode {
  switch (state.kind) {
    case 'stranger':
      return state.standing === 'needs confirmation' ? 'unconfirmed' : 'foreign';
    case 'ready':
      return readyMode(state);
    case 'no reader':
    case 'no card':
    case 'mute':
    case 'reading':
    case 'unknown card':
      return state.kind;
  }
}

function readyMode({ card, pin }: Extract<CardState, { kind: 'ready' }>): CardMode {
  if (pin === 'blocked') return 'blocked';
  if (!card.client.ok) return 'no key';
  return pin === 'needed' ? 'pin needed' : 'ready';
}
