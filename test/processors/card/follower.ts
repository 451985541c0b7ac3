import * as assert from 'uvu/assert';
import { failed, ok } from '../../../src/base/result.js';
import { Cards, type CardsDeps } from '../../../src/processors/card/cards.js';
import { UsbReaderBackend } from '../../../src/processors/card/reader/usbBackend.js';
import type { ShopRules } from '../../../src/processors/card/standing.js';
import type { Chip } from '../../kit/card/chip.js';
import { FakeReader } from '../../kit/card/fakeReader.js';
import { MODELS, type ReaderModel } from '../../kit/card/readerModels.js';
import { CARDS, SlotCard } from '../../kit/card/slotCard.js';
import { SlotWay } from '../../kit/card/slotBackend.js';
import { SimClock } from '../../model/clock.js';
import type { UsbBus } from '../../../src/platform/devices/usbBus.js';
import { OWN } from './shop.js';

/** Longest that anything may take, ms of virtual time. */
const LIMIT = 400_000;

/** A box that follows its reader in virtual time. */
export class Follower {
  readonly clock = new SimClock();
  /** The first reader on USB. */
  readonly usb: FakeReader;
  /** All readers on USB, plugged in or not. */
  readonly all: FakeReader[];
  /** It does not run unless a test says so. */
  readonly pcsc = new SlotWay('pcsc', false, 'driver');
  readonly cards: Cards;
  /** What was logged, an event with its fields in a line. */
  readonly log: string[] = [];
  ways: Awaited<ReturnType<CardsDeps['backends']>> = ok(['usb']);
  rules: ShopRules = OWN;

  /** `given` replaces what the box otherwise has here, such as its backend for USB. */
  constructor(model: ReaderModel = MODELS.omnikey, given: Partial<CardsDeps> = {}) {
    const { clock } = this;
    this.usb = new FakeReader(model, clock);
    this.all = [this.usb];
    const log: CardsDeps['log'] = (event, fields) => {
      this.log.push([event, ...Object.values(fields ?? {}).map(String)].join(' '));
    };
    this.cards = new Cards({
      ...{ pcsc: this.pcsc, clock, log, backends: async () => this.ways, rules: () => this.rules },
      usb: new UsbReaderBackend({ drivers: { usbBus: async () => ok(this.bus()) }, clock, log }),
      ...given,
    });
  }

  /** Another reader, plugged in, behind those that are there. */
  another(model: ReaderModel = MODELS.scr3310): FakeReader {
    const reader = new FakeReader(model, this.clock, this.all.length + 1);
    this.all.push(reader);
    return reader;
  }

  private bus(): UsbBus {
    return {
      find: () => failed('driver'),
      findClass: (usbClass) =>
        ok(
          this.all.flatMap((reader) => {
            const found = reader.findClass(usbClass);
            return found.ok ? found.value : [];
          }),
        ),
    };
  }

  insert(chip: Chip, reader = this.usb): void {
    reader.insert(new SlotCard(chip, CARDS.serbia));
  }

  /** The state in a few words. */
  get shown(): string {
    const { state } = this.cards;
    if (state.kind === 'ready') return `ready: ${state.pin}`;
    if (state.kind === 'stranger') return state.standing;
    return 'loss' in state ? `${state.kind}: ${state.loss}` : state.kind;
  }

  /** Lets time pass until this state, which must be reached. */
  async until(shown: string, within = LIMIT): Promise<void> {
    const done = await this.clock.run(() => this.shown === shown, this.clock.monotonic() + within);
    assert.ok(done, `${shown} within ${within} ms; it is ${this.shown}`);
  }

  async within<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    void work.finally(() => (isDone = true));
    assert.ok(await this.clock.run(() => isDone, this.clock.monotonic() + LIMIT), 'it hangs');
    return work;
  }

  /** Lets so much time pass, ms. */
  async pass(ms: number): Promise<void> {
    await this.within(this.clock.sleep(ms));
  }

  async stop(): Promise<void> {
    await this.within(this.cards.stop());
    for (const reader of this.all) assert.not.ok(reader.isClaimed, 'the reader was given back');
  }
}
