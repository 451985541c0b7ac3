import { getEventListeners } from 'node:events';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { PrinterFault } from '../../../src/platform/ledger/job.js';
import type { EscPosChannel } from '../../../src/paper/printing/escPosChannel.js';
import { acknowledgementsFor } from '../../../src/paper/printing/acknowledgements.js';
import { StatusMonitor } from '../../../src/paper/printing/statusMonitor.js';
import { settled } from '../../kit/handClock.js';

type Status = PrinterFault | null | 'silent' | 'stalled';

/** A monitor of a printer that says what the test has it say. */
function watching({ maxSilentPolls = 6, autoStatus = false, status = true } = {}) {
  const faults: (PrinterFault | null)[] = [];
  let says: Status = null;
  const patience = new AbortController();
  let endPause: () => void = () => undefined;
  const pause = (_ms: number, wake: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      endPause = resolve;
      wake.addEventListener('abort', () => resolve());
    });
  const channel = { isGone: false, onStatusChange: undefined, queryStatus: async () => says, pause };
  const monitor = new StatusMonitor(
    {
      channel: channel as unknown as EscPosChannel,
      findings: { autoStatus, status } as never,
      onFault: (fault) => void faults.push(fault),
      signal: patience.signal,
    },
    maxSilentPolls,
  );
  const poll = async (answer: Status): Promise<boolean> => {
    says = answer;
    return monitor.checkStatus();
  };
  return { monitor, channel, faults, poll, patience, endPause: () => endPause() };
}

const times = (count: number, work: () => void): void => Array.from({ length: count }, work).forEach(() => undefined);

test('five stalls in a row are a printer that was off; an answer or a chunk between them begins the count anew', async () => {
  const { monitor, poll, faults } = watching();
  times(4, () => monitor.noteStall());
  assert.ok(await poll(null), 'a good answer');
  times(4, () => monitor.noteStall());
  monitor.noteProgress();
  times(4, () => monitor.noteStall());
  assert.is(monitor.isTorn, false);
  assert.equal(faults, ['offline', null, 'offline', null, 'offline'], 'each change is told once');
  monitor.noteStall();
  assert.is(monitor.isTorn, true);
});

test('an answer that tells of a fault is an answer, too', async () => {
  const { monitor, poll, faults } = watching();
  times(4, () => monitor.noteStall());
  assert.is(await poll('paper'), false);
  times(4, () => monitor.noteStall());
  assert.is(monitor.isTorn, false);
  assert.equal(faults, ['offline', 'paper'], 'what it has said stands above being off line');
});

test('polls without an answer count in a row, and none says so where the printer is not asked in real time', async () => {
  const { monitor, poll, faults } = watching({ maxSilentPolls: 4 });
  for (const answer of ['silent', 'silent', 'silent', null, 'silent', 'silent'] as const) await poll(answer);
  assert.equal([monitor.isTorn, faults], [false, ['offline', null]]);
  monitor.noteProgress();
  for (const answer of ['silent', 'silent', 'silent'] as const) await poll(answer);
  assert.is(monitor.isTorn, false);
  await poll('silent');
  assert.is(monitor.isTorn, true);
  const never = watching({ maxSilentPolls: Infinity });
  for (let polls = 0; polls < 20; polls += 1) await never.poll('silent');
  times(20, () => never.monitor.noteStall());
  assert.is(never.monitor.isTorn, false);
  const mute = watching({ status: false });
  assert.ok(await mute.poll('silent'));
  assert.equal(mute.faults, []);
});

test('a printer that does not even take a request is off line at once', async () => {
  const { poll, faults } = watching();
  await poll('silent');
  assert.equal(faults, []);
  await poll('stalled');
  assert.equal(faults, ['offline']);
});

test('a pause ends with an acknowledgement, or when the box no longer waits, and leaves no listener', async () => {
  const { monitor, patience, endPause } = watching();
  const acknowledgements = acknowledgementsFor('none', { onAnswer: () => () => undefined });
  for (const isAnswered of [true, false]) {
    const paused = monitor.pause(acknowledgements);
    if (isAnswered) acknowledgements.onAcknowledged?.();
    else endPause();
    assert.is(await paused, isAnswered);
    assert.equal([acknowledgements.onAcknowledged, getEventListeners(patience.signal, 'abort').length], [undefined, 0]);
  }
  const ends: boolean[] = [];
  void monitor.pause(acknowledgements).then((isAcknowledged) => ends.push(isAcknowledged));
  patience.abort();
  await settled();
  assert.equal(ends, [false]);
});

test('what the printer reports by itself counts as an answer, till the monitor ends', async () => {
  const { monitor, channel, poll, faults } = watching({ autoStatus: true, maxSilentPolls: 3 });
  const report = channel.onStatusChange as unknown as (fault: PrinterFault | null) => void;
  await poll('silent');
  await poll('silent');
  report('cover');
  await poll('silent');
  await poll('silent');
  assert.equal([monitor.isTorn, monitor.fault, faults], [false, 'cover', ['cover']]);
  monitor.end();
  assert.is(channel.onStatusChange, undefined);
});

test.run();
