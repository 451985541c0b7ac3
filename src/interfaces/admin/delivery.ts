import {
  type Bilingual,
  defineMessages,
  failed,
  localTime,
  type Message,
  ok,
  type Result,
  type UtcMs,
  uuidV7,
} from '../../base/index.js';
import {
  describeFailure,
  describeMailFailure,
  describeWebhookFailure,
  type FailureDescription,
  type MailFailure,
  type OwnerMessage,
} from '../../outward/delivery/index.js';
import type { CompanySetting } from '../../shop/settings/index.js';
import { field, text } from './fields.js';
import { type AdminDeps, operation } from './operation.js';

const MAIL_MESSAGES = defineMessages('mailOperations', {
  notSet: {
    en: 'No mail server is set. Run: kasirbox settings set mail -',
    sr: 'Сервер за пошту није подешен. Покрените: kasirbox settings set mail -',
    srOnPage: 'Сервер за пошту није подешен. Задајте га у подешавањима.',
    enOnPage: 'No mail server is set. Enter it in the settings.',
  },
});

/** Outcome of a test e-mail; `failure` is null when the mail server has accepted it. */
export interface MailTest {
  readonly failure: {
    readonly kind: MailFailure['kind'];
    /** Reply code of the mail server; null when it gave none. */
    readonly reply: number | null;
    readonly words: Bilingual;
  } | null;
}

const UNSET = MAIL_MESSAGES.notSet;
const address = field<string>({ type: 'string', maxLength: 254 });

/**
 * Sends an e-mail to the address at once, with the setting mail. Takes as long as the mail server does, 25 s at most.
 */
export const testMail = operation({
  permission: 'settings',
  isReadOnly: true,
  isChange: true,
  input: { to: address },
  async run(
    { settings, mailer, now }: Pick<AdminDeps, 'settings' | 'mailer' | 'now'>,
    { to },
  ): Promise<Result<MailTest, Message>> {
    const { mail, company } = settings.now;
    if (mail === null) return failed(UNSET);
    const date = now();
    const text = `${company.name}\nПробна порука уређаја, ${localTime(date)}. Рачуни ће стизати овако.\n`;
    const message = { to, subject: 'Пробна порука уређаја', text, html: '', attachments: [], date };
    const sent = await mailer.send(mail, message, new AbortController().signal);
    if (sent.ok) return ok({ failure: null });
    const { kind, reply } = sent.error;
    return ok({ failure: { kind, reply, words: describeMailFailure(sent.error) } });
  },
});

/** Outcome of a test message; `failure` is null when the receiver has accepted it. */
interface NotifyTest {
  readonly to: 'bot' | 'webhook';
  readonly failure: FailureDescription | null;
}

const NOTIFY_MESSAGES = defineMessages('notifyTest', {
  notSet: {
    en: 'No messages to the owner are set up. Run: kasirbox settings set notify -',
    sr: 'Поруке власнику нису подешене. Покрените: kasirbox settings set notify -',
    srOnPage: 'Поруке власнику нису подешене. Задајте их у подешавањима.',
    enOnPage: 'No messages to the owner are set up. Set them up in the settings.',
  },
});

/** Sends a message to the owner at once, before all waiting ones. Takes as long as the receiver does, 20 s at most. */
export const testNotify = operation({
  permission: 'settings',
  isReadOnly: true,
  isChange: true,
  input: {},
  async run({
    settings,
    notifier,
    now,
  }: Pick<AdminDeps, 'settings' | 'notifier' | 'now'>): Promise<Result<NotifyTest, Message>> {
    const { notify, company } = settings.now;
    if (notify === null) return failed(NOTIFY_MESSAGES.notSet);
    const sent = await notifier.send(notify, testMessage(now(), company), new AbortController().signal);
    return ok({ to: notify.kind, failure: sent.ok ? null : describeFailure(sent.error, notify.kind) });
  },
});

/** The test message: where messages will arrive, and of which shop. */
function testMessage(at: UtcMs, { name, tin, location, address }: CompanySetting): OwnerMessage {
  return {
    id: `test-${uuidV7(at, 0)}`,
    type: 'test',
    at,
    text: `${name}, ${address}\nПробна порука: овде ће стизати поруке уређаја.`,
    data: { sentAt: localTime(at), company: { name, tin, location } },
  };
}

const WEBHOOKS_MESSAGES = defineMessages('webhookTest', {
  unknown: {
    en: 'There is no webhook with this name. Run: kasirbox settings show webhooks',
    sr: 'Нема програма са тим именом. Покрените: kasirbox settings show webhooks',
    srOnPage: 'Нема програма са тим именом у подешавању webhooks.',
    enOnPage: 'There is no webhook with this name in the setting webhooks.',
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
  input: { name: text },
  async run(
    { settings, notifier, now }: Pick<AdminDeps, 'settings' | 'notifier' | 'now'>,
    { name },
  ): Promise<Result<WebhookTest, Message>> {
    const { webhooks, company } = settings.now;
    const target = webhooks.find((one) => one.name === name);
    if (target === undefined) return failed(WEBHOOKS_MESSAGES.unknown);
    const { url, secret } = target;
    const message = testMessage(now(), company);
    const sent = await notifier.send({ kind: 'webhook', url, secret }, message, new AbortController().signal);
    return ok({ failure: sent.ok ? null : describeWebhookFailure(sent.error) });
  },
});
