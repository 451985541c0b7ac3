import { failed, ok, type Result, type UtcMs } from '../../base/index.js';
import type { NotifySetting } from '../../settings/index.js';
import { post, type PostAnswer, type PostRequest, type PostOptions } from '../post.js';
import { botRequest, botRetryAfter, isAccepted } from './bot.js';
import type { NotifyFailure } from './failure.js';
import type { OwnerMessage } from './message.js';
import { webhookRequest } from './webhook.js';

/** Sends messages to where the owner wants them. */
export interface Notifier {
  /** Succeeds when the other side has accepted the message. `stop` ends the attempt at once, with `stopped`. */
  send(setting: NotifySetting, message: OwnerMessage, stop: AbortSignal): Promise<Result<void, NotifyFailure>>;
}

/** Longer pauses are cut to this, ms: the fault may be fixed earlier. */
const LONGEST_PAUSE = 60 * 60_000;
/** Statuses below 500 that are temporary (RFC 9110, 15.5.9; RFC 8470, 5.2). */
const TEMPORARY: readonly number[] = [408, 425];
const TOO_MANY = 429;

/** Speaks HTTP. */
export class HttpNotifier implements Notifier {
  constructor(
    private readonly now: () => UtcMs,
    private readonly options: Partial<PostOptions> = {},
  ) {}

  async send(setting: NotifySetting, message: OwnerMessage, stop: AbortSignal): Promise<Result<void, NotifyFailure>> {
    const answer = await post(this.requestFor(setting, message), this.options, stop);
    if (!answer.ok) return failed({ ...answer.error, status: null, retryAfter: 0 });
    return this.judge(setting, answer.value);
  }

  private requestFor(setting: NotifySetting, message: OwnerMessage): PostRequest {
    return setting.kind === 'bot' ? botRequest(setting, message) : webhookRequest(setting, message, this.now());
  }

  private judge({ kind }: NotifySetting, answer: PostAnswer): Result<void, NotifyFailure> {
    const { status, body } = answer;
    if (status >= 200 && status < 300) {
      // Something else may answer instead of the bot, such as the login page of a guest network.
      const isTaken = kind === 'webhook' || isAccepted(body);
      return isTaken ? ok(undefined) : failed({ kind: 'broken', status, cause: null, retryAfter: 0 });
    }
    const demanded = kind === 'bot' ? botRetryAfter(body) : undefined;
    const retryAfter = Math.min(LONGEST_PAUSE, demanded ?? readRetryAfter(answer.retryAfter, this.now()));
    return failed({ kind: kindOf(status), status, cause: null, retryAfter });
  }
}

function kindOf(status: number): NotifyFailure['kind'] {
  if (status === TOO_MANY) return 'busy';
  return status >= 500 || TEMPORARY.includes(status) ? 'server' : 'refused';
}

/** The pause of a header Retry-After, ms (RFC 9110, 10.2.3: seconds or a date); 0 for none or an invalid one. */
export function readRetryAfter(text: string | undefined, now: UtcMs): number {
  if (text === undefined) return 0;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const until = Date.parse(text);
  return Number.isNaN(until) ? 0 : Math.max(0, until - now);
}
