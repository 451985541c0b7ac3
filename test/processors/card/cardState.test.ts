import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Bilingual, ok } from '../../../src/base/index.js';
import { describeFault, malformed, refused } from '../../../src/processors/card/applets/fault.js';
import {
  CARD_MODES,
  cardMode,
  type CardMode,
  type CardState,
  isSameState,
  MODE_TEXTS,
  unreadBecause,
} from '../../../src/processors/card/cardState.js';
import { CARD_LOSSES } from './losses.js';
import type { CardReport } from '../../../src/processors/card/readCard.js';

const END = 1_000_000;
const REFUSED = refused('element', 0x6a82).error;
const NO_CERTIFICATE = malformed('a certificate').error;
const READABLE = { client: ok({}), identity: { notAfter: END } } as unknown as CardReport;
const KEYLESS: CardReport = { ...READABLE, client: malformed('a certificate') };

const stranger = (standing: 'needs confirmation' | 'other shop' | 'other environment'): CardState => ({
  kind: 'stranger',
  card: READABLE,
  standing,
  isNamesake: false,
});
const ready = (pin: 'accepted' | 'needed' | 'blocked', card = READABLE): CardState => ({
  kind: 'ready',
  card,
  pin,
  isKept: false,
});

test('each state has its mode, and each mode is reached and has a Serbian text of its own', () => {
  const modes: readonly [CardState, number | null, CardMode][] = [
    [{ kind: 'no reader', loss: 'no reader' }, 0, 'no reader'],
    [{ kind: 'no reader', loss: 'busy' }, 0, 'no reader'],
    [{ kind: 'no card' }, 0, 'no card'],
    [{ kind: 'mute', loss: 'busy' }, 0, 'busy'],
    [{ kind: 'mute', loss: 'denied' }, 0, 'denied'],
    [{ kind: 'mute', loss: 'driver' }, 0, 'denied'],
    [{ kind: 'mute', loss: 'removed' }, 0, 'mute'],
    [{ kind: 'reading' }, 0, 'reading'],
    [{ kind: 'unknown card', fault: REFUSED }, 0, 'unknown card'],
    [stranger('needs confirmation'), 0, 'unconfirmed'],
    [stranger('other shop'), 0, 'foreign'],
    [stranger('other environment'), 0, 'other environment'],
    [ready('accepted'), 0, 'ready'],
    [ready('needed'), 0, 'pin needed'],
    [ready('blocked'), 0, 'blocked'],
    [ready('accepted', KEYLESS), 0, 'no key'],
    [ready('needed', KEYLESS), 0, 'no key'],
    [ready('blocked', KEYLESS), END, 'blocked'],
    [ready('accepted'), END - 1, 'ready'],
    [ready('accepted'), END, 'ended'],
    [ready('needed', KEYLESS), END + 1, 'ended'],
    // A time that is not trusted ends no certificate.
    [ready('accepted', { ...READABLE, identity: { ...READABLE.identity, notAfter: -1 } }), null, 'ready'],
  ];
  for (const [state, now, mode] of modes) assert.is(cardMode(state, now), mode, `${JSON.stringify(state)} at ${now}`);
  assert.equal([...new Set(modes.map(([, , mode]) => mode))].sort(), [...CARD_MODES].sort());
  const texts = CARD_MODES.map((mode) => MODE_TEXTS[mode]);
  for (const text of texts) assert.match(text, /^[а-шђјљњћџА-ШЂЈЉЊЋЏ ]{5,}$/);
  assert.is(new Set(texts).size, CARD_MODES.length);
});

test('a state with a card is never the same, any other is when nothing differs', () => {
  const plain: readonly CardState[] = [
    ...CARD_LOSSES.flatMap((loss): CardState[] => [
      { kind: 'no reader', loss },
      { kind: 'mute', loss },
    ]),
    { kind: 'no card' },
    { kind: 'reading' },
  ];
  for (const [at, state] of plain.entries()) {
    for (const [other, second] of plain.entries()) {
      assert.is(isSameState(state, { ...second }), at === other, JSON.stringify([state, second]));
    }
  }
  const changing = [{ kind: 'unknown card', fault: REFUSED } as const, stranger('other shop'), ready('accepted')];
  for (const state of changing) assert.not.ok(isSameState(state, state), state.kind);
});

test('a technician reads why a card, or its key alone, could not be read', () => {
  assert.equal(unreadBecause({ kind: 'unknown card', fault: REFUSED }), describeFault(REFUSED));
  const { sr, en } = describeFault(NO_CERTIFICATE);
  const key: Bilingual = { sr: `кључ: ${sr}`, en: `key: ${en}` };
  assert.equal(unreadBecause(ready('accepted', KEYLESS)), key);
  assert.equal(unreadBecause({ kind: 'stranger', card: KEYLESS, standing: 'other shop', isNamesake: false }), key);
  for (const state of [ready('blocked'), stranger('other shop'), { kind: 'no card' } as const]) {
    assert.is(unreadBecause(state), null, state.kind);
  }
});

test.run();
