import { isIP } from 'node:net';
import { isHostName, readSender, defineMessages, type Message } from '../../base/index.js';
import { memberFault, row, type Setting } from './setting.js';

const MESSAGES = defineMessages('mail', {
  badHost: {
    en: '{field} must be a name or an address without a port, like mail.example.rs.',
    sr: 'Сервер за пошту мора бити име или адреса без порта, као mail.example.rs.',
  },
  badSender: {
    en: '{field} must be an address like kasa@example.rs, or a name and an address like Kasa <kasa@example.rs>.',
    sr: 'Пошиљалац мора бити адреса као kasa@example.rs, или име и адреса као Kasa <kasa@example.rs>.',
  },
});

export interface MailSetting {
  /** Name or address of the owner's mail server, without a port. */
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, as on port 465 (RFC 8314); otherwise STARTTLS, as on port 587. */
  readonly secure: boolean;
  /** User name; defaults to the sender's address when only a password is given. */
  readonly user?: string;
  /** With a password the box logs in, and sends nothing without TLS. */
  readonly password?: string;
  /** `kasa@pekara.rs` or `Пекара <kasa@pekara.rs>`. */
  readonly from: string;
}

/** Null: no e-mail is sent. */
export const mailSetting: Setting<MailSetting | null> = {
  reach: 'sales',
  schema: {
    type: ['object', 'null'],
    required: ['host', 'port', 'secure', 'from'],
    dependentRequired: { user: ['password'] },
    additionalProperties: false,
    properties: {
      host: row(253),
      port: { type: 'integer', minimum: 1, maximum: 65535 },
      secure: { type: 'boolean' },
      user: row(200),
      password: row(200),
      from: row(190),
    },
  },
  defaultValue: () => null,
  isOfGroup: true,
  secrets: ['password'],
  secretsGoTo: ['host', 'port', 'secure'],
  fault: badMail,
};

/** Checks for a host that cannot receive e-mail, and for a sender that would add further headers. */
function badMail(mail: MailSetting | null): Message | undefined {
  if (mail === null) return undefined;
  if (isIP(mail.host) === 0 && !isHostName(mail.host)) {
    return memberFault('mail', 'host', MESSAGES.badHost({ field: 'host' }));
  }
  if (readSender(mail.from) === undefined) {
    return memberFault('mail', 'from', MESSAGES.badSender({ field: 'from' }));
  }
  return undefined;
}
