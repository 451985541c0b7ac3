import { assertNever } from '../../../src/base/result.js';
import type { Change } from './changes.js';
import type { FakePfr } from './core.js';
import { qrGif } from './image.js';
import { type CodeForm, codeReply } from './styles.js';
import { type Call, type FakeRequest, type Json, type JsonObject, jsonReply, type Reply, routeOf } from './wire.js';

/**
 * What goes wrong with one call. `signs` says whether the call is carried out nevertheless: whether an invoice is signed, a
 * PIN is taken, and so on.
 */
export type Mishap =
  /** Nothing: for the sake of what happens before and after. */
  | { readonly fault: 'none' }
  /** A code as the product writes it, unless another form is given; HTTP status 400 when left out. */
  | { readonly fault: 'refuse'; readonly code: string; readonly status?: number; readonly form?: CodeForm }
  /** Any other answer, such as 200 with nothing. */
  | { readonly fault: 'answer'; readonly signs: boolean; readonly status: number; readonly body: string }
  /** The connection is reset. */
  | { readonly fault: 'drop'; readonly signs: boolean }
  /** No answer, until the call is released, or for `ms`: it then gets its answer, if it is carried out at all. */
  | { readonly fault: 'hang'; readonly signs: 'never' | 'now' | 'late'; readonly ms?: number }
  /** The connection ends in the middle of the right answer. */
  | { readonly fault: 'cut' }
  /** The right answer in small pieces. */
  | { readonly fault: 'drip' }
  /** The answer to the previous receipt; `null` without one. */
  | { readonly fault: 'stale'; readonly signs: boolean }
  /** Another till has a receipt signed first, and its answer is given. */
  | { readonly fault: 'foreign'; readonly signs: boolean }
  /** The right answer, whose link has a wrong MD5. */
  | { readonly fault: 'broken-link' }
  /** The right answer, whose link and picture, or one of them, begin with another root: an attacker has changed them. */
  | { readonly fault: 'mislead'; readonly root: string; readonly only?: 'link' | 'picture' }
  /** The right answer, but for these fields. */
  | { readonly fault: 'alter'; readonly fields: JsonObject }
  /** The language that was asked for is ignored. */
  | { readonly fault: 'english' };

/** A {@link Mishap} on the next call of a kind. It is plain data, so that it can be sent, printed and shrunk. */
export type Fault = Mishap & {
  /** `invoice` when left out. */
  readonly on?: Call;
  /** It happens at every such call for which there is no fault of its own. */
  readonly standing?: boolean;
  /** What happens to the processor before the call. */
  readonly before?: readonly Change[];
  /** What happens after the call was carried out and before its answer leaves. */
  readonly after?: readonly Change[];
};

/** How a call ends: to be carried out by a server, or by a simulated network. The processor has done its part. */
export type Plan =
  | { readonly delivery: 'whole' | 'cut' | 'drip'; readonly reply: Reply }
  | { readonly delivery: 'reset' }
  /** `release` does the remaining work; null: there is no answer. With `ms` it continues automatically after that time. */
  | { readonly delivery: 'hang'; readonly release: () => Reply | null; readonly ms?: number };

/** Faults that wait for their calls. */
export class Faults {
  private waiting: Fault[] = [];

  constructor(private readonly pfr: FakePfr) {}

  /** Each happens once, in this order, unless it is standing. */
  add(...faults: readonly Fault[]): void {
    this.waiting.push(...faults);
  }

  clear(): void {
    this.waiting = [];
  }

  get pending(): readonly Fault[] {
    return this.waiting;
  }

  /** Takes the fault of this call, if there is one, and lets the processor do what it does then. */
  plan(request: FakeRequest): Plan {
    const call = routeOf(request, this.pfr.options.prefix)?.call;
    const fault = call === undefined ? undefined : this.take(call);
    if (call === undefined || fault === undefined) return { delivery: 'whole', reply: this.pfr.handle(request) };
    for (const change of fault.before ?? []) this.pfr.change(change);
    const carryOut = (asked = request): Reply => {
      const reply = this.pfr.handle(asked);
      for (const change of fault.after ?? []) this.pfr.change(change);
      return reply;
    };
    return planOf(this.pfr, fault, call, request, carryOut);
  }

