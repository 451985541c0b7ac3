import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Desk } from '../../../kit/card/desk.js';
import { echoCommand, echoOf } from '../../../kit/card/echoChip.js';
import { MODELS, type ReaderModel } from '../../../kit/card/readerModels.js';
import { type CardKind, CARDS } from '../../../kit/card/slotCard.js';

const { ct30, scr3310, acr39u, omnikey, au9540, acr3901u, qemu } = MODELS;

/** An answer to reset whose check byte is counted here. */
function atrOf(text: string): Buffer {
  const bytes = Buffer.from(text.replace(/ /g, ''), 'hex');
  return Buffer.concat([bytes, Buffer.from([bytes.subarray(1).reduce((sum, byte) => sum ^ byte, 0)])]);
}

const T1_ONLY = { first: 1, protocols: [1], ifsc: 254 } as const;
/** Cards that differ from all of the tax authority's, but may be inserted into a reader. */
const ODD = {
  specific: { ...T1_ONLY, atr: atrOf('3B 91 96 91 01 31 FE 45 00'), speed: 0x96, specific: { speed: 0x96 } },
  implicit: { ...T1_ONLY, atr: atrOf('3B 91 96 91 11 31 FE 45 00'), speed: 0x96, specific: { speed: 0x11 } },
  specificCrc: {
    ...{ ...T1_ONLY, atr: atrOf('3B 91 96 91 01 71 FE 45 01 00'), speed: 0x96 },
    ...{ specific: { speed: 0x96 }, isCrc: true },
  },
  inverse: {
    ...CARDS.serbia,
    atr: Buffer.concat([Buffer.from([0x3f]), CARDS.serbia.atr.subarray(1)]),
    isInverse: true,
  },
  inversePlain: { ...CARDS.plain, atr: Buffer.from('3f021450', 'hex'), isInverse: true },
  crc: { ...CARDS.serbia, atr: atrOf('3B 91 96 80 71 FE 45 01 00'), isCrc: true },
  crcOnly: { ...T1_ONLY, atr: atrOf('3B 91 96 81 71 FE 45 01 00'), speed: 0x96, isCrc: true },
} satisfies Record<string, CardKind>;

/** Connects and sends a command: returns protocol and speed, or the loss. The rules of the reader must be obeyed. */
async function agreed(desk: Desk): Promise<string> {
  const link = await desk.within((await desk.open()).connect(), 'connecting');
  assert.equal(desk.usb.firmware.misuse, []);
  if (!link.ok) return link.error;
  const answer = await desk.within(link.value.transmit(echoCommand(undefined, 5, false)), 'an exchange');
  assert.ok(answer.ok && answer.value.equals(Buffer.concat([echoOf(Buffer.alloc(0), 5), Buffer.from([0x90, 0])])));
  return `${link.value.protocol} ${desk.usb.firmware.contacts.speed.toString(16)}`;
}

type Traits = Parameters<Desk['insert']>[1];
type Row = readonly [what: string, model: ReaderModel, kind: CardKind, expected: string, traits?: Traits];
const REFUSES_SIZE: Traits = {
  habits: { waits: () => ({ times: 0, factor: 1 }), newSize: () => undefined, aborts: () => false, refusesSize: true },
};

const ROWS: readonly Row[] = [
  ['a card that cannot be changed (TA2) is not asked to', ct30, ODD.specific, 'T=1 96'],
  ['a card that cannot be changed (TA2), and a reader that asks by itself', acr39u, ODD.specific, 'T=1 96'],
  ['a card that cannot be changed, and does not tell its speed', ct30, ODD.implicit, 'T=1 11'],
  ['a card that cannot be changed, and a reader without its protocol', qemu, ODD.specific, 'unsupported'],
  ['a card that cannot be changed from CRC, by blocks', ct30, ODD.specificCrc, 'unsupported'],
  ['an inverse card by T=1', ct30, ODD.inverse, 'T=1 96'],
  ['an inverse card by T=0', ct30, ODD.inversePlain, 'T=0 11'],
  ['a card that is not told the size of blocks', ct30, CARDS.serbia, 'T=0 11', REFUSES_SIZE],
  ['a card by T=1 alone that is not told the size', ct30, CARDS.fiji, 'protocol', REFUSES_SIZE],
  ['blocks by CRC, which the box does not make', ct30, ODD.crc, 'T=0 96'],
  ['nothing but blocks by CRC', ct30, ODD.crcOnly, 'unsupported'],
  ['blocks by CRC that the reader makes', omnikey, ODD.crc, 'T=1 96'],
  ['a descriptor of the vendor\u2019s type', { ...ct30, descriptorType: 0xff }, CARDS.serbia, 'T=1 96'],
];

