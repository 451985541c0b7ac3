import type { ChannelFault, ChannelRequest, Exchanged } from '../../src/processors/pfr/channel.js';
import type { FakePfr } from '../kit/pfr/core.js';
import { type JsonObject, jsonReply, type Reply, textReply } from '../kit/pfr/wire.js';
import type { SimClock } from './clock.js';
import type { ExchangeFault } from './plan.js';

export interface TripDeps {
  readonly clock: SimClock;
  readonly pfr: FakePfr;
  readonly request: ChannelRequest;
  /** 0 to 1: when something happens, or how much of something is left. */
  readonly part: number;
  /** Gives a request to the processor. */
  readonly hand: (request: ChannelRequest) => Reply;
  /** Reports the end to the box. */
  readonly end: (exchanged: Exchanged) => void;
}

const RESET: ChannelFault = { cause: 'reset', detail: 'ECONNRESET' };
const REFUSED: ChannelFault = { cause: 'refused', detail: 'ECONNREFUSED' };
const TIMEOUT: ChannelFault = { cause: 'timeout', detail: 'ETIMEDOUT' };

/** The path of one request to its processor, and of the answer back. It continues when the box dies. */
class Trip {
  constructor(private readonly deps: TripDeps) {}

  get part(): number {
    return this.deps.part;
  }

  /** As long as the box waits, ms. */
  get limit(): number {
    return this.deps.request.timeout;
  }

  get pfr(): FakePfr {
    return this.deps.pfr;
  }

  /** The request arrives now. */
  readonly deliver = (headers: Readonly<Record<string, string>> = {}): Reply => {
    const { request, hand } = this.deps;
    return hand({ ...request, headers: { ...request.headers, ...headers } });
  };

  /** What `make` gives on arrival comes back `after` ms. */
  answers(make: () => Reply, after = this.way): void {
    const { clock, end } = this.deps;
    clock.after(this.way, () => {
      const { status, body } = make();
      clock.after(after, () => {
        end({ kind: 'answered', status, body });
      });
    });
  }

  /** `make` happens `at`, and nothing comes back. */
  loses(make: () => void, at = this.way): void {
    this.deps.clock.after(at, make);
    this.deps.clock.after(this.way + this.part * (this.limit - this.way), () => {
      this.deps.end({ kind: 'lost', reason: RESET });
    });
  }

  /** The processor hangs beyond the time that the box waits; it signs at `times` that time. */
  hangs(times: number): void {
    this.deps.clock.after(this.limit, () => {
      this.deps.end({ kind: 'lost', reason: TIMEOUT });
    });
    this.deps.clock.after(this.limit * times, this.deliver);
  }

  isNotSent(): void {
    this.deps.clock.after(this.way, () => {
      this.deps.end({ kind: 'unsent', reason: REFUSED });
    });
  }

  /** One way, ms. */
  private get way(): number {
    return 20 + this.part * 400;
  }
}

/** After so many times its limit a processor has certainly dropped a request: half a limit more than the box waits. */
const LATEST = 1.49;

const COURSES: Readonly<Record<ExchangeFault, (trip: Trip) => void>> = {
  unsent: (trip) => {
    trip.isNotSent();
  },
  'lost before': (trip) => {
    trip.loses(() => undefined);
  },
  'lost after': (trip) => {
    trip.loses(trip.deliver);
  },
  'signed late': (trip) => {
    trip.hangs(1 + (LATEST - 1) * trip.part);
  },
  'signed too late': (trip) => {
    trip.hangs(LATEST + 2 + trip.part);
  },
  slow: (trip) => {
    trip.answers(trip.deliver, trip.part * (trip.limit - 1000));
  },
  cut: (trip) => {
    trip.answers(() => cutShort(trip.deliver(), trip.part));
  },
  garbage: (trip) => {
    trip.answers(() => inPlaceOf(trip.deliver(), textReply(200, '<html><body>Добро дошли</body></html>')));
  },
  empty: (trip) => {
    trip.answers(() => inPlaceOf(trip.deliver(), textReply(200, '')));
  },
  'error before': (trip) => {
    trip.answers(() => textReply(503, 'Service Unavailable'));
  },
  'error after': (trip) => {
    trip.answers(() => inPlaceOf(trip.deliver(), textReply(500, 'Internal Server Error')));
  },
  // One in two is slow: the box may serve others meanwhile.
  refused: (trip) => {
    trip.answers(refusedLabel, trip.part > 0.5 ? (2 * trip.part - 1) * (trip.limit - 1000) : undefined);
  },
  stale: (trip) => {
    trip.answers(() => inPlaceOf(trip.deliver(), receiptReply(trip.pfr.lastAnswer(2))));
  },
  'stale before': (trip) => {
    trip.answers(() => inPlaceOf(textReply(500, ''), receiptReply(trip.pfr.lastAnswer(1))));
  },
  'of another till': (trip) => {
    trip.answers(() => inPlaceOf(trip.deliver(), receiptReply(trip.pfr.signForeign())));
  },
  'of another till before': (trip) => {
    trip.answers(() => inPlaceOf(textReply(500, ''), receiptReply(trip.pfr.signForeign())));
  },
  'other till first': (trip) => {
    trip.pfr.signForeign();
    trip.answers(trip.deliver);
  },
  'other till last': (trip) => {
    trip.loses(() => {
      trip.deliver();
      trip.pfr.signForeign();
    });
  },
  'broken MD5': (trip) => {
    trip.answers(() => altered(trip.deliver(), 'verificationUrl', (url) => brokenLink(String(url), trip.part)));
  },
  'other amount': (trip) => {
    trip.answers(() => altered(trip.deliver(), 'totalAmount', (amount) => Number(amount) + 1));
  },
  'in English': (trip) => {
    trip.answers(() => trip.deliver({ 'Accept-Language': 'en-US' }));
  },
  'nothing known': (trip) => {
    trip.answers(() => jsonReply(200, null));
  },
};

/** Sends a request on its way; without a fault it arrives, and the answer comes back. */
export function travel(deps: TripDeps, fault: ExchangeFault | undefined): void {
  const trip = new Trip(deps);
  if (fault === undefined) trip.answers(trip.deliver);
  else COURSES[fault](trip);
}

function refusedLabel(): Reply {
  return jsonReply(400, { message: 'Bad Request', modelState: [{ property: 'items[0].labels', errors: ['2310'] }] });
}

/** Another answer, if there is one, than the true one. */
function inPlaceOf(reply: Reply, other: Reply | undefined): Reply {
  return other ?? reply;
}

function receiptReply(answer: JsonObject | undefined): Reply | undefined {
  return answer && jsonReply(200, answer);
}

function cutShort(reply: Reply, part: number): Reply {
  return { ...reply, body: reply.body.subarray(0, Math.floor(part * reply.body.length)) };
}

/** A receipt with one member changed; anything else stays as it is. */
function altered(reply: Reply, name: string, change: (value: unknown) => string | number): Reply {
  const text = reply.body.toString();
  if (!text.startsWith('{')) return reply;
  const answer = JSON.parse(text) as JsonObject;
  return name in answer ? jsonReply(reply.status, { ...answer, [name]: change(answer[name]) }) : reply;
}

/** One sign of the payload is another. */
function brokenLink(url: string, part: number): string {
  const at = url.indexOf('?vl=') + 40 + Math.floor(part * 600);
  return `${url.slice(0, at)}${url.charAt(at) === 'a' ? 'b' : 'a'}${url.slice(at + 1)}`;
}
