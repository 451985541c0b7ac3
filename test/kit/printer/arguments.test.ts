import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Arguments, readArguments } from './arguments.js';
import { MODELS } from './options.js';

function read(...args: string[]): Arguments {
  const asked = readArguments(args);
  if (!asked.ok || asked.value === 'help') throw new Error(`${args.join(' ')} is not taken`);
  return asked.value;
}

test('without any it is an Epson on port 9100 that answers everything and prints at once', () => {
  const { options, cable, web } = read();
  assert.equal([cable, web], [{ kind: 'tcp', port: 9100 }, 0]);
  assert.equal(options, {
    ...MODELS.epson,
    bufferBytes: 4096,
    mmPerSecond: Infinity,
    answers: { status: true, queuedStatus: true, processId: true },
    printsUnknownGsH: false,
    hasCutter: true,
  });
});

test('a model brings its width and code pages, which single arguments change', () => {
  assert.is(read('--model', 'bixolon').options.dots, 512);
  assert.is(read('--model', 'bixolon').options.dpi, 180);
  const { options } = read('--model', 'zjiang', '--width', '576', '--dpi', '180', '--buffer', '45', '--speed', '60');
  assert.equal(options, { ...options, dots: 576, dpi: 180, bufferBytes: 45, mmPerSecond: 60, startsTwoByte: true });
});

test('what it answers is named by the best that it answers', () => {
  const answers = (name: string) => read('--answers', name).options.answers;
  assert.equal(answers('none'), { status: false, queuedStatus: false, processId: false });
  assert.equal(answers('status'), { status: true, queuedStatus: false, processId: false });
  assert.equal(answers('queued-status'), { status: true, queuedStatus: true, processId: false });
});

test('it has one cable', () => {
  assert.equal(read('--pty').cable, { kind: 'pty' });
  assert.equal(read('--port', '0', '--web', '8080').web, 8080);
  assert.equal(readArguments(['--pty', '--port', '1']), { ok: false, error: 'it has one cable: --port or --pty' });
});

const WRONG: readonly (readonly [args: readonly string[], sentence: string])[] = [
  [['--model', 'toString'], '--model must be one of epson, zjiang, rongta, bixolon, xprinter'],
  [['--answers', 'all'], '--answers must be one of none, status, queued-status, process-id'],
  [['--width', '0576'], '--width must be 384, 512 or 576'],
  [['--dpi', '300'], '--dpi must be 180 or 203'],
  [['--buffer', '44'], '--buffer must be 45 to 65536'],
  [['--buffer', '1e3'], '--buffer must be 45 to 65536'],
  [['--speed', '0'], '--speed must be 1 to 500'],
  [['--port', '65536'], '--port and --web must be ports'],
  [['--web', 'x'], '--port and --web must be ports'],
];

for (const [args, sentence] of WRONG) {
  test(`${args.join(' ')} is refused`, () => assert.equal(readArguments(args), { ok: false, error: sentence }));
}

test.run();
