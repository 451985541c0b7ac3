import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type BoxEvent, eventsOfMachine } from '../../../src/platform/ledger/boxEvent.js';
import { NOON } from '../../kit/ledger.js';

test('the events of this machine are those after the last restore from a backup', () => {
  const restart = (at: number): BoxEvent => ({ at, kind: 'restart', reason: 'crash' });
  const moved = { at: NOON, kind: 'moved' } as const;
  const [a, b, c] = [restart(1), restart(2), restart(3)] as const;
  for (const [events, own] of [
    [[], []],
    [
      [a, b],
      [a, b],
    ],
    [[a, b, moved], []],
    [
      [a, moved, b, c],
      [b, c],
    ],
    [[moved, a, moved, b], [b]],
  ] as const) {
    assert.equal(eventsOfMachine(events), own, JSON.stringify(events));
  }
});

test.run();
