import type { Bilingual, UtcMs } from '../../base/index.js';
import type { PostAnswer, PostFault } from './post.js';

/**
 * Why a message is not known to have been accepted. Only numbers in it come from the other side, so it may be logged.
 */
export interface DeliveryFailure {
  /**
   * `busy`: too many messages, try later; `server`: the other side has a fault; `refused`: it will refuse again until a
   * setting is changed.
   */
  readonly kind: PostFault['kind'] | 'busy' | 'server' | 'refused';
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  /** Error name of the system or the TLS library. */
  readonly cause: string | null;
  /** The pause that the other side demands, ms; 0 without one. */
  readonly retryAfter: number;
}

/** Longer demanded pauses are shortened to this, ms: the fault may be fixed earlier. */
const LONGEST_PAUSE = 60 * 60_000;
/** Statuses below 500 that are temporary (RFC 9110, 15.5.9; RFC 8470, 5.2). */
const TEMPORARY: readonly number[] = [408, 425];
const TOO_MANY = 429;

/** For a technician: `refused; status 401`. */
export function proofOf({ kind, status, cause }: DeliveryFailure): Bilingual {
  const name = cause === null ? [] : [cause];
  const [sr, en] = status === null ? [[], []] : [[`статус ${status}`], [`status ${status}`]];
  return { sr: [KIND_WORDS[kind], ...sr, ...name].join('; '), en: [kind, ...en, ...name].join('; ') };
}

const KIND_WORDS: Readonly<Record<DeliveryFailure['kind'], string>> = {
  unreachable: 'недоступан',
  late: 'касни',
  insecure: 'небезбедно',
  broken: 'неправилан одговор',
  stopped: 'заустављено',
  busy: 'превише порука',
  server: 'грешка сервера',
  refused: 'одбијено',
};

/** The failure of a request without an answer. */
export function unanswered(fault: PostFault): DeliveryFailure {
  return { ...fault, status: null, retryAfter: 0 };
}

/** The failure of an answer that rejects the message. `demanded` is a pause demanded in its body, ms. */
export function failureOf(answer: PostAnswer, now: UtcMs, demanded?: number): DeliveryFailure {
  const { status } = answer;
  const retryAfter = Math.min(LONGEST_PAUSE, demanded ?? readRetryAfter(answer.retryAfter, now));
  return { kind: kindOf(status), status, cause: null, retryAfter };
}

function kindOf(status: number): DeliveryFailure['kind'] {
  if (status === TOO_MANY) return 'busy';
  return status >= 500 || TEMPORARY.includes(status) ? 'server' : 'refused';
}

/** The pause of a header Retry-After, ms (RFC 9110, 10.2.3: seconds or a date); 0 for none or an invalid one. */
function readRetryAfter(text: string | undefined, now: UtcMs): number {
  if (text === undefined) return 0;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const until = Date.parse(text);
  return Number.isNaN(until) ? 0 : Math.max(0, until - now);
}
