import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FakePrinter } from './core.js';
import type { Mark, PrinterOptions } from './types.js';

const ESC = 0x1b;
const FS = 0x1c;
const GS = 0x1d;
const CUT = [GS, 0x56, 0x41, 0];

function printed(options: Partial<PrinterOptions>, ...parts: readonly (string | readonly number[])[]): FakePrinter {
  const printer = new FakePrinter(options);
  const bytes = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
  assert.is(printer.take(bytes), bytes.length);
  return printer;
}

function marks(...parts: readonly (string | readonly number[])[]): readonly Mark[] {
  const printer = printed({}, ...parts);
  assert.equal(printer.errors, []);
  return printer.pieces.flatMap((piece) => piece.marks);
}

function text(x: number, y: number, content: string, cellWidth = 12, cellHeight = 24, font: 'A' | 'B' = 'A'): Mark {
  return { kind: 'text', x, y, text: content, font, cellWidth, cellHeight };
}

function answersTo(options: Partial<PrinterOptions>, bytes: readonly number[]): string[] {
  const printer = new FakePrinter(options);
  const answers: string[] = [];
  printer.onAnswer = (answer) => answers.push(Buffer.from(answer).toString('hex'));
  printer.take(Uint8Array.from(bytes));
  assert.equal(printer.errors, []);
  return answers;
}

test('LF prints the line and moves on by the line spacing, and an empty line too', () => {
  assert.equal(marks('one\n\ntwo\n'), [text(0, 0, 'one'), text(0, 60, 'two')]);
});

test('a line that was not ended is not on paper yet', () => {
  assert.equal(printed({}, 'one').pieces, []);
});

test('ESC @ drops the line that was not ended and sets all modes back', () => {
  const modes = [ESC, 0x4d, 1, GS, 0x21, 0x11, ESC, 0x61, 1, ESC, 0x33, 99, ESC, 0x74, 34];
  assert.equal(marks(modes, 'lost', [ESC, 0x40], [0x9b], '\n', 'x\n'), [text(0, 0, '¢'), text(0, 30, 'x')]);
});

test('ESC t chooses the code page from there on, inside a line too', () => {
  assert.equal(marks([ESC, 0x74, 34, 0x95, ESC, 0x74, 18, 0xe6], '\n'), [text(0, 0, 'ЋŠ')]);
});

test('ESC t with a number that the model does not know is an error and changes nothing', () => {
  const printer = printed({}, [ESC, 0x74, 46, ESC, 0x74, 99, 0x8a], '\n');
  assert.equal(printer.errors, ['byte 5: unknown page 99']);
  assert.equal(printer.pieces[0]?.marks, [text(0, 0, 'Љ')]);
});

test('ESC M chooses the narrow font', () => {
  assert.equal(marks([ESC, 0x4d, 1], 'b', [ESC, 0x4d, 0], 'a\n'), [text(0, 7, 'b', 9, 17, 'B'), text(9, 0, 'a')]);
});

test('GS ! widens and heightens, and a tall character makes the line as high as itself', () => {
  assert.equal(marks('a', [GS, 0x21, 0x21], 'b', [GS, 0x21, 0], '\nc\n'), [
    text(0, 24, 'a'),
    text(12, 0, 'b', 36, 48),
    text(0, 48, 'c'),
  ]);
});

test('ESC a puts a line left, centre or right', () => {
  assert.equal(marks([ESC, 0x61, 1], 'ab\n', [ESC, 0x61, 2], 'ab\n', [ESC, 0x61, 0], 'ab\n'), [
    text(276, 0, 'ab'),
    text(552, 30, 'ab'),
    text(0, 60, 'ab'),
  ]);
});

test('ESC a inside of a line is an error and changes nothing', () => {
  const printer = printed({}, 'a', [ESC, 0x61, 1], '\n');
  assert.equal(printer.errors, ['byte 3: ESC a inside of a line']);
  assert.equal(printer.pieces[0]?.marks, [text(0, 0, 'a')]);
});

test('ESC 3 sets the line spacing and ESC 2 sets it back', () => {
  assert.equal(marks([ESC, 0x33, 40], 'a\n', [ESC, 0x32], 'b\n', 'c\n'), [
    text(0, 0, 'a'),
    text(0, 40, 'b'),
    text(0, 70, 'c'),
  ]);
});

test('ESC d feeds lines and ESC J feeds dots, and both print the line before', () => {
  const printer = printed({}, 'a', [ESC, 0x64, 3], 'b', [ESC, 0x4a, 50], [ESC, 0x4a, 10]);
  assert.equal(printer.pieces, [{ marks: [text(0, 0, 'a'), text(0, 90, 'b')], height: 150, end: 'open' }]);
});

