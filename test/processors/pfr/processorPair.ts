import type { Channel, ChannelRequest, Exchanged } from '../../../src/processors/pfr/channel.js';
import type { Finding } from '../../../src/base/bilingual.js';
import type { LogFields } from '../../../src/base/log.js';
import { Mutex } from '../../../src/base/mutex.js';
import type { SignRequest } from '../../../src/processors/pfr/port.js';
import { RemotePfr } from '../../../src/processors/pfr/remotePfr.js';
import type { TaxRateGroup } from '../../../src/processors/pfr/wire/rates.js';
import { HandClock } from '../../kit/handClock.js';
import { FakePfr } from '../../kit/pfr/core.js';
import { DEFAULTS, type FakePfrOptions } from '../../kit/pfr/options.js';
import { draft, line } from '../../paper/journal/drafts.js';

/** Ends of an exchange without an answer. */
export const LOST: Exchanged = { kind: 'lost', reason: { cause: 'timeout', detail: 'ETIMEDOUT' } };
export const UNSENT: Exchanged = { kind: 'unsent', reason: { cause: 'refused', detail: 'ECONNREFUSED' } };

/** A processor without sockets, and the box's side of it, on a clock that is moved by hand. */
export class ProcessorPair {
  readonly clock = new HandClock();
  readonly fake: FakePfr;
  readonly pfr: RemotePfr;
  /** Paths that were asked for. */
  readonly asked: string[] = [];
  readonly logged: string[] = [];
  /** The fields of each logged event. */
  readonly fields: (LogFields | undefined)[] = [];
  readonly kept: (readonly TaxRateGroup[])[] = [];
  /** The disk takes no rates. */
  isFull = false;
  /** Makes something else of an answer. */
  edit: (text: string, request: ChannelRequest) => string = (text) => text;
  /** Makes another HTTP status of those of all answers. */
  status: number | undefined;
  /** It does not answer any more: each exchange ends like this. */
  end: Exchanged | undefined;
  /** It answers nothing until a request is aborted. */
  isHanging = false;
  /** What must be fixed in the box first. */
  obstacle: Finding | undefined;
  /** How often the obstacle was checked again. */
  rechecks = 0;
  isRecorded = (): Promise<boolean> => Promise.resolve(false);

  constructor(options: Partial<FakePfrOptions> = {}, address?: string) {
    const { clock } = this;
    this.fake = new FakePfr({ now: clock.now, pin: null, ...options });
    const channel: Channel = { exchange: (request) => this.exchange(request) };
    this.pfr = new RemotePfr({
      ...{ mode: this.fake.options.kind, environment: 'sandbox', mutex: new Mutex(clock), clock, channel },
      ...{ pac: DEFAULTS.pac, pinForm: 'text', timeout: 1000, signingLimit: 1000, lookUpTime: 5000, rates: [] },
      ...(address !== undefined && { address }),
      log: (event, fields) => {
        this.logged.push(event);
        this.fields.push(fields);
      },
      storeRates: async (groups) => {
        if (!this.isFull) this.kept.push(groups);
        return !this.isFull;
      },
      isRecorded: () => this.isRecorded(),
      obstacle: () => this.obstacle,
      recheck: () => {
        this.rechecks += 1;
        return Promise.resolve();
      },
    });
  }

  private async exchange(request: ChannelRequest): Promise<Exchanged> {
    const { method, path, body = Buffer.alloc(0), signal } = request;
    this.asked.push(path);
    if (this.isHanging) {
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      return { kind: 'lost', reason: { cause: 'reset', detail: 'ABORT' } };
    }
    if (this.end !== undefined) return this.end;
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const reply = this.fake.handle({ method, path, headers, body });
    const edited = Buffer.from(this.edit(reply.body.toString(), request));
    return { kind: 'answered' as const, status: this.status ?? reply.status, body: edited };
  }

  async request(): Promise<SignRequest> {
    const ready = await this.pfr.ready();
    if (ready.kind === 'refused') throw new Error(ready.message);
    const bread = draft('Normal', 'Sale', [line('Хлеб', 'Ђ', 100)]);
    const { counterBaseline } = ready;
    return { requestId: 'a'.repeat(32), draft: bread, taxLabels: [], esirNumber: '123/1.0', counterBaseline };
  }

  rate(): number | undefined {
    return this.pfr.taxLabels().find(({ label }) => label === 'Ђ')?.rate;
  }
}
