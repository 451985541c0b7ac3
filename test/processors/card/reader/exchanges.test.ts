import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ok } from '../../../../src/base/result.js';
import type { CardLink } from '../../../../src/processors/card/link.js';
import { Desk } from '../../../kit/card/desk.js';
import { echoCommand, echoOf } from '../../../kit/card/echoChip.js';
import { MODELS } from '../../../kit/card/readerModels.js';
import { CARDS } from '../../../kit/card/slotCard.js';
import { Random } from '../../../kit/random.js';

const random = new Random(7);

/** The layer above a link: fetches the rest, and repeats with the right length (facts, 1.5). */
async function command(desk: Desk, link: CardLink, bytes: Buffer): Promise<Buffer> {
  const parts: Buffer[] = [];
  let next = bytes;
  for (;;) {
    const answer = await desk.within(link.transmit(next), 'an exchange');
    assert.ok(answer.ok, answer.ok ? '' : answer.error);
    const [high, low = 0] = answer.value.subarray(-2);
    if (high === 0x6c) {
      next = Buffer.concat([next.subarray(0, -1), Buffer.from([low])]);
      continue;
    }
    parts.push(answer.value.subarray(0, -2));
    if (high !== 0x61) return Buffer.concat([...parts, answer.value.subarray(-2)]);
    next = Buffer.from([0, 0xc0, 0, 0, low]);
  }
}

/** What each reader agrees with the cards: protocol, and whether extended APDUs pass. */
const AGREED: Record<keyof typeof MODELS, { serbia: string; fiji: string; isExtended: boolean }> = {
  ct30: { serbia: 'T=1 96', fiji: 'T=1 18', isExtended: true },
  scr3310: { serbia: 'T=1 96', fiji: 'T=1 18', isExtended: true },
  acr39u: { serbia: 'T=1 96', fiji: 'T=1 18', isExtended: true },
  scr301: { serbia: 'T=1 96', fiji: 'T=1 18', isExtended: true },
  minilector: { serbia: 'T=1 96', fiji: 'T=1 18', isExtended: true },
  omnikey: { serbia: 'T=1 96', fiji: 'T=1 18', isExtended: true },
  au9540: { serbia: 'T=1 96', fiji: 'T=1 18', isExtended: true },
  acr3901u: { serbia: 'T=1 96', fiji: 'T=1 18', isExtended: false },
  autoIfsd: { serbia: 'T=1 96', fiji: 'T=1 18', isExtended: true },
  qemu: { serbia: 'T=0 11', fiji: 'unsupported', isExtended: false },
  slow: { serbia: 'T=1 94', fiji: 'T=1 13', isExtended: true },
};

for (const [name, model] of Object.entries(MODELS)) {
  const agreed = AGREED[name as keyof typeof MODELS];

  for (const kind of ['serbia', 'serbia2021', 'fiji'] as const) {
    const expected = kind === 'fiji' ? agreed.fiji : agreed.serbia;

    test(`${model.name}, card ${kind}: ${expected}, and every form of command`, async () => {
      const desk = new Desk(model);
      const reader = await desk.open();
      assert.equal(await desk.within(reader.hasCard()), { ok: true, value: false });
      const before = await desk.within(reader.connect());
      assert.is(before.ok || before.error, 'no card');
      const chip = desk.insert(CARDS[kind]);
      assert.equal(await desk.within(reader.hasCard()), { ok: true, value: true });
      if (expected === 'unsupported') {
        const refused = await desk.within(reader.connect());
        assert.is(refused.ok || refused.error, 'unsupported');
        return;
      }
      const link = await desk.connect(reader);
      const card = desk.usb.firmware.contacts;
      assert.is(`${link.protocol} ${card.speed.toString(16)}`, expected);
      assert.is(link.isExtended, agreed.isExtended);
      if (name === 'autoIfsd') assert.is(desk.usb.firmware.transfers, 0, 'the card is told the size once');
      assert.ok(link.atr.equals(CARDS[kind].atr));
      const sizes = agreed.isExtended ? [1, 4, 66, 230, 255, 256, 263, 512, 4000] : [1, 4, 66, 230, 255];
      const lengths = agreed.isExtended
        ? [0, 1, 2, 14, 255, 256, 257, 577, 1462, 9000]
        : [0, 1, 14, 255, 256, 577, 1462];
      let executions = 0;
      for (const size of [undefined, ...sizes]) {
        for (const length of [undefined, ...lengths]) {
          const data = size === undefined ? undefined : random.bytes(size);
          for (const isExtended of agreed.isExtended ? [false, true] : [false]) {
            if (!isExtended && (size ?? 0) > 255) continue;
            // Over T=0 a command of form 1 and one that asks for 256 bytes look the same.
            const done = await command(desk, link, echoCommand(data, length, isExtended));
            const wanted = Buffer.concat([echoOf(data ?? Buffer.alloc(0), length ?? 0), Buffer.from([0x90, 0])]);
            assert.ok(done.equals(wanted), `${size} bytes, ${length} wanted, extended: ${isExtended}`);
            executions += 1;
          }
        }
      }
      if (link.protocol === 'T=1') assert.is(chip.executions, executions);
      if (!agreed.isExtended) {
        const refused = await desk.within(link.transmit(echoCommand(random.bytes(256), undefined, true)));
        assert.is(refused.ok || refused.error, 'too long');
        await command(desk, link, echoCommand(undefined, 3, false));
      }
      await desk.within(link.close());
      assert.is(card.status, 1, 'the card has no power any more');
      assert.is(await link.ended, 'closed');
      await desk.within(reader.close());
      assert.is(desk.usb.isClaimed, false);
      assert.equal(desk.usb.firmware.misuse, []);
      assert.equal(desk.errors, model.isAlcor ? ['F6 protocol not supported'] : []);
    });
  }
}

test('a card of T=0 at its first speed needs no agreement, on every reader', async () => {
  for (const model of Object.values(MODELS)) {
    const desk = new Desk(model);
    desk.insert(CARDS.plain);
    const link = await desk.connect(await desk.open());
    assert.is(link.protocol, 'T=0');
    assert.is(link.isExtended, false);
    const done = await command(desk, link, echoCommand(Buffer.from([1, 2]), 300, false));
    assert.ok(done.equals(Buffer.concat([echoOf(Buffer.from([1, 2]), 300), Buffer.from([0x90, 0])])));
    assert.equal(desk.usb.firmware.misuse, []);
  }
});

test('over T=0 nothing is fetched after a command with data that the card refuses', async () => {
  const desk = new Desk(MODELS.qemu);
  desk.insert(CARDS.serbia);
  const link = await desk.connect(await desk.open());
  const before = desk.usb.firmware.messages;
  const unknown = Buffer.from('8810000001070a', 'hex');
  assert.equal(await desk.within(link.transmit(unknown)), ok(Buffer.from('6d00', 'hex')));
  assert.is(desk.usb.firmware.messages, before + 1);
});

test.run();
