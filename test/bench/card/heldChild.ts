/**
 * A process of its own in which a reader is held or not: `none` or `reader`. It reads one card without a reader, rests,
 * does its part, rests again, and sends by how much its resident memory has grown, bytes.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { silentLog } from '../../../src/base/log.js';
import { CARD_READER_CLASS } from '../../../src/processors/card/reader/usbBackend.js';
import { readCard } from '../../../src/processors/card/readCard.js';
import { nativeDrivers } from '../../../src/platform/devices/index.js';
import { newCard } from '../../kit/card/cards.js';
import { ChipReader } from '../../kit/card/chipReader.js';
import { Desk } from '../../kit/card/desk.js';
import { must } from '../../kit/card/must.js';
import { MODELS } from '../../kit/card/readerModels.js';
import { CARDS, SlotCard } from '../../kit/card/slotCard.js';

const RESTING = 1000;

async function atRest(): Promise<number> {
  for (let times = 0; times < 3; times += 1) {
    global.gc?.();
    await delay(RESTING);
  }
  return process.memoryUsage.rss();
}

/** The package for USB and its libusb, for real; the reader that it would find is one in software. */
async function hold(): Promise<unknown> {
  const bus = await nativeDrivers(silentLog).usbBus();
  if (!bus.ok) throw new Error(`no USB: ${JSON.stringify(bus.error)}`);
  const found = bus.value.findClass(CARD_READER_CLASS);
  const desk = new Desk(MODELS.ct30);
  desk.usb.insert(new SlotCard(await newCard(), CARDS.serbia));
  const reader = await desk.open();
  const link = await desk.connect(reader);
  return [bus, found, desk, reader, link, await desk.within(readCard(link))];
}

void (async () => {
  const plain = new ChipReader();
  plain.insert(await newCard());
  if (!(await readCard(must(await plain.connect()))).ok) throw new Error('the card was not read');
  const before = await atRest();
  const held = process.argv[2] === 'reader' ? await hold() : undefined;
  const grown = (await atRest()) - before;
  process.send?.({ grown, isHeld: held !== undefined });
  process.disconnect();
})();
