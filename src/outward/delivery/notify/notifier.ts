import { failed, ok, type Result, type UtcMs } from '../../../base/index.js';
import type { NotifySetting } from '../../../shop/settings/index.js';
import { type DeliveryFailure, failureOf, unanswered } from '../deliveryFailure.js';
import { post, type PostAnswer, type PostRequest, type PostOptions } from '../post.js';
import { webhookBody, webhookRequest } from '../standardWebhook.js';
import { botRequest, botRetryAfter, isAccepted } from './bot.js';
import type { OwnerMessage } from './message.js';

/** Sends messages to the receiver that the owner has configured. */
export interface Notifier {
  /** Succeeds when the other side has accepted the message. `stop` aborts the attempt at once, with `stopped`. */
  send(setting: NotifySetting, message: OwnerMessage, stop: AbortSignal): Promise<Result<void, DeliveryFailure>>;
}

/** Sends by HTTP. */
export class HttpNotifier implements Notifier {
  constructor(
    private readonly now: () => UtcMs,
    private readonly options: Partial<PostOptions> = {},
  ) {}

  async send(setting: NotifySetting, message: OwnerMessage, stop: AbortSignal): Promise<Result<void, DeliveryFailure>> {
    const answer = await post(this.requestFor(setting, message), this.options, stop);
    if (!answer.ok) return failed(unanswered(answer.error));
    return this.judge(setting, answer.value);
  }

  private requestFor(setting: NotifySetting, message: OwnerMessage): PostRequest {
    if (setting.kind === 'bot') return botRequest(setting, message);
    return webhookRequest(setting, message.id, webhookBody(message), this.now());
  }

  private judge({ kind }: NotifySetting, answer: PostAnswer): Result<void, DeliveryFailure> {
    const { status, body } = answer;
    if (status >= 200 && status < 300) {
      // Another server may answer instead of the bot, such as the login page of a guest network.
      const isTaken = kind === 'webhook' || isAccepted(body);
      return isTaken ? ok(undefined) : failed({ kind: 'broken', status, cause: null, retryAfter: 0 });
    }
    return failed(failureOf(answer, this.now(), kind === 'bot' ? botRetryAfter(body) : undefined));
  }
}
