import { english } from '../../../../src/base/index.js';
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as assert from 'uvu/assert';
import { eventResponse, isOfEnvironment } from '../../../../src/interfaces/api/event.js';
import type { EventName, LogFields } from '../../../../src/base/log.js';
import { SalePriority } from '../../../../src/base/salePriority.js';
import { CursorStore } from '../../../../src/outward/delivery/cursorStore.js';
import type { PostOptions } from '../../../../src/outward/delivery/post.js';
import { Webhooks } from '../../../../src/outward/delivery/webhooks/webhooks.js';
import type { Ledger } from '../../../../src/platform/ledger/ledger.js';
import { Settings } from '../../../../src/shop/settings/settings.js';
import type { ChatRequest, ChatServer } from '../../../kit/chat/server.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { promisedOnly } from '../../../kit/disk/powerCut.js';
import { HandClock, settled } from '../../../kit/handClock.js';
import { FOLDER, openLedger, ReceiptMaker } from '../../../kit/ledger.js';
import type { Random } from '../../../kit/random.js';
import { SETTINGS_KEY } from '../../../kit/settingsKey.js';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

const KEY = Buffer.alloc(32, 7);
export const SECRET = `whsec_${KEY.toString('base64')}`;

/** What of a webhook a test may choose; `to` is where it goes. */
export interface Hook {
  readonly name?: string;
  readonly to: ChatServer;
  readonly events?: readonly string[];
}

/** Webhooks over a real ledger and real sockets, with a clock that moves only when a test moves it. */
export class Scene {
  readonly clock = new HandClock();
  readonly log: { readonly event: EventName; readonly fields: LogFields }[] = [];
  /** Numbers of the receipts that were issued, in order. */
  readonly issued: string[] = [];
  webhooks: Webhooks;

  private constructor(
    private disk: MemoryDisk,
    public ledger: Ledger,
    public settings: Settings,
    private readonly maker: ReceiptMaker,
    private readonly post: Partial<PostOptions>,
  ) {
    this.webhooks = this.makeWebhooks();
  }

  static async during(
    random: Random,
    work: (scene: Scene) => Promise<void>,
    post: Partial<PostOptions> = {},
  ): Promise<void> {
    const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
    const ledger = await openLedger(disk);
    const settings = new Settings(ledger, '1.0', () => undefined, SETTINGS_KEY);
    const scene = new Scene(disk, ledger, settings, new ReceiptMaker(random), post);
    await scene.webhooks.start();
    try {
      await work(scene);
    } finally {
      await scene.webhooks.stop();
      await scene.ledger.close();
    }
  }

  async set(...hooks: readonly Hook[]): Promise<void> {
    const value = hooks.map(({ to, ...hook }) => ({
      ...{ name: 'shop', url: `${to.origin}/kasa?key=1`, secret: SECRET },
      ...hook,
    }));
    const changed = await this.settings.set('webhooks', value);
    if (!changed.ok) throw new Error(english(changed.error));
    while (this.webhooks.reports?.length !== value.length) await settled();
    await this.idle();
  }

  async issue(count = 1): Promise<void> {
    for (let left = count; left > 0; left -= 1) {
      const receipt = this.maker.next(this.ledger, { at: this.clock.now() });
      const issued = await this.ledger.issue(receipt);
      if (!issued.ok) throw new Error(issued.error);
      this.issued.push(receipt.signature.invoiceNumber);
    }
  }

  /** Lets time pass in one, and waits for what the webhooks do then. */
  async pass(ms: number): Promise<void> {
    await this.idle();
    this.clock.pass(ms);
    await this.idle();
  }

  /** All webhooks sleep. */
  async idle(): Promise<void> {
    while (this.clock.sleeping < this.settings.now.webhooks.length) await settled();
  }

  count(event: EventName): number {
    return this.log.filter((line) => line.event === event).length;
  }

  report(name = 'shop') {
    return this.webhooks.reports?.find((one) => one.name === name);
  }

  /** Starts anew from what is on the disk: after a stop, or after a cut of the power. */
  async restart(how: 'stop' | 'cut'): Promise<void> {
    const left = how === 'cut' ? promisedOnly(this.disk) : undefined;
    await this.webhooks.stop();
    await this.ledger.close();
    this.disk = left ?? this.disk;
    this.ledger = await openLedger(this.disk);
    this.settings = new Settings(this.ledger, '1.0', () => undefined, SETTINGS_KEY);
    this.webhooks = this.makeWebhooks();
    await this.webhooks.start();
    await this.idle();
  }

  private makeWebhooks(): Webhooks {
    const { ledger, settings, clock, post } = this;
    const log = (event: EventName, fields: LogFields = {}): void => void this.log.push({ event, fields });
    return new Webhooks({
      ...{ ledger, settings, clock, log, post, isOfEnvironment },
      cursors: new CursorStore({ ledger, clock, log }),
      describe: eventResponse,
      slice: new SalePriority(clock).slice,
      random: () => 1,
      stopTimeout: 20,
    });
  }
}

export interface TakenEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What a receiver that holds the secret makes of a request: the steps of the standard, by hand. */
export function opened({ headers, body, json }: ChatRequest): TakenEvent {
  const text = (name: string): string => String(headers[name]);
  const content = `${text('webhook-id')}.${text('webhook-timestamp')}.${body}`;
  const expected = createHmac('sha256', KEY).update(content).digest();
  const [version, given = ''] = text('webhook-signature').split(',');
  assert.is(version, 'v1');
  assert.ok(timingSafeEqual(Buffer.from(given, 'base64'), expected), 'the signature is of another content');
  assert.match(text('webhook-id'), /^[0-9]+-[0-9]+-[0-9a-f]{16}$/);
  return { id: text('webhook-id'), type: String(json['type']), data: json['data'] as TakenEvent['data'] };
}

/** Numbers of the receipts that a server got, in their order. */
export function told({ taken }: ChatServer): unknown[] {
  return taken.map((request) => opened(request).data['number']);
}
