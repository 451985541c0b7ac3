import { withDeadline } from '../base/deadline.js';
import type { UtcMs } from '../base/fiscal.js';
import type { Log } from '../base/log.js';
import { failed, ok, type Result } from '../base/result.js';
import type { MailFailure } from '../delivery/failure.js';
import type { MailAttachment, Mailer } from '../delivery/mailer.js';
import type { StorageFailure } from '../ledger/entry.js';
import type { IssuedInvoice } from '../ledger/invoice.js';
import type { Ledger } from '../ledger/ledger.js';
import { receiptLetter } from '../receipt/letter.js';
import type { Settings } from '../settings/settings.js';
import { MAIL_LIMIT } from './limits.js';
import { RateLimit } from './ratelimit.js';

export interface MailingParts {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly mailer: Mailer;
  /** The A4 document of a receipt; undefined where it cannot be drawn. */
  readonly pdfOf: (invoice: IssuedInvoice) => Promise<Buffer | undefined>;
  readonly now: () => UtcMs;
  /** A clock that never jumps, ms. */
  readonly monotonic: () => number;
  readonly log: Log;
  /** Is nothing sent, because of safe mode? Never when not given. */
  readonly isResting?: () => boolean;
  /** A letter does not wait longer for its attachment, ms; 5 s when not given. */
  readonly pdfPatience?: number;
  /**
   * Letters that are under way get this long at a stop, ms; 4 s when not given, which is less than the server gives the
   * requests that wait for them.
   */
  readonly stopPatience?: number;
}

export interface MailOrder {
  readonly invoice: IssuedInvoice;
  /** One address. */
  readonly to: string;
  /** Number of the API key that asks. */
  readonly key: number;
}

/**
 * Why nothing is known to have gone out. `unset`: there is no mail server; `busy`: too many letters are under way;
 * `stopping`: the box is; `resting`: it is in safe mode; `limited`: too many by this key; `storage`: the audit entry could
 * not be written, so nothing was sent.
 */
export type MailRefusal =
  | { readonly kind: 'unset' | 'busy' | 'stopping' | 'resting' | 'limited' }
  | { readonly kind: 'failed'; readonly failure: MailFailure }
  | { readonly kind: 'storage'; readonly failure: StorageFailure };

/** Letters under way at a time: a mail server that hangs costs no more than so many connections. */
const MAX_UNDER_WAY = 4;
const PDF_PATIENCE = 5_000;
const STOP_PATIENCE = 4_000;
/** Room for the audit entry, bytes: the address is its only part of any length. */
const AUDIT_BYTES = 2048;

/** Sends receipts to customers, and records each that was sent. Nothing here is on the way of a sale. */
export class Mailing {
  private readonly rate: RateLimit;
  private readonly underWay = new Set<Promise<unknown>>();
  private readonly ended = new AbortController();
  private isStopping = false;

  constructor(private readonly parts: MailingParts) {
    this.rate = new RateLimit(MAIL_LIMIT.letters, MAIL_LIMIT.windowSeconds * 1000, parts.monotonic);
  }

  /** Resolves well when the mail server has taken the letter. An attempt counts as soon as a server would be asked. */
  async send(order: MailOrder): Promise<Result<void, MailRefusal>> {
    if (this.isStopping) return failed({ kind: 'stopping' });
    if (this.parts.isResting?.() === true) return failed({ kind: 'resting' });
    if (this.underWay.size >= MAX_UNDER_WAY) return failed({ kind: 'busy' });
    const sending = this.sendNow(order);
    this.underWay.add(sending);
    try {
      return await sending;
    } finally {
      this.underWay.delete(sending);
    }
  }

  private async sendNow({ invoice, to, key }: MailOrder): Promise<Result<void, MailRefusal>> {
    const { ledger, settings, mailer, now, log } = this.parts;
    const { mail } = settings.now;
    if (mail === null) return failed({ kind: 'unset' });
    // Only a look: the room is not kept meanwhile, since a sale would have to wait for it.
    const room = await ledger.reserve(AUDIT_BYTES);
    if (!room.ok) return failed({ kind: 'storage', failure: room.error });
    room.value.release();
    if (!this.rate.take(key)) return failed({ kind: 'limited' });
    const attachments = await this.attachments(invoice);
    const message = { ...receiptLetter(invoice), to, attachments, date: now() };
    const sent = await mailer.send(mail, message, this.ended.signal);
    if (!sent.ok) {
      const { kind, reply, cause } = sent.error;
      log('mail.failed', { invoice: invoice.uuid, key, reason: kind, reply, cause });
      return failed({ kind: 'failed', failure: sent.error });
    }
    log('mail.sent', { invoice: invoice.uuid, key, attachments: attachments.length });
    const recorded = await ledger.put({
      type: 'audit',
      entry: { event: 'invoice.email', invoice: invoice.uuid, key, to },
    });
    // The letter cannot be called back, and a caller told of a failure would send a second one.
    if (!recorded.ok) log('mail.unrecorded', { invoice: invoice.uuid, key, reason: recorded.error });
    return ok(undefined);
  }

  /** The document, if it can be had in time: without it the letter still says everything. */
  private async attachments(invoice: IssuedInvoice): Promise<MailAttachment[]> {
    const { pdfOf, log } = this.parts;
    const drawn = pdfOf(invoice).catch((error: unknown) => {
      log('mail.no_document', { invoice: invoice.uuid, error: String(error) });
      return undefined;
    });
    const content = await inTime(drawn, this.parts.pdfPatience ?? PDF_PATIENCE, this.ended.signal);
    const name = invoice.signature.invoiceNumber.replace(/[^\w-]/g, '');
    return content === undefined ? [] : [{ filename: `${name}.pdf`, contentType: 'application/pdf', content }];
  }

  /** Sends no more; resolves when what was under way has ended. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const giveUp = setTimeout(() => this.ended.abort(), this.parts.stopPatience ?? STOP_PATIENCE);
    await Promise.allSettled(this.underWay);
    clearTimeout(giveUp);
  }
}

/** What a promise gives; undefined when it is late or not waited for any more. */
function inTime<T>(promise: Promise<T>, ms: number, stop: AbortSignal): Promise<T | undefined> {
  return withDeadline(ms, stop, (signal) => {
    const tooLate = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined));
    });
    return Promise.race([promise, tooLate]);
  });
}
