import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import * as assert from 'uvu/assert';
import { ok } from '../../../src/base/result.js';
import { AnswerReader, type PrinterAnswer } from '../../../src/paper/printing/escpos/printerAnswers.js';
import { checkLogo } from '../../../src/paper/printing/escpos/logo.js';
import { EscPosChannel } from '../../../src/paper/printing/escPosChannel.js';
import type { Connection } from '../../../src/platform/devices/connection.js';
import { HandClock } from '../../kit/handClock.js';
import type { Target } from '../target.js';

const STREAMS = [
  '12',
  '1a',
  '000c',
  '37224162337e00',
  '1800000f',
  '3800000f0f',
  '1113ff80',
  '371237224142',
  '1610141200',
];

/** The bytes of a printer, which mean the same however they are cut. */
export const answers: Target = {
  name: 'printer',
  share: 150,
  async open() {
    return {
      corpus: STREAMS.map((hex) => Buffer.from(hex.repeat(4), 'hex')),
      read(input) {
        const whole = new AnswerReader().push(input);
        const reader = new AnswerReader();
        const pieces: PrinterAnswer[] = [];
        for (let at = 0; at < input.length; at += 7) pieces.push(...reader.push(input.subarray(at, at + 7)));
        assert.equal(pieces, whole);
        assert.is(heard(input), input.length > 8192 ? 0 : whole.length, 'who says too much is not listened to');
      },
    };
  },
};

/** How many answers come to those who listen. */
function heard(input: Buffer): number {
  let say: (bytes: Uint8Array) => void = () => undefined;
  const connection: Connection = {
    write: async () => ok(undefined),
    drain: async () => ok(undefined),
    onBytes: (listener) => (say = listener ?? say),
    gone: new Promise(() => undefined),
    close: async () => undefined,
  };
  const link = new EscPosChannel(connection, new HandClock());
  let count = 0;
  link.onAnswer(() => (count += 1));
  say(input);
  return count;
}

/** Logos: PNG in Base64. */
export const logo: Target = {
  name: 'logo',
  share: 20,
  async open() {
    const grey = new PNG({ width: 40, height: 20, colorType: 0 });
    grey.data.fill(120);
    return {
      corpus: [PNG.sync.write(new PNG({ width: 16, height: 8 })), PNG.sync.write(grey, { colorType: 0 }), bomb()],
      mend: mendedPng,
      read(input) {
        checkLogo(input.toString('latin1'), 576);
        checkLogo(input.toString('base64'), 576);
      },
    };
  },
};

/** A small picture whose data unpack to far more than it has dots. */
function bomb(): Buffer {
  const file = PNG.sync.write(new PNG({ width: 16, height: 8 }));
  const data = deflateSync(Buffer.alloc(8 * 1024 * 1024));
  const at = file.indexOf('IDAT');
  const length = file.readUInt32BE(at - 4);
  const [head, tail] = [Buffer.from(file.subarray(0, at + 4)), file.subarray(at + 4 + length)];
  head.writeUInt32BE(data.length, at - 4);
  return mendedPng(Buffer.concat([head, data, tail]));
}

/** Puts the sums of all chunks right (PNG Specification, 5.3). */
function mendedPng(input: Buffer): Buffer {
  const file = Buffer.from(input);
  for (let at = 8; at + 12 <= file.length;) {
    const end = at + 8 + file.readUInt32BE(at);
    if (end + 4 > file.length) break;
    file.writeUInt32BE(crc32(file.subarray(at + 4, end)), end);
    at = end + 4;
  }
  return file;
}