  private take(call: Call): Fault | undefined {
    const own = this.waiting.filter(({ on = 'invoice' }) => on === call);
    const once = own.find(({ standing = false }) => !standing);
    if (once === undefined) return own[0];
    this.waiting = this.waiting.filter((fault) => fault !== once);
    return once;
  }
}

function planOf(
  pfr: FakePfr,
  fault: Mishap,
  call: Call,
  request: FakeRequest,
  carryOut: (request?: FakeRequest) => Reply,
): Plan {
  const whole = (reply: Reply): Plan => ({ delivery: 'whole', reply });
  switch (fault.fault) {
    case 'none':
      return whole(carryOut());
    case 'refuse': {
      const style = { ...pfr.options.style, ...(fault.form !== undefined && { codes: fault.form }) };
      return whole(codeReply(style, fault.status ?? 400, fault.code));
    }
    case 'answer': {
      if (fault.signs) carryOut();
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      return whole({ status: fault.status, headers, body: Buffer.from(fault.body) });
    }
    case 'drop':
      if (fault.signs) carryOut();
      return { delivery: 'reset' };
    case 'hang':
      return {
        ...{ delivery: 'hang', release: releaseOf(fault.signs, carryOut) },
        ...(fault.ms !== undefined && { ms: fault.ms }),
      };
    case 'cut':
    case 'drip':
      return { delivery: fault.fault, reply: carryOut() };
    case 'stale': {
      if (fault.signs) carryOut();
      return whole(jsonReply(200, pfr.lastAnswer(call === 'invoice' && !fault.signs ? 1 : 2) ?? null));
    }
    case 'foreign': {
      const answer = pfr.signForeign() ?? null;
      if (fault.signs) carryOut();
      return whole(jsonReply(200, answer));
    }
    case 'broken-link':
      return whole(edited(carryOut(), (answer) => ({ ...answer, verificationUrl: breakLink(answer) })));
    case 'mislead':
      return whole(edited(carryOut(), (answer) => mislead(answer, fault)));
    case 'alter':
      return whole(edited(carryOut(), (answer) => ({ ...answer, ...fault.fields })));
    case 'english':
      return whole(carryOut({ ...request, headers: { ...request.headers, 'accept-language': 'en-US' } }));
    default:
      return assertNever(fault);
  }
}

function releaseOf(signs: 'never' | 'now' | 'late', carryOut: () => Reply): () => Reply | null {
  switch (signs) {
    case 'never':
      return () => null;
    case 'now': {
      const reply = carryOut();
      return () => reply;
    }
    case 'late':
      return carryOut;
    default:
      return assertNever(signs);
  }
}

/** An answer that is a receipt, edited; any other stays as it is. */
function edited(reply: Reply, edit: (answer: JsonObject) => JsonObject): Reply {
  if (reply.status >= 300) return reply;
  const answer = JSON.parse(reply.body.toString()) as Json;
  const isReceipt = typeof answer === 'object' && answer !== null && 'verificationUrl' in answer;
  return isReceipt ? jsonReply(reply.status, edit(answer)) : reply;
}

function mislead(answer: JsonObject, { root, only }: Extract<Mishap, { fault: 'mislead' }>): JsonObject {
  const [, payload = ''] = (answer['verificationUrl'] as string).split('?vl=');
  const url = `${root}/v/?vl=${payload}`;
  return {
    ...answer,
    ...(only !== 'picture' && { verificationUrl: url }),
    ...(only !== 'link' && { verificationQRCode: qrGif(url).toString('base64') }),
  };
}

/** Changes the last bit that counts: the Base64 stays valid, the MD5 does not. */
function breakLink({ verificationUrl }: JsonObject): string {
  const [root = '', payload = ''] = (verificationUrl as string).split('?vl=');
  const bytes = Buffer.from(decodeURIComponent(payload), 'base64');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  return `${root}?vl=${encodeURIComponent(bytes.toString('base64'))}`;
}
