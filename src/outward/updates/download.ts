import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { Socket } from 'node:net';
import {
  BoundedSocket,
  type Clock,
  connectionTo,
  failed,
  limitInformational,
  MAX_ANSWER_HEAD,
  ok,
  type ReadLimit,
  type Result,
  type Message,
  english,
} from '../../base/index.js';
import { MAX_BUNDLE } from './incomingPart.js';
import { REFUSALS } from './accept.js';

export interface DownloadDeps {
  readonly clock: Pick<Clock, 'sleep'>;
  /** PEM of authorities to trust instead of Node's own. */
  readonly ca?: string;
  /** Longest silence of a server, ms; {@link SILENCE} by default. */
  readonly silenceMs?: number;
}

/** A file of a server, as a stream. */
interface Download {
  /** Bytes; null when the server does not send the length. */
  readonly all: number | null;
  readonly pieces: AsyncIterable<Uint8Array>;
}

const MAX_REDIRECTS = 5;
/**
 * Limit of what a connection may transfer besides the bundle: a number of bytes for headers and handshake, and a share
 * of the content. Chunks or TLS records of a few bytes would take many times their content.
 */
export const MAX_BESIDE = 128 * 1024;
export const MAX_OVERHEAD = 0.25;
/** Limit of the bytes that are read over one connection. */
export const CONNECTION_LIMIT: ReadLimit = { most: MAX_BESIDE + (1 + MAX_OVERHEAD) * MAX_BUNDLE };
/** After this long without data a server counts as disconnected, ms. */
export const SILENCE = 30_000;
/** Pauses before consecutive attempts without data, ms; a network may be down for some minutes. */
const PAUSES = [1000, 5000, 15_000, 60_000, 120_000];
const NETWORK = /^(?:E(?!PROTO$)[A-Z]+|EAI_[A-Z]+|HPE_[A-Z_]+)$/;

/** The address of a bundle; undefined when it is not an allowed address. */
export function readAddress(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' && url.hostname !== '' ? url : undefined;
}

/** Ends a download that is incomplete. */
export class DownloadError extends Error {
  constructor(readonly reason: Message) {
    super(english(reason));
  }
}

/**
 * Downloads a file by https. When the connection breaks, the download resumes if the server supports it and the file is
 * unchanged; otherwise the pieces reject with a {@link DownloadError}.
 */
export async function download(url: URL, deps: DownloadDeps, signal: AbortSignal): Promise<Result<Download, Message>> {
  const first = await open(url, deps, signal, {});
  if (!first.ok) return first;
  const { statusCode, headers } = first.value.answer;
  if (statusCode !== 200) {
    first.value.answer.destroy();
    return failed(REFUSALS.answered({ status: String(statusCode) }));
  }
  const length = Number(headers['content-length'] ?? NaN);
  const all = Number.isSafeInteger(length) ? length : null;
  return ok({ all, pieces: pieces(first.value, all, deps, signal) });
}

interface Opened {
  /** Its address, after redirects. */
  readonly url: URL;
  readonly answer: IncomingMessage;
  readonly tcp: BoundedSocket;
}

async function* pieces(first: Opened, all: number | null, deps: DownloadDeps, signal: AbortSignal) {
  const { url } = first;
  const tag = strongTag(first.answer);
  let opened: Opened | undefined = first;
  let done = 0;
  for (let failures = 0; ; failures += 1) {
    const before = done;
    let isInCrumbs = false;
    try {
      for await (const piece of opened?.answer ?? []) {
        done += (piece as Buffer).length;
        yield piece as Buffer;
        isInCrumbs = isMostlyOverhead(opened, done - before);
        if (isInCrumbs) break;
      }
      if (!isInCrumbs && opened?.answer.complete === true && (all === null || done >= all)) return;
    } catch {
      // The connection broke; the received pieces are still valid.
    }
    if (isInCrumbs) break;
    if (done > before) failures = 0;
    const pause = PAUSES[failures];
    // Without a strong ETag it is unknown whether the rest belongs to the same file.
    if (all === null || tag === undefined || pause === undefined || !(await deps.clock.sleep(pause, signal))) break;
    const next = await open(url, deps, signal, { Range: `bytes=${done}-`, 'If-Range': tag });
    opened = next.ok && goesOn(next.value.answer, done, all) ? next.value : undefined;
    if (next.ok && opened === undefined) {
      next.value.answer.destroy();
      break;
    }
  }
  throw new DownloadError(REFUSALS.cutOff);
}

/** True when a connection has transferred far more bytes than content. */
function isMostlyOverhead(opened: Opened | undefined, content: number): boolean {
  return (opened?.tcp.bytesRead ?? 0) > MAX_BESIDE + (1 + MAX_OVERHEAD) * content;
}

/** True when the response is the rest of the file from that offset on. A range unit has no case (RFC 9110, 14.1). */
function goesOn({ statusCode, headers }: IncomingMessage, from: number, all: number): boolean {
  return statusCode === 206 && headers['content-range']?.toLowerCase() === `bytes ${from}-${all - 1}/${all}`;
}

/** The strong ETag, which changes with every byte of the file (RFC 9110, 8.8.3). */
function strongTag({ headers: { etag } }: IncomingMessage): string | undefined {
  return etag?.startsWith('"') === true ? etag : undefined;
}

async function open(
  from: URL,
  deps: DownloadDeps,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>>,
): Promise<Result<Opened, Message>> {
  let url = from;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const asked = await ask(url, deps, signal, headers);
    if (!asked.ok) return asked;
    const { answer } = asked.value;
    const { statusCode = 0, headers: answered } = answer;
    if (statusCode < 300 || statusCode > 399) return ok({ url, ...asked.value });
    answer.destroy();
    const { location = '' } = answered;
    const next = URL.canParse(location, url.href) ? readAddress(new URL(location, url.href).href) : undefined;
    if (next === undefined) break;
    url = next;
  }
  return failed(REFUSALS.redirected);
}

function ask(
  url: URL,
  { ca, silenceMs = SILENCE }: DownloadDeps,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>>,
): Promise<Result<Omit<Opened, 'url'>, Message>> {
  const tcp = new BoundedSocket(new Socket(), CONNECTION_LIMIT);
  const connection = connectionTo(url, tcp, ca);
  return new Promise((resolve) => {
    tcp.on('error', (error) => call.destroy(error));
    const call = request(url, {
      headers: { 'User-Agent': 'kasirbox', 'Accept-Encoding': 'identity', ...headers },
      ...{ maxHeaderSize: MAX_ANSWER_HEAD, signal },
      createConnection: () => connection,
    });
    // The request's own timeout option does not work here: Node sets it only on connections that it creates itself.
    tcp.setTimeout(silenceMs);
    tcp.on('timeout', () => call.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
    call.on('error', (error) => {
      const code = 'code' in error ? String(error.code) : error.name;
      resolve(
        failed(NETWORK.test(code) ? REFUSALS.unreachable({ reason: code }) : REFUSALS.untrusted({ reason: code })),
      );
    });
    limitInformational(call, () => call.destroy(Object.assign(new Error(), { code: 'HPE_TOO_MUCH' })));
    call.once('upgrade', (_, socket) => socket.destroy());
    call.once('response', (answer) => resolve(ok({ answer, tcp })));
    call.end();
  });
}
