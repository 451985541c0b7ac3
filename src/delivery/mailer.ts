import { withDeadline } from '../base/deadline.js';
import type { UtcMs } from '../base/fiscal.js';
import { mailAddress, readSender } from '../base/mailbox.js';
import { type Failed, failed, ok, type Result } from '../base/result.js';
import type { MailSetting } from '../settings/schema.js';
import { failureOf, type MailFailure } from './failure.js';

export interface MailAttachment {
  readonly filename: string;
  /** Media type. */
  readonly contentType: string;
  readonly content: Buffer;
}

/** One letter to one recipient. */
export interface MailMessage {
  /** One address, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
  readonly date: UtcMs;
}

/** Hands letters to the owner's mail server. */
export interface Mailer {
  /** Resolves well when the server has taken the letter. `stop` ends the attempt at once, as `stopped`. */
  send(setting: MailSetting, message: MailMessage, stop: AbortSignal): Promise<Result<void, MailFailure>>;
}

export interface SmtpMailerOptions {
  /** Finding the server's address, ms. */
  readonly dnsMs: number;
  /** From the beginning to a connection that is ready for mail: address, TCP, greeting, STARTTLS; ms. */
  readonly connectMs: number;
  /** For the greeting, and for a STARTTLS handshake, ms. */
  readonly greetingMs: number;
  /** Longest silence of the server at any time, ms. */
  readonly silenceMs: number;
  /** The whole sending, also with a server that goes on saying something all the time, ms. */
  readonly wholeMs: number;
  /** How long a server may keep the connection open that is over, ms. */
  readonly closeMs: number;
  /** Longest reply, bytes. */
  readonly maxReply: number;
  /** PEM of authorities to trust in place of those that Node brings. */
  readonly ca?: string;
}

/**
 * RFC 5321, 4.5.3.2 would wait for minutes; here a caller at a till waits, who may try again. They add up to less than
 * what HTTP clients usually wait for (30 s).
 */
const LIMITS: SmtpMailerOptions = {
  dnsMs: 5_000,
  connectMs: 10_000,
  greetingMs: 10_000,
  silenceMs: 15_000,
  wholeMs: 25_000,
  closeMs: 1_000,
  maxReply: 64 * 1024,
};

/**
 * Speaks SMTP (RFC 5321) through nodemailer, which is loaded with the first letter: a box that sends none never holds
 * it in memory. A connection serves one letter.
 */
export class SmtpMailer implements Mailer {
  private readonly options: SmtpMailerOptions;

  constructor(options: Partial<SmtpMailerOptions> = {}) {
    this.options = { ...LIMITS, ...options };
  }

  async send(setting: MailSetting, message: MailMessage, stop: AbortSignal): Promise<Result<void, MailFailure>> {
    const letter = letterOf(setting, message);
    if (!letter.ok) return letter;
    const { createTransport } = await import('nodemailer');
    const transport = createTransport(this.transportOf(setting, letter.value.from.address));
    try {
      await withDeadline(this.options.wholeMs, stop, (signal) => transport.sendMail({ ...letter.value, signal }));
      return ok(undefined);
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined) throw error;
      return failed(stop.aborted ? { ...failure, kind: 'stopped' } : failure);
    }
  }

  private transportOf({ host, port, secure, user, password }: MailSetting, sender: string) {
    const { ca, ...limits } = this.options;
    return {
      host,
      port,
      secure,
      // A password never goes out in the clear; without one, STARTTLS is used where it is offered (RFC 3207).
      requireTLS: password !== undefined && !secure,
      ...(password !== undefined && { auth: { user: user ?? sender, pass: password } }),
      // Said, since the environment could change what goes without saying.
      tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' as const, ...(ca !== undefined && { ca }) },
      dnsTimeout: limits.dnsMs,
      connectionTimeout: limits.connectMs,
      greetingTimeout: limits.greetingMs,
      socketTimeout: limits.silenceMs,
      socketCloseTimeout: limits.closeMs,
      maxResponseSize: limits.maxReply,
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }
}

/**
 * Addresses are given taken apart, so that nodemailer does not read a list or a name into them. Settings that an older
 * release has stored may hold a sender that today's would refuse.
 */
function letterOf({ from }: MailSetting, { to, date, attachments, ...content }: MailMessage) {
  const sender = readSender(from);
  if (sender === undefined) return refusal('sender');
  const recipient = mailAddress(to);
  if (recipient === undefined) return refusal('recipient');
  return ok({
    ...content,
    from: { ...sender },
    to: { name: '', address: recipient },
    envelope: { from: sender.address, to: [recipient] },
    date: new Date(date),
    attachments: attachments.map((attachment) => ({ ...attachment })),
    // No vacation notice shall answer a till (RFC 3834, 5).
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
}

function refusal(kind: 'sender' | 'recipient'): Failed<MailFailure> {
  return failed({ kind, reply: null, cause: null });
}
