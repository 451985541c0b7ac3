import { english } from '../../../../src/base/index.js';
import type { EventName, LogFields } from '../../../../src/base/log.js';
import { HttpNotifier, type OwnerMessage } from '../../../../src/outward/delivery/notify/notifier.js';
import { CursorStore } from '../../../../src/outward/delivery/cursorStore.js';
import { Outbox, type PendingAlarm } from '../../../../src/outward/delivery/notify/outbox.js';
import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import type { Ledger } from '../../../../src/platform/ledger/ledger.js';
import { Settings } from '../../../../src/shop/settings/settings.js';
import { ChatServer } from '../../../kit/chat/server.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { promisedOnly } from '../../../kit/disk/powerCut.js';
import { HandClock, settled } from '../../../kit/handClock.js';
import { FOLDER, openLedger, ReceiptMaker } from '../../../kit/ledger.js';
import type { Random } from '../../../kit/random.js';
import { SETTINGS_KEY } from '../../../kit/settingsKey.js';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** An outbox over a real ledger and real sockets, with a clock that moves only when a test moves it. */
export class Scene {
  readonly clock = new HandClock();
  readonly log: { readonly event: EventName; readonly fields: LogFields }[] = [];
  /** Numbers of the receipts that were issued, in order. */
  readonly issued: string[] = [];
  alarms: PendingAlarm[] = [];
  outbox: Outbox;
  private receipts = 0;

  private constructor(
    readonly server: ChatServer,
    private disk: MemoryDisk,
    public ledger: Ledger,
    public settings: Settings,
    private readonly maker: ReceiptMaker,
  ) {
    this.outbox = this.makeOutbox();
  }

  /** Runs `work` on a box that sends its receipts to a webhook. */
  static async during(random: Random, work: (scene: Scene) => Promise<void>, isSet = true): Promise<void> {
    await ChatServer.during({}, async (server) => {
      const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
      const ledger = await openLedger(disk);
      const settings = new Settings(ledger, '1.0', () => undefined, SETTINGS_KEY);
      const scene = new Scene(server, disk, ledger, settings, new ReceiptMaker(random));
      if (isSet) await scene.set({});
      scene.outbox.start();
      await scene.idle();
      try {
        await work(scene);
      } finally {
        await scene.outbox.stop();
        await scene.ledger.close();
      }
    });
  }

  /** Sets the webhook with these wishes, or nothing. */
  async set(wishes: object | null): Promise<void> {
    const url = `${this.server.origin}/kasa`;
    const changed = await this.settings.set('notify', wishes === null ? null : { kind: 'webhook', url, ...wishes });
    if (!changed.ok) throw new Error(english(changed.error));
  }

  async issue(count = 1): Promise<void> {
    for (let left = count; left > 0; left -= 1) {
      this.receipts += 1;
      const receipt = this.maker.next(this.ledger, { at: this.clock.now() });
      const issued = await this.ledger.issue(receipt);
      if (!issued.ok) throw new Error(issued.error);
      this.issued.push(receipt.signature.invoiceNumber);
    }
  }

  /** Lets time pass, second by second or in one, and waits for what the outbox does then. */
  async pass(ms: number): Promise<void> {
    await this.idle();
    this.clock.pass(ms);
    await this.idle();
  }

  /** The outbox sleeps, or waits for an answer that does not come. */
  async idle(): Promise<void> {
    while (this.clock.sleeping === 0) await settled();
  }

  /** Numbers of the reported receipts, in the order of the reports. */
  get told(): string[] {
    return this.server.taken.map(({ json }) => (json['data'] as { number: string }).number);
  }

  /** How often something was logged. */
  count(event: EventName): number {
    return this.log.filter((line) => line.event === event).length;
  }

  /** From now on the disk takes nothing. */
  breakDisk(): void {
    this.disk.fault = (operation) => (operation === 'write' || operation === 'datasync' ? 'EIO' : undefined);
  }

  /** Starts anew from what is on the disk: after a stop, or after a cut of the power. */
  async restart(how: 'stop' | 'cut'): Promise<void> {
    const left = how === 'cut' ? promisedOnly(this.disk) : undefined;
    await this.outbox.stop();
    await this.ledger.close();
    this.disk = left ?? this.disk;
    this.ledger = await openLedger(this.disk);
    this.settings = new Settings(this.ledger, '1.0', () => undefined, SETTINGS_KEY);
    this.outbox = this.makeOutbox();
    this.outbox.start();
    await this.idle();
  }

  private makeOutbox(): Outbox {
    const { ledger, settings, clock } = this;
    const log = (event: EventName, fields: LogFields = {}): void => void this.log.push({ event, fields });
    return new Outbox({
      ...{ ledger, settings, clock, describe, log },
      cursors: new CursorStore({ ledger, clock, log }),
      notifier: new HttpNotifier(clock.now),
      pendingAlarm: (told) => this.alarms.find(({ check, at }) => told[check]?.at !== at),
      random: () => 1,
      stopTimeout: 20,
    });
  }
}

function describe({ uuid, createdAt, signature }: IssuedInvoice): OwnerMessage {
  const { invoiceNumber: number } = signature;
  return { id: `invoice-${uuid}`, type: 'invoice.issued', at: createdAt, text: number, data: { number } };
}
