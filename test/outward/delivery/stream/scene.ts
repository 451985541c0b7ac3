import { english } from '../../../../src/base/index.js';
import type { JetStreamManager } from '@nats-io/jetstream';
import { eventResponse } from '../../../../src/interfaces/api/event.js';
import { invoiceResponse } from '../../../../src/interfaces/api/invoice.js';
import { systemClock } from '../../../../src/base/clock.js';
import type { TaxLabel } from '../../../../src/contract/fiscal.js';
import type { EventName, LogFields } from '../../../../src/base/log.js';
import { SalePriority } from '../../../../src/base/salePriority.js';
import { Catalogue } from '../../../../src/shop/catalogue/items.js';
import { CursorStore } from '../../../../src/outward/delivery/cursorStore.js';
import { NatsCarrier } from '../../../../src/outward/delivery/stream/nats.js';
import { Streaming } from '../../../../src/outward/delivery/stream/streaming.js';
import { catalogueInUse, Group } from '../../../../src/outward/group/group.js';
import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import type { Ledger } from '../../../../src/platform/ledger/ledger.js';
import { Settings } from '../../../../src/shop/settings/settings.js';
import { HandClock } from '../../../kit/handClock.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { promisedOnly } from '../../../kit/disk/powerCut.js';
import { unpacked } from '../../../kit/fleet/packing.js';
import { FOLDER, type InvoiceOptions, openLedger, ReceiptMaker } from '../../../kit/ledger.js';
import { boxUser, NatsServer } from '../../../kit/nats/server.js';
import type { Random } from '../../../kit/random.js';
import { SETTINGS_KEY } from '../../../kit/settingsKey.js';

/** Room for some hundred receipts in a segment. */
const SIZES = { segmentBytes: 1024 * 1024, prefillBytes: 256 * 1024, snapshotRecords: 1000 };
/** How long the box waits for the server, ms. */
const TIMEOUT = 1000;
export const SHOP = 'novi-sad-1';

/** A record in a message. */
export interface SentRecord {
  readonly epoch: number;
  readonly sequence: number;
  readonly hash: string;
  readonly previous: string;
  readonly after: { readonly sequence: number; readonly hash: string } | null;
  readonly isChained: boolean;
  readonly recordedAt: string;
  readonly events: readonly Readonly<Record<string, unknown>>[];
  readonly receipt?: { readonly uuid: string; readonly pfr: Readonly<Record<string, unknown>> } | null;
}

export interface Sent {
  readonly subject: string;
  readonly id: string;
  readonly json: Readonly<Record<string, unknown>>;
  /** Compressed, bytes. */
  readonly size: number;
}

/** All messages that a stream holds, in order. */
async function messagesIn(manager: JetStreamManager): Promise<Sent[]> {
  const { state } = await manager.streams.info('KASIRBOX');
  const sent: Sent[] = [];
  for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq += 1) {
    const message = await manager.streams.getMessage('KASIRBOX', { seq });
    if (message === null) continue;
    const json = unpacked(message.data) as Sent['json'];
    sent.push({ subject: message.subject, id: message.header.get('Nats-Msg-Id'), json, size: message.data.length });
  }
  return sent;
}

interface Options {
  readonly setting?: Readonly<Record<string, unknown>>;
  /** The shop that the credential of the box has rights for; its own if not given. */
  readonly userOf?: string;
  /** The group whose prices and settings the credential lets it read. */
  readonly group?: string;
  /** More lines of the server's configuration. */
  readonly configuration?: string;
}

/** A ledger that streams to a real server over TLS. Pauses use a clock that moves only when a test moves it. */
export class StreamScene {
  readonly log: { readonly event: EventName; readonly fields: LogFields }[] = [];
  /** All receipts, in the order in which they were issued. */
  readonly issued: IssuedInvoice[] = [];
  /** Labels that hold on this box. */
  labels: TaxLabel[] = [{ label: 'Ђ', name: 'О-ПДВ', rate: 20 }];
  catalogue: Catalogue;
  group: Group;
  private streaming: Streaming;

  private constructor(
    readonly clock: HandClock,
    readonly server: NatsServer,
    public disk: MemoryDisk,
    public ledger: Ledger,
    public settings: Settings,
    private readonly maker: ReceiptMaker,
  ) {
    [this.catalogue, this.group] = this.makeGroup();
    this.streaming = this.makeStreaming();
  }

  static async during(
    random: Random,
    work: (scene: StreamScene) => Promise<void>,
    options: Options = {},
  ): Promise<void> {
    const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
    const clock = new HandClock();
    const ledger = await openLedger(disk, { sizes: SIZES, now: clock.now });
    const user = boxUser(options.userOf ?? SHOP, ledger.boxId.toString('hex'), options.group);
    const server = await NatsServer.start([user], options.configuration);
    const settings = new Settings(ledger, '1.0', () => undefined, SETTINGS_KEY);
    const scene = new StreamScene(clock, server, disk, ledger, settings, new ReceiptMaker(random));
    try {
      await server.asOwner((manager) =>
        manager.streams.add({ name: 'KASIRBOX', subjects: ['kasirbox.>'], allow_direct: true }),
      );
      scene.group.start();
      await scene.streaming.start();
      await scene.set({ credentials: user.seed, ...options.setting });
      await work(scene);
    } finally {
      await scene.stop();
      await scene.ledger.close();
      await server.kill();
    }
  }

