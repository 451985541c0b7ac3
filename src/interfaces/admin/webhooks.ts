import { failed, ok, type Result, type Message, defineMessages } from '../../base/index.js';
import { describeWebhookFailure, type FailureDescription } from '../../outward/delivery/index.js';
import { text } from './fields.js';
import { testMessage } from './notify.js';
import { type AdminParts, operation } from './operation.js';

const MESSAGES = defineMessages('webhookTest', {
  unknown: {
    en: 'There is no webhook of this name. Run: kasirbox settings show webhooks',
    sr: 'Нема програма са тим именом. Покрените: kasirbox settings show webhooks',
    srOnPage: 'Нема програма са тим именом у подешавању webhooks.',
  },
});

/** Outcome of a test; `failure` is null when the receiver has accepted it. */
interface WebhookTest {
  readonly failure: FailureDescription | null;
}

/**
 * Sends a webhook a signed message of type `test` at once, independent of waiting events. Takes as long as the receiver
 * does, 20 s at most.
 */
export const testWebhook = operation({
  permission: 'settings',
  isReadOnly: true,
  isChange: true,
  ask: { name: text },
  async run(
    { settings, notifier, now }: Pick<AdminParts, 'settings' | 'notifier' | 'now'>,
    { name },
  ): Promise<Result<WebhookTest, Message>> {
    const { webhooks, company } = settings.now;
    const target = webhooks.find((one) => one.name === name);
    if (target === undefined) return failed(MESSAGES.unknown);
    const { url, secret } = target;
    const message = testMessage(now(), company);
    const sent = await notifier.send({ kind: 'webhook', url, secret }, message, new AbortController().signal);
    return ok({ failure: sent.ok ? null : describeWebhookFailure(sent.error) });
  },
});
