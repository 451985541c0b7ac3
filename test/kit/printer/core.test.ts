import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FakePrinter } from './core.js';
import { MODELS } from './options.js';
import { band, listening, onPaper, processId, send, status } from './samples.js';

const ESC = 0x1b;
const GS = 0x1d;
const CUT = [GS, 0x56, 0x41, 0];

test('off line a printer accepts what its buffer can store, and prints it when the cause is fixed', () => {
  const { printer } = listening({ bufferBytes: 45 });
  printer.paper('out');
  const line = Buffer.from(`${'x'.repeat(39)}\n`);
  assert.is(printer.take(Buffer.concat([line, line])), 45);
  assert.is(printer.take(line), 0);
  assert.is(printer.isIdle, true);
  assert.equal(onPaper(printer), []);
  printer.paper('ok');
  assert.equal(onPaper(printer), ['x'.repeat(39)]);
});

test('with two causes a printer prints only when both are fixed', () => {
  const { printer } = listening();
  printer.paper('out');
  printer.cover('open');
  printer.take(Buffer.from('a\n'));
  printer.paper('ok');
  assert.equal(onPaper(printer), []);
  printer.cover('closed');
  assert.equal(onPaper(printer), ['a']);
});

test('a sender that was refused is notified when there is space', () => {
  const { printer } = listening({ bufferBytes: 45 });
  printer.cover('open');
  send(printer, Buffer.from('abcdefghi\n'.repeat(20)));
  assert.is(printer.received, 45);
  printer.cover('closed');
  assert.equal(onPaper(printer), Array<string>(20).fill('abcdefghi'));
});

test('a sender that offered bytes to a printer that was off is notified when it is on', () => {
  const printer = new FakePrinter();
  printer.power(false);
  send(printer, Buffer.from('late\n'));
  assert.is(printer.received, 0);
  printer.power(true);
  assert.equal(onPaper(printer), ['late']);
});

test('a process id is answered only after all before it is printed', () => {
  const { printer, answers } = listening();
  printer.at('processed', 3, (one) => one.paper('out'));
  printer.take(Buffer.concat([Buffer.from('one\ntwo\n'), processId('0007'), Buffer.from([GS, 0x72, 1])]));
  assert.equal(onPaper(printer), []);
  assert.equal(answers, []);
  printer.paper('ok');
  assert.equal(onPaper(printer), ['one', 'two']);
  assert.equal(answers, ['37223030303700', '00']);
});

test('a picture stopped by the end of the paper continues with its next row', () => {
  for (let offset = 0; offset < 28; offset += 1) {
    const printer = new FakePrinter();
    printer.at('processed', offset, (one) => one.paper('out'));
    printer.take(band(10));
    const rows = Math.max(0, Math.floor((offset - 8) / 2));
    const before = Buffer.from(Array.from({ length: rows }, (_, row) => [row, row]).flat()).toString('hex');
    assert.is(onPaper(printer).join(''), before, `${offset}`);
    printer.paper('ok');
    printer.take(Buffer.from('x\n'));
    assert.equal(onPaper(printer), [band(10).subarray(8).toString('hex'), 'x'], `${offset}`);
  }
});

test('power off loses buffer, half command, half line and modes, and what is on paper stays', () => {
  const { printer } = listening();
  const power: boolean[] = [];
  printer.onPower = (isOn) => power.push(isOn);
  printer.take(Buffer.from([ESC, 0x61, 1, ...Buffer.from('one\nhalf')]));
  printer.cover('open');
  printer.take(Buffer.from('buffered\n'));
  printer.power(false);
  assert.is(printer.take(Buffer.from('lost\n')), 0);
  printer.cover('closed');
  printer.power(true);
  printer.take(Buffer.from('two\n'));
  assert.equal(onPaper(printer), ['one', 'two']);
  assert.is(printer.pieces[0]?.marks[1]?.x, 0);
  assert.equal(power, [false, true]);
});

