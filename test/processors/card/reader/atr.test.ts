import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chooseSpeed, clocksPerBit, readAtr, waitsOf } from '../../../../src/processors/card/reader/atr.js';
import { readCcidDescriptor } from '../../../../src/processors/card/reader/ccidDescriptor.js';
import { descriptorBytes, MODELS, type ReaderModel } from '../../../kit/card/readerModels.js';
import { CARDS } from '../../../kit/card/slotCard.js';
import { seededRandom } from '../../../kit/random.js';

const random = seededRandom();
const hex = (text: string): Buffer => Buffer.from(text.replace(/ /g, ''), 'hex');

function descriptorOf(model: ReaderModel): Extract<ReturnType<typeof readCcidDescriptor>, { ok: true }>['value'] {
  const read = readCcidDescriptor(descriptorBytes(model));
  assert.ok(read.ok);
  return read.value;
}

function atrOf(bytes: Buffer): Extract<ReturnType<typeof readAtr>, { ok: true }>['value'] {
  const read = readAtr(bytes);
  assert.ok(read.ok, read.ok ? '' : read.error);
  return read.value;
}

test('the cards of the tax authority say what was written down of them', () => {
  const serbia = {
    ...{ isInverse: false, protocols: [0, 1], specific: undefined, speed: 0x96, guard: 0, waiting: 10 },
    ...{ ifsc: 254, bwi: 4, cwi: 5, isCrc: false, historical: Buffer.from('JTaxCoreV') },
  };
  assert.equal(atrOf(CARDS.serbia.atr), serbia);
  assert.equal(atrOf(CARDS.serbia2021.atr), serbia);
  const fiji = { ...serbia, protocols: [1], speed: 0x18, historical: Buffer.from('JTaxCoreV1') };
  assert.equal(atrOf(CARDS.fiji.atr), fiji);
  const contactless = atrOf(Buffer.concat([hex('3B 8A 80 01'), Buffer.from('JTaxCoreV1'), hex('50')]));
  assert.equal(contactless.protocols, [0, 1]);
  assert.equal([contactless.ifsc, contactless.bwi, contactless.cwi, contactless.speed], [32, 4, 13, 0x11]);
});

test('other forms of an answer to reset', () => {
  assert.equal(atrOf(hex('3B 00')).protocols, [0]);
  assert.equal(atrOf(hex('3F 02 01 02')).isInverse, true);
  const third = atrOf(hex(`3B 80 81 11 20 ${checked('3B 80 81 11 20')}`));
  assert.equal([third.protocols, third.specific, third.ifsc], [[1], undefined, 32], 'TA3 is no TA2');
  const specific = atrOf(hex(`3B 90 95 91 11 11 FE ${checked('3B 90 95 91 11 11 FE')}`));
  assert.equal([specific.specific, specific.speed], [{ protocol: 1, isImplicit: true }, 0x95]);
  const crc = atrOf(hex(`3B 80 81 71 20 45 01 ${checked('3B 80 81 71 20 45 01')}`));
  assert.equal([crc.isCrc, crc.ifsc, crc.bwi, crc.cwi], [true, 32, 4, 5]);
  const global = atrOf(hex(`3B 80 80 1F 07 ${checked('3B 80 80 1F 07')}`));
  assert.equal(global.protocols, [0], '15 names no protocol, and its bytes belong to none');
  assert.is(atrOf(hex('3B 70 00 20 05')).guard, 5, 'TC1 stands after TA1 and TB1');
});

/** The check byte for these. */
function checked(text: string): string {
  const check = hex(text)
    .subarray(1)
    .reduce((sum, byte) => sum ^ byte, 0);
  return check.toString(16).padStart(2, '0');
}

test('what is no answer to reset is refused, with the reason', () => {
  for (const kind of [CARDS.serbia, CARDS.serbia2021, CARDS.fiji]) {
    for (let length = 0; length < kind.atr.length; length += 1) {
      const cut = readAtr(kind.atr.subarray(0, length));
      assert.is(cut.ok ? '' : cut.error, length === 0 ? 'first byte' : 'too short', `${length} bytes`);
    }
    const longer = readAtr(Buffer.concat([kind.atr, Buffer.from([0])]));
    assert.is(longer.ok ? '' : longer.error, 'too long');
    for (let bit = 8; bit < 8 * kind.atr.length; bit += 1) {
      const flipped = Buffer.from(kind.atr);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      assert.is(readAtr(flipped).ok, false, `bit ${bit}`);
    }
  }
  assert.is(readAtr(Buffer.alloc(3)).ok, false);
});