test('a line that is too long continues below, and is counted', () => {
  const printer = printed({ dots: 384 }, `${'x'.repeat(32)}y\n`);
  assert.equal(printer.pieces[0]?.marks, [text(0, 0, 'x'.repeat(32)), text(0, 30, 'y')]);
  assert.is(printer.wraps, 1);
  assert.is(printed({ dots: 384 }, `${'x'.repeat(32)}\n`).wraps, 0);
});

test('GS v 0 prints rows of dots where ESC a wants them', () => {
  const bits = [0x80, 0x01, 0xff, 0x00];
  assert.equal(marks([ESC, 0x61, 1, GS, 0x76, 0x30, 0, 2, 0, 2, 0, ...bits]), [
    { kind: 'bitmap', x: 280, y: 0, width: 16, height: 2, bits: Buffer.from(bits) },
  ]);
});

test('bytes of a picture are no commands', () => {
  const bits = [ESC, 0x40, 0x0a, 0x10, 0x04, 0x01, GS, 0x56];
  assert.equal(marks([GS, 0x76, 0x30, 0, 2, 0, 4, 0, ...bits]).length, 1);
});

test('a picture wider than the head is cut off at its edge and is an error', () => {
  const printer = printed({ dots: 384 }, [GS, 0x76, 0x30, 0, 49, 0, 1, 0], Array<number>(49).fill(0xff), 'x\n');
  assert.equal(printer.errors, ['byte 7: a picture of 392 dots on 384']);
  assert.equal(printer.pieces[0]?.marks, [
    { kind: 'bitmap', x: 0, y: 0, width: 384, height: 1, bits: Buffer.alloc(48, 0xff) },
    text(0, 1, 'x'),
  ]);
});

test('a picture inside of a line, one without width or of another mode, and one that is too high are errors', () => {
  assert.equal(printed({}, 'a', [GS, 0x76, 0x30, 0, 1, 0, 1, 0, 0xff]).errors, ['byte 8: a picture inside of a line']);
  assert.equal(printed({}, [GS, 0x76, 0x30, 0, 0, 0, 1, 1]).errors, ['byte 7: a picture without width']);
  assert.equal(printed({}, [GS, 0x76, 0x30, 3, 1, 0, 1, 0, 0xff]).errors, ['byte 7: raster mode 3']);
  assert.equal(printed({}, [GS, 0x76, 0x30, 0, 1, 0, 0, 9]).errors, ['byte 7: a picture of 2304 rows']);
});

test('GS V feeds and cuts, fully or partly', () => {
  const printer = printed({}, 'a\n', [GS, 0x56, 0x41, 20], 'b\n', [GS, 0x56, 0x42, 0], 'c\n');
  assert.equal(printer.pieces, [
    { marks: [text(0, 0, 'a')], height: 50, end: 'full' },
    { marks: [text(0, 0, 'b')], height: 30, end: 'partial' },
    { marks: [text(0, 0, 'c')], height: 30, end: 'open' },
  ]);
});

test('a cut inside of a line prints it and is an error; so is a cut where there is no cutter', () => {
  const printer = printed({}, 'a', CUT);
  assert.equal(printer.errors, ['byte 3: a cut inside of a line']);
  assert.equal(printer.pieces, [{ marks: [text(0, 0, 'a')], height: 24, end: 'full' }]);
  const without = printed({ hasCutter: false }, 'a\n', CUT);
  assert.equal(without.errors, ['byte 5: a cut, and there is no cutter']);
  assert.is(without.pieces[0]?.end, 'open');
});

test('ESC p gives an impulse on pin 2 or 5', () => {
  const printer = printed({}, [ESC, 0x70, 0, 25, 250, ESC, 0x70, 1, 25, 250]);
  assert.equal(printer.drawerKicks, [2, 5]);
  assert.equal(printer.errors, []);
});

test('a printer that starts in Chinese mode takes two bytes for a character until FS ., and again after ESC @', () => {
  const cyrillic = [ESC, 0x74, 34, 0x95, 0x93];
  const printer = printed({ startsTwoByte: true }, cyrillic, '\n', [FS, 0x2e], cyrillic, '\n', [ESC, 0x40], cyrillic);
  assert.equal(printer.pieces[0]?.marks, [text(0, 0, '㐀', 24), text(0, 30, 'ЋЊ')]);
  assert.equal(printer.errors, ['byte 4: text in Chinese mode: 95 93', 'byte 20: text in Chinese mode: 95 93']);
});

test('GS r 1 reports the paper', () => {
  assert.equal(answersTo({}, [GS, 0x72, 1]), ['00']);
  const printer = new FakePrinter();
  const answers: number[] = [];
  printer.onAnswer = (bytes) => answers.push(...bytes);
  printer.paper('near end');
  printer.take(Uint8Array.of(GS, 0x72, 1));
  assert.equal(answers, [0x03]);
});

