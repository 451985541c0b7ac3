import type { Environment } from '../../src/contract/fiscal.js';
import type { Channel, ChannelRequest, Exchanged } from '../../src/processors/pfr/channel.js';
import type { FakePfr } from '../kit/pfr/core.js';
import type { JsonObject, Reply } from '../kit/pfr/wire.js';
import { NEVER, type SimClock } from './clock.js';
import type { Call, Plan, Trouble } from './plan.js';
import { travel } from './trip.js';
import { Waits } from './waits.js';

type Fault = Extract<Trouble, { kind: 'exchange' }>;
/** A connection without an answer is closed after this time, ms. */
const CONNECTING = 4000;

/** `sellOnAfter` of the processors, ms. */
export const SELL_ON_AFTER = 5000;

/** The box that sends, as the network sees it. */
export interface Sender {
  /** Something is about to happen; false when the box has died by now. */
  readonly step: () => boolean;
}

/** What a world hears from the network. */
export interface Listening {
  readonly tell: (what: string) => void;
  readonly count: (what: string) => void;
  /** Something that must not be. */
  readonly complain: (violation: string) => void;
  /** Time at which the receipt of this request was requested; undefined when that is unknown. */
  readonly askedAt: (environment: Environment, request: Buffer) => number | undefined;
}

/** Carries requests to the processors and answers back, as the plan allows. What was sent continues without its sender. */
export class SimNetwork {
  /** Nothing goes wrong any more. */
  isCalm = false;
  /** By request id: the answer that each receipt was signed with. */
  readonly truth = new Map<string, JsonObject>();
  /** By request id: when the box has sent it. */
  readonly sentAt = new Map<string, number>();
  readonly waits = new Waits(SELL_ON_AFTER);
  private readonly counts = new Map<string, number>();
  /** What each box asks of each processor now, apart from signing: that takes the processor's lock. */
  private readonly asked = new WeakMap<Sender, Set<string>>();
  private readonly faults: ReadonlyMap<string, Fault>;
  private readonly outages: readonly Extract<Trouble, { kind: 'outage' }>[];

  constructor(
    plan: Plan,
    private readonly clock: SimClock,
    private readonly processors: Readonly<Record<Environment, FakePfr>>,
    private readonly listening: Listening,
  ) {
    const faults = plan.events.filter((event) => event.kind === 'exchange');
    this.outages = plan.events.filter((event) => event.kind === 'outage');
    this.faults = new Map(faults.map((fault) => [`${fault.environment} ${fault.call} ${fault.nth}`, fault]));
  }

  channel(environment: Environment, sender: Sender): Channel {
    return {
      exchange: (request) =>
        callOf(request) === 'sign'
          ? this.exchange(environment, request, sender)
          : this.alone(environment, request, sender),
    };
  }

  /** A processor answers one call at a time: only an answer that is overdue is awaited beside another call. */
  private async alone(environment: Environment, request: ChannelRequest, sender: Sender): Promise<Exchanged> {
    const asked = this.asked.get(sender) ?? new Set();
    this.asked.set(sender, asked);
    if (asked.has(environment)) this.listening.complain(`${callOf(request)} in ${environment} beside another call`);
    asked.add(environment);
    return this.exchange(environment, request, sender).finally(() => asked.delete(environment));
  }

  private async exchange(environment: Environment, request: ChannelRequest, sender: Sender): Promise<Exchanged> {
    if (!sender.step()) return NEVER;
    const { clock, listening } = this;
    const call = callOf(request);
    if (call === 'sign') this.leaves(environment, request);
    const outage = this.outageOf(environment);
    if (outage !== undefined) {
      listening.tell(`${call} in ${environment} reaches nobody`);
      this.waits.disturb(environment);
      await clock.sleep(outage.isSilent ? Math.min(request.timeout, CONNECTING) : 1, request.signal);
      const cause = outage.isSilent ? 'timeout' : 'unreachable';
      return sender.step() ? { kind: 'unsent', reason: { cause, detail: 'outage' } } : NEVER;
    }
    const fault = this.faultOf(environment, call);
    const asked = `${call} ${(request.headers['RequestId'] ?? request.path).slice(-6)} in ${environment}`;
    if (fault !== undefined) listening.count(`${call}: ${fault.fault}`);
    if (fault !== undefined && call !== 'sign') this.waits.disturb(environment);
    listening.tell(`${asked}, ${fault?.fault ?? 'all well'}`);
    const exchanged = await new Promise<Exchanged>((resolve) => {
      const stop = (): void => {
        resolve({ kind: 'lost', reason: { cause: 'reset', detail: 'given up' } });
      };
      request.signal?.addEventListener('abort', stop);
      const end = (exchanged: Exchanged): void => {
        request.signal?.removeEventListener('abort', stop);
        resolve(exchanged);
      };
      const pfr = this.processors[environment];
      const hand = (carried: ChannelRequest): Reply => this.hand(pfr, carried);
      travel({ clock, pfr, request, part: fault?.part ?? 0.1, hand, end }, fault?.fault);
    });
    if (call === 'sign') {
      this.waits.signed(environment, request.headers['RequestId'] ?? '', fault?.fault, clock.monotonic());
    }
    if (!sender.step()) return NEVER;
    listening.tell(
      `${asked} ends: ${exchanged.kind} ${'status' in exchanged ? exchanged.status : exchanged.reason.cause}`,
    );
    return exchanged;
  }

  private leaves(environment: Environment, { headers, body = Buffer.alloc(0) }: ChannelRequest): void {
    const now = this.clock.monotonic();
    const requestId = headers['RequestId'] ?? '';
    this.sentAt.set(requestId, now);
    const violation = this.waits.leaves(environment, requestId, this.listening.askedAt(environment, body), now);
    if (violation !== undefined) this.listening.complain(violation);
  }

  private outageOf(environment: Environment) {
    if (this.isCalm) return undefined;
    const now = this.clock.monotonic();
    return this.outages.find(
      (outage) => outage.environment === environment && outage.at <= now && now < outage.at + outage.lasts,
    );
  }

  private faultOf(environment: Environment, call: Call | 'other'): Fault | undefined {
    if (this.isCalm) return undefined;
    const name = `${environment} ${call}`;
    const nth = this.counts.get(name) ?? 0;
    this.counts.set(name, nth + 1);
    return this.faults.get(`${name} ${nth}`);
  }

  private hand(pfr: FakePfr, { method, path, headers, body = Buffer.alloc(0) }: ChannelRequest): Reply {
    const lowered = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const before = pfr.signed.length;
    const reply = pfr.handle({ method, path, headers: lowered, body });
    const signed = pfr.signed.length > before ? pfr.lastAnswer(1) : undefined;
    if (signed !== undefined) {
      const requestId = lowered['requestid'] ?? '';
      this.truth.set(requestId, signed);
      this.listening.tell(`${pfr.signed.at(-1)?.invoiceNumber ?? ''} is signed for ${requestId.slice(-6)}`);
    }
    return reply;
  }
}

function callOf({ method, path }: ChannelRequest): Call | 'other' {
  if (path === '/api/v3/invoices') return 'sign';
  if (path.startsWith('/api/v3/invoices/')) return 'find';
  return method === 'GET' ? 'status' : 'other';
}
