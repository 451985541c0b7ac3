import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FakePrinter } from './core.js';
import { band, listening, onPaper, processId, status } from './samples.js';

const GS = 0x1d;

test('DLE EOT answers with what is wrong, bit for bit', () => {
  const changes: readonly [string, (printer: FakePrinter) => void, string][] = [
    ['nothing', () => undefined, '12 12 12 12'],
    ['paper near its end', (printer) => printer.paper('near end'), '12 12 12 1e'],
    ['no paper', (printer) => printer.paper('out'), '1a 32 12 7e'],
    ['open cover', (printer) => printer.cover('open'), '1a 16 12 12'],
    ['jammed cutter', (printer) => printer.cutterJam(true), '1a 52 1a 12'],
    ['off line', (printer) => printer.offline(true), '1a 12 12 12'],
  ];
  for (const [name, change, expected] of changes) {
    const { printer, answers } = listening();
    change(printer);
    for (const question of [1, 2, 3, 4]) printer.take(status(question));
    assert.is(answers.join(' '), expected, name);
    assert.equal(printer.errors, []);
  }
});

test('DLE EOT is answered when it is received, before what stands in the buffer', () => {
  const { printer, answers } = listening();
  printer.cover('open');
  printer.take(Buffer.concat([Buffer.from('a\n'), processId('0001'), status(1)]));
  assert.equal(answers, ['1a']);
  printer.cover('closed');
  assert.equal(answers, ['1a', '37223030303100']);
});

test('DLE EOT in a picture is answered and stays in the picture', () => {
  const { printer, answers } = listening();
  printer.take(Uint8Array.of(GS, 0x76, 0x30, 0, 2, 0, 2, 0, 0x10, 0x04, 0x02, 0xff));
  assert.equal(answers, ['12']);
  assert.equal(onPaper(printer), ['100402ff']);
});

test('DLE EOT is understood however it is cut, and after a false start', () => {
  const { printer, answers } = listening();
  for (const byte of [0x10, 0x10, 0x04, 0x01]) printer.take(Uint8Array.of(byte));
  assert.equal(answers, ['12']);
});

test('a full buffer still takes and answers DLE EOT that stands in front, and nothing behind refused bytes', () => {
  const { printer, answers } = listening({ bufferBytes: 45 });
  printer.paper('out');
  printer.take(Buffer.alloc(45, 0x0a));
  assert.is(printer.take(status(4)), 3);
  assert.is(printer.take(Buffer.concat([status(1), Buffer.from('x'), status(1)])), 3);
  assert.is(printer.take(Buffer.concat([Buffer.from('x'), status(1)])), 0);
  assert.is(printer.take(Uint8Array.of(0x10, 0x04)), 0);
  assert.equal(answers, ['7e', '1a']);
});

test('a question that came into a full buffer in the middle of a picture is not lost from it', () => {
  const { printer, answers } = listening({ bufferBytes: 45 });
  printer.paper('out');
  printer.take(band(20).subarray(0, 45));
  printer.take(status(2));
  printer.paper('ok');
  assert.equal(answers, ['32']);
  assert.ok(onPaper(printer).join('').endsWith('111112100402'));
  assert.is(printer.printed, 48);
});

test('GS a reports the status, and then its changes, until GS a 0 or ESC @', () => {
  const { printer, answers } = listening();
  printer.take(Uint8Array.of(GS, 0x61, 0xff));
  assert.equal(answers.splice(0), ['1000000f']);
  printer.paper('out');
  printer.cover('open');
  assert.equal(answers.splice(0), ['18000f0f', '38000f0f']);
  printer.cover('closed');
  printer.paper('ok');
  answers.splice(0);
  printer.take(Uint8Array.of(GS, 0x61, 0));
  printer.paper('out');
  assert.equal(answers, []);
  const silent = listening({ answers: { status: true, queuedStatus: true, processId: true } });
  silent.printer.take(Uint8Array.of(GS, 0x61, 0xff));
  assert.equal(silent.answers, []);
});

test.run();