test('GS ( H answers with the id', () => {
  const id = Array.from(Buffer.from('0042'));
  assert.equal(answersTo({}, [GS, 0x28, 0x48, 6, 0, 0x30, 0x30, ...id]), ['37223030343200']);
});

test('GS ( H with another function or an id that is no text is an error and has no answer', () => {
  const printer = printed({}, [GS, 0x28, 0x48, 3, 0, 0x31, 0x30, 0x01], [0x0a]);
  assert.equal(printer.errors, ['byte 7: unknown command 1D 28 48 03 00 31 30 01']);
  assert.equal(printed({}, [GS, 0x28, 0x48, 6, 0, 0x30, 0x30, 0x41, 0x42, 0x43, 0x80]).errors, [
    'byte 10: unknown command 41 42 43 80',
  ]);
});

test('a printer that cannot answer ignores the questions', () => {
  const answers = { status: false, queuedStatus: false, processId: false };
  const questions = [0x10, 0x04, 1, GS, 0x72, 1, GS, 0x28, 0x48, 6, 0, 0x30, 0x30, 0x41, 0x42, 0x43, 0x44, 0x0a];
  assert.equal(answersTo({ answers }, questions), []);
});

test('a clone prints GS ( H as text', () => {
  const id = Array.from(Buffer.from('0042'));
  const printer = printed({ printsUnknownGsH: true }, [GS, 0x28, 0x48, 6, 0, 0x30, 0x30, ...id, 0x0a]);
  assert.equal(printer.pieces[0]?.marks, [text(0, 0, '(H000042')]);
});

test('an unknown command is an error, wherever it is unknown', () => {
  const unknown: readonly (readonly number[])[] = [
    [ESC, 0x7a],
    [FS, 0x26],
    [GS, 0x62],
    [0x10, 0x05],
    [0x10, 0x04, 5],
    [ESC, 0x4d, 2],
    [GS, 0x21, 0x08],
    [GS, 0x21, 0x80],
    [GS, 0x56, 0x01],
    [GS, 0x28, 0x4c],
    [GS, 0x72, 2],
    [GS, 0x76, 0x31],
  ];
  for (const bytes of unknown) {
    const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(' ');
    assert.equal(printed({}, bytes).errors, [`byte ${bytes.length - 1}: unknown command ${hex}`]);
  }
  assert.equal(printed({}, [ESC, 0x61, 3]).errors, ['byte 2: unknown alignment']);
  assert.equal(printed({}, [ESC, 0x70, 2, 1, 1]).errors, ['byte 4: unknown command 1B 70 02']);
});

test('a control byte that is no command is an error, but for NUL', () => {
  for (let byte = 1; byte < 0x20; byte += 1) {
    if ([0x0a, 0x10, ESC, FS, GS].includes(byte)) continue;
    assert.is(printed({}, [byte]).errors.length, 1, `${byte}`);
  }
  assert.equal(printed({}, [0, 0, 0]).errors, []);
});

test('a byte without a letter in its code page is an error', () => {
  assert.equal(printed({}, [ESC, 0x74, 46, 0x98]).errors, ['byte 3: no letter at 98 of windows-1251']);
});

test('zeros after any torn-off command, and ESC @, make it a printer that starts anew', () => {
  const command = [GS, 0x28, 0x48, 6, 0, 0x30, 0x30, 0x41, 0x42, 0x43, 0x44];
  const commands: readonly (readonly number[])[] = [
    [ESC, 0x40],
    [FS, 0x2e],
    [ESC, 0x74, 34],
    [ESC, 0x4d, 1],
    [GS, 0x21, 0x11],
    [ESC, 0x61, 1],
    [ESC, 0x33, 20],
    [ESC, 0x64, 1],
    [ESC, 0x4a, 1],
    [ESC, 0x70, 0, 25, 250],
    [GS, 0x56, 0x42, 10],
    [0x10, 0x04, 1],
    [GS, 0x72, 1],
    command,
    [GS, 0x76, 0x30, 0, 2, 0, 3, 0, 1, 2, 3, 4, 5, 6],
  ];
  for (const whole of commands) {
    for (let length = 1; length < whole.length; length += 1) {
      const torn = whole.slice(0, length);
      const printer = printed({}, torn, Array<number>(2048).fill(0), [ESC, 0x40], 'after\n', CUT);
      const last = printer.pieces.at(-1)?.marks.at(-1);
      assert.is(last?.kind === 'text' ? last.text : '', 'after', torn.join(' '));
      assert.equal(printer.errors, [], torn.join(' '));
    }
  }
});

test.run();