test('power off in a picture leaves its rows on paper, and the next power on knows nothing of it', () => {
  const printer = new FakePrinter();
  printer.at('processed', 13, (one) => one.power(false));
  assert.is(printer.take(band(10)), 14, 'the byte at which the power went was received, and never processed');
  printer.power(true);
  printer.take(Buffer.from('x\n'));
  assert.equal(onPaper(printer), ['00000101', 'x']);
});

test('power off after the n-th byte was received takes no more', () => {
  const { printer, answers } = listening();
  printer.at('received', 4, (one) => one.power(false));
  assert.is(printer.take(Buffer.concat([Buffer.from('a\n'), status(1), Buffer.from('b\n')])), 5);
  assert.equal(onPaper(printer), ['a']);
  assert.equal(answers, ['12']);
  assert.is(printer.received, 5);
});

test('power off for a moment cuts off the rest of what was being sent', () => {
  const printer = new FakePrinter();
  printer.at('received', 4, (one) => {
    one.power(false);
    one.power(true);
  });
  assert.is(printer.take(Buffer.from('one\ntwo\n')), 5);
  printer.take(Buffer.from('new\n'));
  assert.equal(onPaper(printer), ['one', 'new']);
});

test('bytes that are offered again from inside of an answer are not taken twice', () => {
  const printer = new FakePrinter();
  const bytes = Buffer.concat([status(1), processId('0001'), Buffer.from('one\n')]);
  const again: number[] = [];
  printer.onAnswer = () => again.push(printer.take(bytes));
  assert.is(printer.take(bytes), bytes.length);
  assert.equal(again, [0, 0]);
  assert.equal(onPaper(printer), ['one']);
});

test('a printer starts in Chinese mode again after power off', () => {
  const printer = new FakePrinter(MODELS.zjiang);
  printer.take(Uint8Array.of(0x1c, 0x2e));
  printer.power(false);
  printer.power(true);
  printer.take(Uint8Array.of(0x81, 0x82, 0x0a));
  assert.equal(onPaper(printer), ['㐀']);
});

test('a torn picture swallows the next slip, until zeros and ESC @ came between them', () => {
  const slip = Buffer.concat([Buffer.from([ESC, 0x40]), Buffer.from('slip\n'), Buffer.from(CUT)]);
  const torn = band(200).subarray(0, 50);
  const careless = new FakePrinter();
  careless.take(Buffer.concat([torn, slip]));
  assert.equal(
    careless.pieces.map(({ end }) => end),
    ['open'],
  );
  const careful = new FakePrinter();
  careful.take(Buffer.concat([torn, Buffer.alloc(2048), slip]));
  assert.equal(onPaper(careful).at(-1), 'slip');
  assert.equal(careful.errors, []);
});

test('an order for an offset that has passed is a mistake', () => {
  const printer = new FakePrinter();
  printer.take(Buffer.from('abc'));
  assert.throws(() => printer.at('processed', 2, () => undefined), /byte 2 was processed before/);
  assert.throws(() => printer.at('received', 2, () => undefined), /byte 2 was received before/);
});

test('faults at several bytes and at the same byte all happen, in their order', () => {
  const printer = new FakePrinter();
  const happened: string[] = [];
  printer.at('processed', 4, () => happened.push('processed 4'));
  printer.at('received', 2, () => happened.push('received 2'));
  printer.at('processed', 2, () => happened.push('processed 2'));
  printer.at('processed', 2, () => happened.push('again 2'));
  printer.take(Buffer.from('abcdef'));
  assert.equal(happened, ['received 2', 'processed 2', 'again 2', 'processed 4']);
});

test('the feed button feeds a line, and not where it cannot', () => {
  const printer = new FakePrinter();
  printer.feedButton();
  assert.is(printer.pieces[0]?.height, 30);
  printer.cover('open');
  printer.feedButton();
  printer.cover('closed');
  printer.take(band(10).subarray(0, 20));
  printer.feedButton();
  assert.is(printer.pieces[0]?.height, 36);
});

test('a buffer out of its bounds is refused', () => {
  assert.throws(() => new FakePrinter({ bufferBytes: 44 }), /a buffer of 44 bytes/);
  assert.throws(() => new FakePrinter({ bufferBytes: 65_537 }), /a buffer of 65537 bytes/);
});

test.run();