  get boxId(): string {
    return this.ledger.boxId.toString('hex');
  }

  get subject(): string {
    return `kasirbox.${SHOP}.${this.boxId}`;
  }

  async set(setting: Readonly<Record<string, unknown>>): Promise<void> {
    const { url, authority } = this.server;
    const value = { url, subject: `kasirbox.${SHOP}`, ca: authority.ca, ...setting };
    const changed = await this.settings.set('stream', value);
    if (!changed.ok) throw new Error(english(changed.error));
  }

  get report() {
    return this.streaming.report;
  }

  /** `times`: by the clock of the box and by that of the processor; the real time when left out. */
  async issue(
    count: number,
    change: Partial<IssuedInvoice['draft']> = {},
    times: Pick<InvoiceOptions, 'at' | 'signedAt'> = { at: systemClock.now() },
  ): Promise<void> {
    for (let left = count; left > 0; left -= 1) {
      const made = this.maker.next(this.ledger, times);
      const receipt = { ...made, draft: { ...made.draft, ...change } };
      const issued = await this.ledger.issue(receipt);
      if (!issued.ok) throw new Error(issued.error);
      this.issued.push(receipt);
    }
  }

  /** Waits, while time passes on the clock of the box, in steps of `ms`. */
  async until(what: string, holds: () => boolean, ms = 1000): Promise<void> {
    const end = performance.now() + 30_000;
    while (!holds()) {
      if (performance.now() > end) throw new Error(`in vain: ${what}: ${JSON.stringify(this.log.slice(-3))}`);
      if (ms > 0) this.clock.pass(ms);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Everything present is published. */
  async told(): Promise<void> {
    const { lastSequence } = this.ledger.events;
    const since = this.clock.now();
    await this.until(`told up to ${lastSequence}`, () => {
      const { report } = this;
      return report !== undefined && report.behind === 0 && (report.upToDateAt ?? 0) >= since;
    });
  }

  logged(name: EventName): LogFields[] {
    return this.log.filter(({ event }) => event === name).map(({ fields }) => fields);
  }

  messages(): Promise<Sent[]> {
    return this.server.asOwner(messagesIn);
  }

  /** The records in the stream. */
  async records(): Promise<SentRecord[]> {
    const messages = (await this.messages()).filter(({ subject }) => subject === this.subject);
    return messages.flatMap(({ json }) => json['records'] as readonly SentRecord[]);
  }

  /** The box as a cut of the power would leave it. */
  image(): MemoryDisk {
    return promisedOnly(this.disk);
  }

  /** Stops what runs; the ledger stays open. */
  async stop(): Promise<void> {
    await this.streaming.stop();
    await this.group.stop();
  }

  /** Stops the box, and starts one on this disk; `isAway`: it does not reach the server. */
  async restart(disk: MemoryDisk, isAway = false): Promise<void> {
    await this.stop();
    await this.ledger.close();
    this.disk = disk;
    this.ledger = await openLedger(disk, { sizes: SIZES, now: this.clock.now });
    this.settings = new Settings(this.ledger, '1.0', () => undefined, SETTINGS_KEY);
    [this.catalogue, this.group] = this.makeGroup();
    this.streaming = this.makeStreaming();
    this.group.start();
    if (!isAway) await this.streaming.start();
  }

  private readonly noteLog = (event: EventName, fields: LogFields = {}): void => void this.log.push({ event, fields });

  private makeGroup(): [Catalogue, Group] {
    const { ledger, settings, clock, noteLog: log } = this;
    const catalogue = new Catalogue(ledger, () => this.labels);
    return [catalogue, new Group({ ledger, settings, catalogue, clock, log, slice: new SalePriority(clock).slice })];
  }

  private makeStreaming(): Streaming {
    const { ledger, settings, clock, group, noteLog: log } = this;
    return new Streaming({
      ...{ ledger, settings, clock, log, boxId: ledger.boxId.toString('hex') },
      cursors: new CursorStore({ ledger, clock, log }),
      slice: new SalePriority(clock).slice,
      describeEvent: eventResponse,
      describeReceipt: (invoice) => invoiceResponse(invoice),
      state: () => {
        const { sequence, epoch, hash } = ledger.end;
        const [at, problems, catalogue] = [clock.now(), [], catalogueInUse(ledger)];
        return Promise.resolve({
          at,
          version: '1.0',
          environment: 'sandbox',
          sequence,
          epoch,
          hash,
          catalogue,
          problems,
        });
      },
      group,
      carrier: (setting, boxId) => new NatsCarrier(setting, boxId, TIMEOUT),
      random: () => 1,
      stopTimeout: 20,
    });
  }
}
