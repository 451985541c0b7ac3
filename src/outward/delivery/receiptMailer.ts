import { failed, type Log, ok, type Result, type UtcMs, withDeadline } from '../../base/index.js';
import type { IssuedInvoice, Ledger, StorageFailure } from '../../platform/ledger/index.js';
import type { Settings } from '../../shop/settings/index.js';
import { isCertainlyUnsent, type MailFailure } from './mailFailure.js';
import type { MailAttachment, Mailer } from './mailer.js';
import { MailQuota } from './mailQuota.js';
import { receiptMail } from './mail/receiptMail.js';

/** E-mails per API key in any hour, in addition to the limit of calls. */
export const MAIL_LIMIT = { mails: 30, windowSeconds: 3600 } as const;

interface ReceiptMailerDeps {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly mailer: Mailer;
  /** The A4 document of a receipt; undefined where it cannot be drawn. */
  readonly pdfOf: (invoice: IssuedInvoice) => Promise<Buffer | undefined>;
  readonly now: () => UtcMs;
  /** A clock that never jumps, ms. */
  readonly monotonic: () => number;
  readonly log: Log;
  /** True while the box is in safe mode, where no mail is sent. By default it never is. */
  readonly isInSafeMode?: () => boolean;
  /** How long a mail waits for its attachment, ms; 5 s by default. */
  readonly pdfTimeout?: number;
  /**
   * How long a stop waits for mails in progress, ms; 4 s by default, which is less than the server's grace period for
   * the requests that wait for them.
   */
  readonly stopTimeout?: number;
}

interface MailOrder {
  readonly invoice: IssuedInvoice;
  /** One address. */
  readonly to: string;
  /** Number of the API key of the request. */
  readonly key: number;
}

/**
 * Why no mail is known to have been sent. `unset`: no mail server is configured; `busy`: too many mails are in
 * progress; `stopping`: the box is stopping; `resting`: it is in safe mode; `limited`: too many mails by this key;
 * `storage`: the audit entry could not be written, so nothing was sent.
 */
export type MailRefusal =
  | { readonly kind: 'unset' | 'busy' | 'stopping' | 'resting' | 'limited' }
  | { readonly kind: 'failed'; readonly failure: MailFailure }
  | { readonly kind: 'storage'; readonly failure: StorageFailure };

/** Most concurrent mails, so that a hung mail server does not take more connections. */
const MAX_IN_PROGRESS = 4;
const PDF_TIMEOUT = 5_000;
const STOP_TIMEOUT = 4_000;
/** Disk space for the audit entry, bytes: only the address in it varies in length. */
const AUDIT_BYTES = 2048;

/** Mails receipts to customers, and records each mail that was sent. Sales do not wait for it. */
export class ReceiptMailer {
  private readonly quota: MailQuota;
  private readonly inProgress = new Set<Promise<unknown>>();
  private readonly ended = new AbortController();
  private isStopping = false;

  constructor(private readonly deps: ReceiptMailerDeps) {
    this.quota = new MailQuota(MAIL_LIMIT.mails, MAIL_LIMIT.windowSeconds * 1000, deps);
  }

  /**
   * Succeeds when the mail server has accepted the mail. A mail that it certainly did not accept does not count against
   * the limit.
   */
  async send(order: MailOrder): Promise<Result<void, MailRefusal>> {
    if (this.isStopping) return failed({ kind: 'stopping' });
    if (this.deps.isInSafeMode?.() === true) return failed({ kind: 'resting' });
    if (this.inProgress.size >= MAX_IN_PROGRESS) return failed({ kind: 'busy' });
    const sending = this.sendNow(order);
    this.inProgress.add(sending);
    try {
      return await sending;
    } finally {
      this.inProgress.delete(sending);
    }
  }

  private async sendNow({ invoice, to, key }: MailOrder): Promise<Result<void, MailRefusal>> {
    const { ledger, settings, mailer, now, log } = this.deps;
    const { mail } = settings.now;
    if (mail === null) return failed({ kind: 'unset' });
    // Only a check: reserving the space meanwhile could make a sale wait.
    const space = await ledger.reserve(AUDIT_BYTES);
    if (!space.ok) return failed({ kind: 'storage', failure: space.error });
    space.value.release();
    const giveBack = await this.quota.take(key);
    if (giveBack === undefined) return failed({ kind: 'limited' });
    const attachments = await this.attachments(invoice);
    const message = { ...receiptMail(invoice, attachments[0]?.filename ?? null), to, attachments, date: now() };
    const sent = await mailer.send(mail, message, this.ended.signal);
    if (!sent.ok) {
      if (isCertainlyUnsent(sent.error)) giveBack();
      const { kind, reply, cause } = sent.error;
      log('mail.failed', { invoice: invoice.uuid, key, reason: kind, reply, cause });
      return failed({ kind: 'failed', failure: sent.error });
    }
    log('mail.sent', { invoice: invoice.uuid, key, attachments: attachments.length });
    const recorded = await ledger.put({
      type: 'audit',
      entry: { event: 'invoice.email', invoice: invoice.uuid, key, to },
    });
    // The mail cannot be recalled, and a caller who got an error would send a second one.
    if (!recorded.ok) log('mail.unrecorded', { invoice: invoice.uuid, key, reason: recorded.error });
    return ok(undefined);
  }

  /** The PDF, if it is drawn in time; without it the mail still has the whole receipt. */
  private async attachments(invoice: IssuedInvoice): Promise<MailAttachment[]> {
    const { pdfOf, log } = this.deps;
    const drawn = pdfOf(invoice).catch((error: unknown) => {
      log('mail.no_document', { invoice: invoice.uuid, error: String(error) });
      return undefined;
    });
    const content = await inTime(drawn, this.deps.pdfTimeout ?? PDF_TIMEOUT, this.ended.signal);
    const name = invoice.signature.invoiceNumber.replace(/[^\w-]/g, '');
    return content === undefined ? [] : [{ filename: `${name}.pdf`, contentType: 'application/pdf', content }];
  }

  /** Accepts no more mails; resolves when mails in progress have ended. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const giveUp = setTimeout(() => this.ended.abort(), this.deps.stopTimeout ?? STOP_TIMEOUT);
    await Promise.allSettled(this.inProgress);
    clearTimeout(giveUp);
  }
}

/** The value of a promise; undefined when it is late or `stop` is aborted. */
function inTime<T>(promise: Promise<T>, ms: number, stop: AbortSignal): Promise<T | undefined> {
  return withDeadline(ms, stop, (signal) => {
    const tooLate = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined));
    });
    return Promise.race([promise, tooLate]);
  });
}
