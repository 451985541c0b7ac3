import { createRequire } from 'node:module';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Acknowledgements, acknowledgementsFor } from '../../../src/paper/printing/acknowledgements.js';
import type { PrinterAnswer } from '../../../src/paper/printing/escpos/printerAnswers.js';
import type { Proof } from '../../../src/paper/printing/port.js';

/** A printer that answers what a test has it say. */
function asking(proof: Proof) {
  const listeners = new Set<(answer: PrinterAnswer) => void>();
  const asked: Acknowledgements = acknowledgementsFor(proof, {
    onAnswer: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  });
  let heard = 0;
  asked.onAcknowledged = () => (heard += 1);
  const say = (answer: PrinterAnswer): void => {
    for (const listener of listeners) listener(answer);
  };
  return { asked, say, heard: () => heard, listeners };
}

/** The id in a request of `GS ( H`. */
const idIn = (request: Uint8Array): string => Buffer.from(request.subarray(7)).toString('latin1');
const QUEUED = { kind: 'queued-status', value: 0 } as const;

test('each chunk has an id of its own in four printable characters, and the printer that tells it has done it', () => {
  const { asked, say, heard } = asking('process-id');
  const requests = Array.from({ length: 3 }, () => asked.nextRequest());
  const ids = requests.map(idIn);
  assert.equal(
    requests.map((request) => Buffer.from(request.subarray(0, 7)).toString('hex')),
    Array(3).fill('1d284806003030'),
  );
  assert.is(new Set(ids).size, 3);
  for (const id of ids) assert.match(id, /^S[!-~]{3}$/);
  assert.equal([asked.open, asked.isTorn, asked.needsPolling], [3, false, false]);
  for (const [at, id] of ids.entries()) {
    say({ kind: 'process-id', id });
    assert.equal([asked.open, heard(), asked.isTorn], [2 - at, at + 1, false]);
  }
});

test('where a later chunk is told before an earlier one, what lies between is lost', () => {
  const { asked, say } = asking('process-id');
  const ids = Array.from({ length: 3 }, () => idIn(asked.nextRequest()));
  say({ kind: 'process-id', id: ids[1]! });
  assert.equal([asked.open, asked.isTorn], [1, true]);
  say({ kind: 'process-id', id: ids[2]! });
  assert.equal([asked.open, asked.isTorn], [0, true], 'and stays lost');
});

test('an id of an earlier run, one that was told, and another kind of answer acknowledge nothing', () => {
  const { asked, say, heard } = asking('process-id');
  const first = idIn(asked.nextRequest());
  say({ kind: 'process-id', id: 'Snon' });
  say(QUEUED);
  assert.equal([asked.open, heard(), asked.isTorn], [1, 0, false]);
  say({ kind: 'process-id', id: first });
  say({ kind: 'process-id', id: first });
  assert.equal([asked.open, heard()], [0, 1]);
});

test('ids go on after a thousand chunks without a repeat', () => {
  const { asked } = asking('process-id');
  assert.is(new Set(Array.from({ length: 1000 }, () => idIn(asked.nextRequest()))).size, 1000);
});

test('ids of two runs do not begin with the same one, or an answer to the run before would prove a slip', () => {
  const load = createRequire(import.meta.url);
  const module = load.resolve('../../../src/paper/printing/acknowledgements.ts');
  const firsts = new Set<string>();
  for (let run = 0; run < 3; run += 1) {
    load.cache[module] = undefined;
    const { acknowledgementsFor: anew } = load(module) as { acknowledgementsFor: typeof acknowledgementsFor };
    firsts.add(idIn(anew('process-id', { onAnswer: () => () => undefined }).nextRequest()));
  }
  assert.ok(firsts.size > 1);
});

test('answers that are all alike are counted, and more than were asked for count nothing', () => {
  const { asked, say, heard } = asking('queued-status');
  say(QUEUED);
  assert.equal([asked.open, heard()], [0, 0]);
  assert.is(Buffer.from(asked.nextRequest()).toString('hex'), '1d7201');
  asked.nextRequest();
  assert.equal([asked.open, asked.isTorn, asked.needsPolling], [2, false, false]);
  say({ kind: 'status', value: 0x12 });
  assert.equal([asked.open, heard()], [2, 0]);
  say(QUEUED);
  assert.equal([asked.open, heard()], [1, 1]);
  say(QUEUED);
  say(QUEUED);
  assert.equal([asked.open, heard()], [0, 2]);
});

test('once it has ended, nobody listens any more', () => {
  for (const proof of ['process-id', 'queued-status'] as const) {
    const { asked, say, heard, listeners } = asking(proof);
    asked.nextRequest();
    assert.is(listeners.size, 1);
    asked.end();
    say(QUEUED);
    assert.equal([listeners.size, heard()], [0, 0]);
  }
});

test('a printer that proves no slip is asked nothing; one that tells its state is polled for it', () => {
  for (const [proof, needsPolling] of [
    ['status', true],
    ['none', false],
  ] as const) {
    const { asked, listeners } = asking(proof);
    assert.equal([asked.nextRequest().length, asked.open, asked.isTorn], [0, 0, false]);
    assert.is(asked.needsPolling, needsPolling);
    asked.end();
    assert.is(listeners.size, 0);
  }
});

test.run();