for (const [what, model, kind, expected, traits] of ROWS) {
  test(`${model.name}, ${what}: ${expected}`, async () => {
    const desk = new Desk(model);
    desk.insert(kind, traits);
    assert.is(await agreed(desk), expected);
  });
}

/** The types of the messages that power a card on and off (CCID 1.1, 6.1.1 and 6.1.2). */
const [ON, OFF] = [0x62, 0x63];

test('a reader that is closed has powered its card off', async () => {
  const desk = new Desk(ct30);
  desk.insert();
  const reader = await desk.open();
  await desk.connect(reader);
  await desk.within(reader.close());
  assert.is(desk.usb.firmware.heard.at(-1), OFF);
  assert.is(desk.usb.isClaimed, false);
});

test('a card is powered off after each voltage at which it does not answer', async () => {
  const desk = new Desk(ct30);
  desk.insert(CARDS.serbia, { voltages: [3] });
  await desk.connect(await desk.open());
  const { heard } = desk.usb.firmware;
  const powering = heard.filter((type) => type === ON || type === OFF);
  assert.equal(powering.slice(powering.indexOf(ON)), [ON, OFF, ON, OFF, ON]);
});

test('a card whose reader tells it the size of blocks is not told it by the box', async () => {
  for (const [model, transfers] of [
    [MODELS.autoIfsd, 0],
    [scr3310, 1],
  ] as const) {
    const desk = new Desk(model);
    desk.insert();
    const link = await desk.connect(await desk.open());
    assert.equal([link.protocol, desk.usb.firmware.transfers], ['T=1', transfers], model.name);
  }
});

test('a reader of short messages gets and gives blocks that fit into them', async () => {
  const desk = new Desk({ ...ct30, maxMessage: 64 });
  const chip = desk.insert();
  const link = await desk.connect(await desk.open());
  const data = Buffer.alloc(300, 7);
  const answer = await desk.within(link.transmit(echoCommand(data, 200, true)));
  assert.ok(answer.ok && answer.value.equals(Buffer.concat([echoOf(data, 200), Buffer.from([0x90, 0])])));
  assert.equal([chip.executions, desk.usb.firmware.misuse], [1, []]);
});

test('a card that agrees to the protocol and keeps its speed is believed at once', async () => {
  const desk = new Desk(ct30);
  const chip = desk.insert(CARDS.serbia, { keepsSpeed: true });
  assert.is(await agreed(desk), 'T=1 11');
  assert.is(chip.resets, 1, 'it is not powered up again to be asked for less');
});

test('a reader that does not let itself be told parameters is spoken with as it says it speaks', async () => {
  for (const [model, expected] of [
    [ct30, 'T=0 11'],
    [scr3310, 'T=0 11'],
    [acr3901u, 'T=0 11'],
    [omnikey, 'T=0 11'],
  ] as const) {
    const desk = new Desk(model);
    desk.insert();
    desk.usb.firmware.faults = { parameters: 7 };
    assert.is(await agreed(desk), expected, model.name);
  }
});

test('a short circuit or an answer that does not begin like one is a card that does not answer', async () => {
  for (const [code, loss] of [
    [0xfb, 'mute'],
    [0xf8, 'mute'],
    [0xfe, 'mute'],
    [0xf7, 'protocol'],
  ] as const) {
    const desk = new Desk(ct30);
    desk.insert();
    const voltages: number[] = [];
    desk.usb.firmware.faults = { onPowerOn: (select) => (voltages.push(select), code) };
    assert.is(await agreed(desk), loss, code.toString(16));
    assert.equal(voltages, [1, 2, 3]);
  }
  const desk = new Desk(ct30);
  desk.insert();
  desk.usb.firmware.faults = { onPowerOn: (select) => (select === 1 ? 0xfb : undefined) };
  assert.is(await agreed(desk), 'T=1 96', 'at 3 V it is none');
});

test('a card that another program has left under power loses it first; one without power does not', async () => {
  for (const model of [ct30, omnikey, au9540, qemu]) {
    for (const isOn of [false, true]) {
      const desk = new Desk(model);
      desk.insert();
      if (isOn) desk.usb.firmware.contacts.powerOn(1);
      const reader = await desk.open();
      desk.usb.firmware.heard.length = 0;
      await desk.connect(reader);
      const expected = isOn ? [0x65, 0x63, 0x62] : [0x65, 0x62];
      assert.equal(desk.usb.firmware.heard.slice(0, expected.length), expected);
    }
  }
});

test.run();
