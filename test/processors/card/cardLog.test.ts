import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ok } from '../../../src/base/index.js';
import { faultText, malformed, refused } from '../../../src/processors/card/applets/fault.js';
import { CardLog } from '../../../src/processors/card/cardLog.js';
import type { CardState } from '../../../src/processors/card/cardState.js';
import type { FoundReader } from '../../../src/processors/card/link.js';
import type { CardReport } from '../../../src/processors/card/readCard.js';

const FAULT = refused('element', 0x6a82).error;
const READABLE = { client: ok({}) } as unknown as CardReport;
const KEYLESS = { client: malformed('a certificate') } as unknown as CardReport;
const READER = { name: 'Reader 00', way: 'usb' } as unknown as FoundReader;

/** The lines of the log after states, each with its values. */
function linesAfter(states: readonly CardState[], readers: readonly (FoundReader | undefined)[] = []): unknown[] {
  const lines: unknown[] = [];
  const log = new CardLog((event, values) => lines.push([event, values]));
  states.forEach((state, at) => log.note(readers[at], state));
  return lines;
}

test('each state is logged with what a technician needs, and without data of the card', () => {
  const states: readonly [CardState, Record<string, string>][] = [
    [
      { kind: 'no reader', loss: 'removed' },
      { state: 'no reader', loss: 'removed' },
    ],
    [
      { kind: 'mute', loss: 'removed' },
      { state: 'mute', loss: 'removed' },
    ],
    [{ kind: 'no card' }, { state: 'no card' }],
    [
      { kind: 'unknown card', fault: FAULT },
      { state: 'unknown card', fault: faultText(FAULT) },
    ],
    [
      { kind: 'stranger', card: READABLE, standing: 'other shop', isNamesake: false },
      { state: 'stranger', standing: 'other shop' },
    ],
    [
      { kind: 'stranger', card: KEYLESS, standing: 'needs confirmation', isNamesake: true },
      { state: 'stranger', standing: 'needs confirmation', certificate: 'another', key: 'malformed: a certificate' },
    ],
    [
      { kind: 'ready', card: READABLE, pin: 'accepted', isKept: true },
      { state: 'ready', pin: 'accepted' },
    ],
    [
      { kind: 'ready', card: KEYLESS, pin: 'needed', isKept: false },
      { state: 'ready', pin: 'needed', key: 'malformed: a certificate' },
    ],
  ];
  for (const [state, label] of states) assert.equal(linesAfter([state]), [['card.state', label]], state.kind);
});

test('a state is logged once, and neither the initial state nor the reading of a card at all', () => {
  const needed: CardState = { kind: 'ready', card: READABLE, pin: 'needed', isKept: false };
  const lines = linesAfter([
    { kind: 'no reader', loss: 'no reader' },
    { kind: 'reading' },
    needed,
    { kind: 'reading' },
    needed,
    { ...needed, pin: 'accepted' },
    { kind: 'no card' },
  ]);
  assert.equal(lines, [
    ['card.state', { state: 'ready', pin: 'needed' }],
    ['card.state', { state: 'ready', pin: 'accepted' }],
    ['card.state', { state: 'no card' }],
  ]);
});

test('a reader is logged when it is found, and again when it was gone meanwhile', () => {
  const none: CardState = { kind: 'no card' };
  const lines = linesAfter([none, none, none, none], [READER, READER, undefined, READER]);
  const found = ['card.reader', { reader: 'Reader 00', way: 'usb' }];
  assert.equal(lines, [found, ['card.state', { state: 'no card' }], found]);
});

test.run();
