import { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import {
  BoundedSocket,
  type Failed,
  failed,
  mailAddress,
  ok,
  readSender,
  type Result,
  type UtcMs,
  withDeadline,
} from '../../base/index.js';
import type { MailSetting } from '../../shop/settings/index.js';
import { failureOf, type MailFailure } from './mailFailure.js';

export interface MailAttachment {
  readonly filename: string;
  /** Media type. */
  readonly contentType: string;
  readonly content: Buffer;
}

/** One mail to one recipient. */
interface MailMessage {
  /** One address, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
  readonly date: UtcMs;
}

/** Sends mails through the owner's mail server. */
export interface Mailer {
  /** Succeeds when the server has accepted the mail. `stop` aborts the attempt at once, with `stopped`. */
  send(setting: MailSetting, message: MailMessage, stop: AbortSignal): Promise<Result<void, MailFailure>>;
}

export interface SmtpMailerOptions {
  /** Timeout of the DNS look-up, ms. */
  readonly dnsMs: number;
  /** Timeout until the connection is ready for mail: address, TCP, greeting, STARTTLS; ms. */
  readonly connectMs: number;
  /** Timeout of the greeting, and of a STARTTLS handshake, ms. */
  readonly greetingMs: number;
  /** Longest silence of the server at any time, ms. */
  readonly silenceMs: number;
  /** Timeout of the whole sending, even if the server keeps talking, ms. */
  readonly wholeMs: number;
  /** How long a server may keep a finished connection open, ms. */
  readonly closeMs: number;
  /** Longest reply, bytes. */
  readonly maxReply: number;
  /** Limit of all bytes from the server for one mail, TLS included. */
  readonly maxConversation: number;
  /** PEM of authorities to trust instead of Node's own. */
  readonly ca?: string;
}

/**
 * Bytes that are read at once, and per second after that. nodemailer takes some 10 µs for each line, and a line may be
 * empty. A conversation without its certificates is smaller.
 */
export const PACE = { atOnce: 8 * 1024, perSecond: 32 * 1024 };

/**
 * RFC 5321, 4.5.3.2 allows minutes; here a seller waits and may try again. The total is less than the usual timeout of
 * HTTP clients (30 s).
 */
export const MAIL_LIMITS: SmtpMailerOptions = {
  dnsMs: 5_000,
  connectMs: 10_000,
  greetingMs: 10_000,
  silenceMs: 15_000,
  wholeMs: 25_000,
  closeMs: 1_000,
  maxReply: 32 * 1024,
  maxConversation: 96 * 1024,
};

/**
 * Sends by SMTP (RFC 5321) through nodemailer, which is loaded with the first mail, so that it takes no memory in a box
 * that sends none. Each mail has its own connection.
 */
export class SmtpMailer implements Mailer {
  private readonly options: SmtpMailerOptions;

  constructor(options: Partial<SmtpMailerOptions> = {}) {
    this.options = { ...MAIL_LIMITS, ...options };
  }

  async send(setting: MailSetting, message: MailMessage, stop: AbortSignal): Promise<Result<void, MailFailure>> {
    const mail = mailOf(setting, message);
    if (!mail.ok) return mail;
    const { createTransport } = await import('nodemailer');
    const transport = createTransport(this.transportOf(setting, mail.value.from.address));
    // A server that received the whole mail may have accepted it, even when its answer is lost (RFC 1047).
    const body = { isGiven: false };
    transport.use('stream', ({ message: sent }, done) => {
      sent.transform(() => new PassThrough({ flush: (ended) => ended(((body.isGiven = true), null)) }));
      done();
    });
    try {
      await withDeadline(this.options.wholeMs, stop, (signal) => transport.sendMail({ ...mail.value, signal }));
      return ok(undefined);
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined) throw error;
      if (stop.aborted) return failed({ ...failure, kind: 'stopped' });
      return failed(failure.kind === 'broken' && body.isGiven ? { ...failure, kind: 'cut' } : failure);
    }
  }

  private transportOf({ host, port, secure, user, password }: MailSetting, sender: string) {
    const { ca, ...limits } = this.options;
    return {
      host,
      port,
      secure,
      // A password is never sent unencrypted; without one, STARTTLS is used if the server offers it (RFC 3207).
      requireTLS: password !== undefined && !secure,
      ...(password !== undefined && { auth: { user: user ?? sender, pass: password } }),
      // Explicit, because environment variables could change the defaults.
      tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' as const, ...(ca !== undefined && { ca }) },
      dnsTimeout: limits.dnsMs,
      connectionTimeout: limits.connectMs,
      greetingTimeout: limits.greetingMs,
      socketTimeout: limits.silenceMs,
      socketCloseTimeout: limits.closeMs,
      maxResponseSize: limits.maxReply,
      // nodemailer limits the length of one reply, but not the number of unsolicited ones.
      socket: new BoundedSocket(new Socket(), { most: limits.maxConversation, pace: PACE }) as unknown as Socket,
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }
}

/**
 * Addresses are passed in parts, so that nodemailer does not parse a list or a name from them. A setting stored by an
 * older release may have a sender that this release rejects.
 */
function mailOf({ from }: MailSetting, { to, date, attachments, ...content }: MailMessage) {
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
    // Prevents automatic vacation replies (RFC 3834, 5).
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
}

function refusal(kind: 'sender' | 'recipient'): Failed<MailFailure> {
  return failed({ kind, reply: null, cause: null });
}

/** Outcome of the last mail since the start that reflects the state of the mail server. */
export interface LastMail {
  readonly at: UtcMs;
  /** Null when the server has accepted it. */
  readonly failure: MailFailure | null;
  /** The setting that was used: the outcome does not apply to a changed setting. */
  readonly setting: MailSetting;
}

/** A mailer that remembers the outcome of the last mail. */
export class RememberingMailer implements Mailer {
  last: LastMail | undefined;

  constructor(
    private readonly mailer: Mailer,
    private readonly now: () => UtcMs,
  ) {}

  async send(setting: MailSetting, message: MailMessage, stop: AbortSignal): Promise<Result<void, MailFailure>> {
    const sent = await this.mailer.send(setting, message, stop);
    const failure = sent.ok ? null : sent.error;
    // A wrong recipient, and a shutdown of the box, are not faults of the mail server.
    if (failure?.kind !== 'recipient' && failure?.kind !== 'stopped') this.last = { at: this.now(), failure, setting };
    return sent;
  }
}
