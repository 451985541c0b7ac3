import * as assert from 'uvu/assert';
import { silentLog } from '../../../src/base/log.js';
import { ok } from '../../../src/base/result.js';
import type { CardLink, CardReader } from '../../../src/processors/card/link.js';
import { UsbReaderBackend } from '../../../src/processors/card/reader/usbBackend.js';
import { SimClock } from '../../model/clock.js';
import { EchoChip } from './echoChip.js';
import { FakeReader } from './fakeReader.js';
import type { ReaderModel } from './readerModels.js';
import { type CardKind, CARDS, SlotCard } from './slotCard.js';

/** Longest that anything at a reader may take, ms of virtual time. */
const LIMIT = 400_000;

/** A reader in virtual time, with the box's own way to it. */
export class Desk {
  readonly clock = new SimClock();
  readonly usb: FakeReader;
  readonly way: UsbReaderBackend;
  /** What the reader was heard to say of its failures. */
  readonly errors: string[] = [];

  constructor(model: ReaderModel) {
    this.usb = new FakeReader(model, this.clock);
    this.way = new UsbReaderBackend({
      drivers: { usbBus: async () => ok(this.usb) },
      clock: this.clock,
      log: (event, fields) => {
        silentLog(event, fields);
        this.errors.push(String(fields?.['error']));
      },
    });
  }

  /** Puts a card that echoes into the slot. */
  insert(kind: CardKind = CARDS.serbia, traits: ConstructorParameters<typeof SlotCard>[2] = {}): EchoChip {
    const chip = new EchoChip(kind.atr);
    this.usb.insert(new SlotCard(chip, kind, traits));
    return chip;
  }

  /** Lets time pass until the work is done; it must not hang. */
  async within<T>(work: Promise<T>, what = 'something'): Promise<T> {
    let isDone = false;
    const end = (): void => {
      isDone = true;
    };
    work.then(end, end);
    assert.ok(await this.clock.run(() => isDone, this.clock.monotonic() + LIMIT), `${what} hangs`);
    return work;
  }

  /** Lets so much time pass, ms. */
  async pass(ms: number): Promise<void> {
    await this.within(this.clock.sleep(ms));
  }

  async open(): Promise<CardReader> {
    const found = await this.within(this.way.find());
    assert.ok(found.ok);
    const reader = await this.within(this.way.open(found.value[0]?.id ?? 'none'), 'opening');
    assert.ok(reader.ok, reader.ok ? '' : reader.error);
    return reader.value;
  }

  async connect(reader: CardReader): Promise<CardLink> {
    const link = await this.within(reader.connect(), 'connecting');
    assert.ok(link.ok, link.ok ? '' : `${link.error}; ${this.usb.firmware.misuse.join('; ')}`);
    return link.value;
  }
}
