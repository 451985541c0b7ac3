import type { UtcMs } from '../../base/fiscal.js';
import { failed, ok, type Result } from '../../base/result.js';
import type { NotifySetting } from '../../settings/notify.js';
import { post, type PostAnswer, type Posting, type PostOptions } from '../post.js';
import { botPosting, botPause, hasTaken } from './bot.js';
import type { NotifyFailure } from './failure.js';
import type { OwnerMessage } from './message.js';
import { webhookPosting } from './webhook.js';

/** Hands messages to where the owner wants them. */
export interface Notifier {
  /** Resolves well when the other side has taken the message. `stop` ends the attempt at once, as `stopped`. */
  send(setting: NotifySetting, message: OwnerMessage, stop: AbortSignal): Promise<Result<void, NotifyFailure>>;
}

/** No pause is believed that is longer, ms: what is wrong may be mended before. */
const LONGEST_PAUSE = 60 * 60_000;
/** Statuses below 500 that tell of a moment and not of the request (RFC 9110, 15.5.9; RFC 8470, 5.2). */
const PASSING: readonly number[] = [408, 425];
const TOO_MANY = 429;

/** Speaks HTTP. */
export class HttpNotifier implements Notifier {
  constructor(
    private readonly now: () => UtcMs,
    private readonly options: Partial<PostOptions> = {},
  ) {}

  async send(setting: NotifySetting, message: OwnerMessage, stop: AbortSignal): Promise<Result<void, NotifyFailure>> {
    const answer = await post(this.posting(setting, message), this.options, stop);
    if (!answer.ok) return failed({ ...answer.error, status: null, retryAfter: 0 });
    return this.judge(setting, answer.value);
  }

  private posting(setting: NotifySetting, message: OwnerMessage): Posting {
    return setting.kind === 'bot' ? botPosting(setting, message) : webhookPosting(setting, message, this.now());
  }

  private judge({ kind }: NotifySetting, answer: PostAnswer): Result<void, NotifyFailure> {
    const { status, body } = answer;
    if (status >= 200 && status < 300) {
      // What answers in a bot's place, such as the page where a guest network asks for a password, has taken nothing.
      const isTaken = kind === 'webhook' || hasTaken(body);
      return isTaken ? ok(undefined) : failed({ kind: 'broken', status, cause: null, retryAfter: 0 });
    }
    const told = kind === 'bot' ? botPause(body) : undefined;
    const retryAfter = Math.min(LONGEST_PAUSE, told ?? readRetryAfter(answer.retryAfter, this.now()));
    return failed({ kind: kindOf(status), status, cause: null, retryAfter });
  }
}

function kindOf(status: number): NotifyFailure['kind'] {
  if (status === TOO_MANY) return 'busy';
  return status >= 500 || PASSING.includes(status) ? 'server' : 'refused';
}

/** The pause that a header Retry-After asks for, ms (RFC 9110, 10.2.3: seconds or a date); 0 for none that can be read. */
export function readRetryAfter(text: string | undefined, now: UtcMs): number {
  if (text === undefined) return 0;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const until = Date.parse(text);
  return Number.isNaN(until) ? 0 : Math.max(0, until - now);
}