test('descriptors of readers say what was written down of them', () => {
  const ct30 = descriptorOf(MODELS.ct30);
  assert.equal([ct30.level, ct30.maxMessage, ct30.maxIfsd, ct30.protocols, ct30.clock], ['tpdu', 271, 254, 3, 4000]);
  assert.equal(ct30.does, { voltage: false, negotiation: false, pps: false, ifsd: false });
  assert.equal(descriptorOf(MODELS.scr3310).does, { voltage: true, negotiation: false, pps: true, ifsd: false });
  assert.equal(descriptorOf(MODELS.acr39u).does, { voltage: false, negotiation: false, pps: true, ifsd: false });
  assert.equal(descriptorOf(MODELS.qemu).does, { voltage: true, negotiation: true, pps: true, ifsd: true });
  assert.is(descriptorOf(MODELS.omnikey).level, 'extended');
  assert.is(descriptorOf(MODELS.au9540).maxMessage, 272);
  assert.is(descriptorOf(MODELS.acr3901u).level, 'short');
  assert.is(descriptorOf(MODELS.scr301).dataRates, 3, 'behind another descriptor');
  assert.is(descriptorOf({ ...MODELS.ct30, features: 0x30 }).level, 'character');
  assert.is(readCcidDescriptor(Buffer.alloc(0)).ok, false);
  assert.is(descriptorOf({ ...MODELS.ct30, maxMessage: 0xffff_ffff }).maxMessage, 65_554, 'no more than an APDU needs');
  assert.is(descriptorOf({ ...MODELS.ct30, maxMessage: 0 }).maxMessage, 14);
});

test('a card is told the highest speed that the reader keeps up with', () => {
  assert.is(clocksPerBit(0x96), 16);
  assert.is(clocksPerBit(0x18), 31);
  assert.is(clocksPerBit(0x71), undefined);
  const reader = descriptorOf(MODELS.ct30);
  assert.is(chooseSpeed(0x96, reader, []), 0x96);
  assert.is(chooseSpeed(0x96, { ...reader, maxDataRate: 240_000 }, []), 0x95);
  assert.is(chooseSpeed(0x96, { ...reader, maxDataRate: 62_500 }, []), 0x94);
  assert.is(chooseSpeed(0x96, { ...reader, maxDataRate: 1 }, []), 0x11);
  assert.is(chooseSpeed(0x96, reader, [125_000]), 0x95, 'by the list');
  assert.is(chooseSpeed(0x96, reader, [9600]), 0x11);
  assert.is(chooseSpeed(0x7f, reader, []), 0x11, 'codes that are not defined');
});

test('the waiting times of the Serbian card are those of the norm', () => {
  const atr = atrOf(CARDS.serbia.atr);
  const slow = waitsOf(atr, 0x11, { ...descriptorOf(MODELS.ct30), clock: 3571 });
  // BWT 1.6 s, and 260 characters of 12 bits with 43 bits of waiting each at 9600 bit/s, and a second.
  assert.ok(slow.block > 1600 + 1000 + 260 * 55 * 0.104 && slow.block < 1610 + 1000 + 260 * 56 * 0.105);
  for (let byte = 0; byte < 256; byte += 1) {
    const odd = { ...atr, bwi: byte >> 4, cwi: byte & 15, guard: byte, waiting: byte };
    const waits = waitsOf(odd, byte, descriptorOf(MODELS.ct30));
    assert.ok(waits.block >= 1000 && waits.block <= 60_000 && waits.tpdu(516) <= 60_000);
  }
});

test('each byte of the answer to reset that is about waiting counts, at the speed that was agreed', () => {
  const reader = descriptorOf(MODELS.ct30);
  const atr = atrOf(CARDS.serbia.atr);
  // Worked out by hand for 4 MHz (ISO/IEC 7816-3, 10.2, 11.4.2 and 11.4.3): a bit takes 0.093 ms, and 0.004 ms at code 96.
  for (const [change, speed, block, tpdu] of [
    [{}, 0x11, 3759.403, 3075.76],
    [{}, 0x96, 2485.724, 3470.08],
    [{ bwi: 6 }, 0x11, 8044.843, 3075.76],
    [{ cwi: 8 }, 0x11, 9175.723, 3075.76],
    [{ guard: 10 }, 0x11, 4001.203, 3317.56],
    [{ guard: 255 }, 0x11, 3759.403, 3075.76],
    [{ waiting: 20 }, 0x11, 3759.403, 4861.36],
  ] as const) {
    const waits = waitsOf({ ...atr, ...change }, speed, reader);
    const told = [waits.block, waits.tpdu(260)].map((ms) => ms.toFixed(3));
    assert.equal(told, [block.toFixed(3), tpdu.toFixed(3)], JSON.stringify(change));
  }
});

test('no bytes make the parsers throw, or read beyond their end', () => {
  for (let n = 0; n < 20_000; n += 1) {
    const bytes = random.bytes(random.int(0, 60));
    if (random.oneIn(2)) bytes[0] = 0x3b;
    const atr = readAtr(bytes);
    if (atr.ok) {
      assert.ok(bytes.length >= 2 && bytes.length <= 33 && atr.value.historical.length <= 15);
      assert.ok(atr.value.ifsc >= 1 && atr.value.ifsc <= 254 && atr.value.bwi <= 9);
    }
    if (random.oneIn(2) && bytes.length > 2) bytes.set([54, 0x21]);
    const descriptor = readCcidDescriptor(Buffer.concat([bytes, random.bytes(random.int(0, 60))]));
    if (descriptor.ok) assert.ok(descriptor.value.maxMessage >= 14 && descriptor.value.maxMessage <= 65_554);
  }
});

test.run();
