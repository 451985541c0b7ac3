import { type Bilingual, failed, localTime, ok, type Result, defineMessages, type Message } from '../../base/index.js';
import { describeMailFailure, type MailFailure } from '../../outward/delivery/index.js';
import { field } from './fields.js';
import { type AdminParts, operation } from './operation.js';

const MESSAGES = defineMessages('mailOperations', {
  notSet: {
    en: 'No mail server is set. Run: kasirbox settings set mail -',
    sr: 'Сервер за пошту није подешен. Покрените: kasirbox settings set mail -',
    srOnPage: 'Сервер за пошту није подешен. Задајте га у подешавањима.',
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

const UNSET = MESSAGES.notSet;
const address = field<string>({ type: 'string', maxLength: 254 });

/**
 * Sends an e-mail to the address at once, with the setting mail. Takes as long as the mail server does, 25 s at most.
 */
export const testMail = operation({
  permission: 'settings',
  isReadOnly: true,
  isChange: true,
  ask: { to: address },
  async run(
    { settings, mailer, now }: Pick<AdminParts, 'settings' | 'mailer' | 'now'>,
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
