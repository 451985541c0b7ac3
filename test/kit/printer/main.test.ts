// turns: 4
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Program } from '../program.js';
import { DEVICE_FONTS } from './deviceFont.js';
import { needsReaders, readIndependently } from './independent.js';
import { foldHomoglyphs } from './reading.js';
import { bitmapMark, typeset } from './sample.js';
import { deviceType } from './typeSizes.js';

/** `npm run fake-printer`, started for real. */
const start = (...args: string[]) => new Program(join(import.meta.dirname, 'main.ts'), ...args);

test.after(() => Program.killAll());

const ESC = 0x1b;
const GS = 0x1d;
const CUT = [GS, 0x56, 0x42, 0];
/** GS ( H, function 48, process "a2p1". */
const PROCESS = Buffer.from([GS, 0x28, 0x48, 6, 0, 0x30, 0x30, ...Buffer.from('a2p1')]);
const PROVED = '37226132703100';

/** `text` as a raster command, 384 dots wide. */
function drawn(text: string): Buffer {
  const mark = bitmapMark(typeset(text, deviceType(DEVICE_FONTS.A)), 0, 0);
  if (mark.kind !== 'bitmap') throw new Error('it is a bitmap');
  const { width, height, bits } = mark;
  return Buffer.concat([Buffer.from([GS, 0x76, 0x30, 0, Math.ceil(width / 8), 0, height, 0]), bits]);
}

async function send(port: string, ...bytes: Uint8Array[]): Promise<string> {
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(Buffer.concat(bytes));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString('hex');
}

async function get(url: string): Promise<{ readonly status: number; readonly type: string; readonly body: Buffer }> {
  const response = await fetch(url);
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get('content-type') ?? '', body };
}

test('it prints what its port receives, shows it, and obeys typed orders', async () => {
  const program = start('--port', '0', '--model', 'zjiang');
  const port = await program.says('fake-printer listens at tcp://127.0.0.1:');
  const page = await program.says('its paper is at ');
  const advice = await program.says('kasirbox settings set printers ');
  assert.equal(JSON.parse(advice.slice(1, -1)), [
    {
      name: 'kasa',
      address: `tcp://127.0.0.1:${port}`,
      ...{ width: 58, dpi: 203, dots: 384, mode: 'raster', autoPrint: true },
    },
  ]);

  const letters = Buffer.from([ESC, 0x40, 0x1c, 0x2e, ...Buffer.from('Kafa 2 x 150,00\n')]);
  assert.is(await send(port, letters, Buffer.from(CUT), PROCESS), PROVED);
  assert.is(await send(port, drawn('УКУПНО 300,00 <&>'), PROCESS), PROVED);

  const shown = await get(page);
  assert.is(shown.type, 'text/html; charset=utf-8');
  const html = shown.body.toString();
  assert.match(html, /on, paper ok, \d+ bytes received/);
  assert.ok(html.indexOf('2.png?') < html.indexOf('1.png?'), 'the newest is on top');
  assert.is((await get(`${page}1.txt`)).body.toString(), 'Kafa 2 x 150,00\n');
  assert.is((await get(`${page}2.txt`)).body.toString(), `${foldHomoglyphs('УКУПНО 300,00 <&>')}\n`);
  const { type, body } = await get(`${page}${/2\.png\?[\d-]+/.exec(html)?.[0] ?? ''}`);
  assert.is(type, 'image/png');
  assert.is(body.subarray(1, 4).toString(), 'PNG');
  for (const path of ['3.png', '0.png', '1.pdf', 'package.json']) {
    assert.is((await get(`${page}${path}`)).status, 404);
  }
  assert.is((await fetch(page, { method: 'POST' })).status, 404);

  program.type('read');
  await program.says(foldHomoglyphs('УКУПНО 300,00 <&>'));
  program.type('paper out');
  await program.says('done');
  program.type('state');
  await program.says('on, paper out, ');
  assert.is(await send(port, Buffer.from([0x10, 0x04, 4])), '7e');
  program.type('processed 5 cover open');
  await program.says('waits for byte 5');
  program.type('cover');
  await program.says('error: "cover" is no order; see: help');
  program.type('help');
  await program.says('  processed N ORDER, received N ORDER');
  program.type('errors');
  await program.says('none');
  assert.equal(await program.end(), { code: 0, stderr: '' });
});

test('wrong bytes are shown on its page', async () => {
  const program = start('--port', '0', '--answers', 'status');
  const port = await program.says('fake-printer listens at tcp://127.0.0.1:');
  const page = await program.says('its paper is at ');
  assert.is(await send(port, Buffer.from([ESC, 0x3c, 0x10, 0x04, 1])), '12');
  const html = (await get(page)).body.toString();
  assert.match(html, /<li>byte \d+: /);
  assert.equal(await program.end('SIGINT'), { code: 0, stderr: '' });
});

needsReaders("the page's picture is read by another's eyes, letters of its own font too", async () => {
  const program = start('--port', '0', '--model', 'epson');
  const port = await program.says('fake-printer listens at tcp://127.0.0.1:');
  const page = await program.says('its paper is at ');
  const cyrillic = [...Buffer.from([0x1b, 0x74, 46]), 0xd3, 0xca, 0xd3, 0xcf, 0xcd, 0xce, 0x0a];
  assert.is(await send(port, Buffer.from(cyrillic), drawn('Чај „Ђурђевак“'), Buffer.from(CUT), PROCESS), PROVED);
  const { lines } = readIndependently((await get(`${page}1.png`)).body);
  assert.equal(
    lines.map(({ text }) => text),
    ['УКУПНО', 'Чај „Ђурђевак“'].map(foldHomoglyphs),
  );
  assert.equal(await program.end(), { code: 0, stderr: '' });
});

test('with a serial port it prints the name of the port', async () => {
  const program = start('--pty');
  assert.match(await program.says('fake-printer listens at '), /^serial:\/\/\/dev\/pts\/\d+$/);
  assert.equal(await program.end(), { code: 0, stderr: '' });
});

test('wrong arguments end it with a sentence', async () => {
  const { code, stderr } = await start('--width', '400').ended;
  assert.is(code, 2);
  assert.match(stderr, /^fake-printer: --width must be 384, 512 or 576\n\nnpm run fake-printer/);
  const help = start('--help');
  await help.says('npm run fake-printer -- [OPTION …]');
  assert.is((await help.ended).code, 0);
});

test.run();
