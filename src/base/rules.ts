import { type Message, phrase } from './message.js';

/**
 * Reasons of refusals: a stable name for programs, and its meaning. The API documentation lists them, so a name never
 * changes its meaning, and none is removed.
 */
export const RULES = {
  // The form of a field, by the violated keyword of JSON Schema.
  'form.required': 'The field is missing.',
  'form.type': 'The field has another JSON type than it must have.',
  'form.max-length': 'The text is too long.',
  'form.min-items': 'The list has too few entries.',
  'form.max-items': 'The list has too many entries.',
  'form.minimum': 'The number is below the smallest one.',
  'form.exclusive-minimum': 'The number must be above the limit.',
  'form.maximum': 'The number is above the largest one.',
  'form.enum': 'The value is none of those that are allowed.',
  'form.pattern': 'The text has not the form that it must have.',
  'form.format': 'The text is no such date, time or address, shows nothing, or piles marks on a character.',

  'invoice.not-found': 'No invoice has this uuid.',
  'invoice.labels-differ': '`label` and `labels` name different tax labels.',
  'invoice.label-inactive': 'The tax label is not active; see GET /tax-labels.',
  'invoice.label-repeated': 'A line has a tax label twice.',
  'invoice.label-latin': 'The tax label is a Latin letter that looks like the Cyrillic one.',
  'invoice.quantity-zero': 'Rounded to 3 decimals the quantity is 0.',
  'invoice.total-not-positive': 'The total is not above 0.',
  'invoice.total-too-large': 'The total is more than a receipt can hold.',
  'invoice.issue-time-skipped': '`dateAndTimeOfIssue` did not exist: clocks were set forward.',
  'invoice.issue-time-in-future': '`dateAndTimeOfIssue` is in the future.',
  'invoice.issue-time-too-early': '`dateAndTimeOfIssue` is too long ago.',
  'invoice.tendered-decimals': '`tendered` has more than two decimals.',
  'invoice.tendered-too-little': '`tendered` is less than what is paid in cash.',
  'invoice.tendered-without-cash': '`tendered` is given, but nothing is paid in cash.',
  'invoice.tendered-not-taken': '`tendered` is given where no buyer pays: a refund, a copy or a pro-forma.',
  'invoice.text-imitates': 'A text holds words that only the processor may write on a receipt.',
  'invoice.payments-mismatch': 'The payments do not add up to the total.',
  'invoice.payment-type-disabled': 'In simplified cash mode this payment type is sent as `Cash`.',
  'invoice.referent-missing': 'A refund and a copy name the receipt that they refer to.',
  'invoice.buyer-missing': 'A refund names a buyer.',
  'invoice.other-environment': 'The receipt is of the environment that is not active.',
  'invoice.not-refundable': 'Only `Normal` and `Advance` sales are refunded.',
  'invoice.not-copyable': 'A copy is not copied.',
  'invoice.not-closable': 'Only an advance sale is closed.',
  'invoice.advance-not-last': 'A later advance follows on this one; close the last.',
  'invoice.advance-branches': 'Several advances follow on one; refund and sell separately.',
  'invoice.advance-partly-refunded': 'The advance was refunded with another amount.',
  'invoice.advance-refunded-alone': 'The advance was refunded alone; close the one before it.',
  'invoice.advance-too-long': 'The advances have together more lines than one receipt.',
  'invoice.advance-line-name': 'The name of the line is prescribed for advances with another label.',
  'invoice.advance-line-quantity': 'A line of an advance has the quantity 1.',
  'invoice.closing-payments-missing': 'The payments of the advance do not make up the final receipt: send `payments`.',
  'invoice.closing-members':
    'Members do not go together, or a key is missing. A warning where `tendered` is ignored without `restPayments`.',
  'invoice.part-of-nothing': 'Nothing is left of the advance for the tax labels of the delivery.',
  'invoice.advance-above-delivery': 'The advance is more than the delivery: send `part`.',
  'invoice.advance-closed-otherwise':
    'The advance was closed before with another delivery. A warning; the pages, and the setting `strict`, refuse it.',
  'invoice.refund-key-used': 'The key with `:ar` was used for another receipt; send another key.',

  'invoice.buyer-impossible':
    "A warning: the buyer's value does not have the form of its code, or is a PIB or JMBG with a wrong check digit.",
  // As the one above: warnings of the API, and refusals of the pages and under the setting strict.
  'invoice.optional-field-code':
    '`buyerCostCenterId` has no code of the code book, or a value that does not fit its code.',
  'invoice.optional-field-kind':
    '`buyerCostCenterId` may be only on a `Normal` sale with a buyer; code 60 only on a `Normal` refund.',
  'invoice.optional-field-payment':
    'With a corporate card (`50:`) and on its summary refund (`60:`) all payments are `Voucher`.',
  'invoice.payment-set': 'The only payment is not the total, and was set to it.',
  'invoice.free-of-charge-payment': 'Lines named `00:` are free of charge and paid as `Other`.',
  'invoice.advance-line-form':
    'A line named like an advance (`10:` to `13:`) has the label of another, or a quantity other than 1.',
  'invoice.voucher-line':
    'Single-purpose vouchers (`20:` to `23:`) have the label of their name, the quantity 1, and one label on a receipt.',
  'invoice.issue-time-misplaced': '`dateAndTimeOfIssue` is not on an advance sale that was paid by transfer.',
  'invoice.copy-differs': 'The copy has other lines, payments, buyer or optional field than its original.',
  'invoice.copy-referent': 'The copy refers to a receipt that is not copied, or to a sale in place of the refund.',
  'invoice.refund-referent': 'The refund refers to a receipt that cannot be refunded.',
  'invoice.refund-realised': 'The voided refund of an advance is used by a final receipt, which must be voided first.',
  'invoice.referent-time': '`referentDocumentDT` is not the PFR time of the receipt that it refers to.',

  // With the setting refundGuard `warn` these are warnings about a refund that was issued.
  'refund.already-refunded': 'The sale, or the chain of the advance, was refunded in full before.',
  'refund.beyond-what-is-left': 'More money, or more of a line, would come back than is left of the sale.',
  'refund.advance-closed': 'The advance was closed by a refund and a final receipt.',
  'refund.summary-referent':
    'A summary refund of corporate cards does not name the last sale of its buyer in its period.',

  'item.not-found': 'No item has this id.',
  'item.label-inactive': 'The tax label is not active; see GET /tax-labels.',
  'item.label-latin': 'The tax label is a Latin letter that looks like the Cyrillic one.',
  'item.text-imitates': 'The name holds words that only the processor may write on a receipt.',
  'item.plu-used': 'Another item has this PLU.',
  'item.gtin-wrong': 'A warning: the GTIN has a wrong check digit, or a length that no barcode has.',
  'item.code-shared': 'A warning: another item has this code, too; the till asks at each scan which is sold.',
  'item.code-alike': 'A warning: a code of another item differs only by leading zeros or capitals.',
  'item.too-many-active': 'No more items can be active; deactivate some.',
  'item.too-many': 'No more items can be added; change an inactive one.',

  'query.repeated': 'The parameter may be given only once.',
  'query.unknown-day': 'It is no calendar day `YYYY-MM-DD`.',
  'query.from-after-to': '`from` is later than `to`.',
  'query.page-out-of-range': 'There is no such page.',
  'query.empty': 'The parameter has no value.',
  'query.not-pfr-number': 'It is no PFR number.',
  'query.not-amount': 'It is no amount in RSD.',
  'query.unknown-fields': 'There is no such form of the list.',
  'query.unknown-cursor': 'It is no `nextCursor` of the active environment.',
  'query.cursor-and-page': 'Either `cursor` or `page` is given.',
  'query.unknown-paper': 'There is no such paper.',
  'query.unknown-format': 'There is no such format.',
  'query.base-not-origin': '`base` is not an origin.',

  'events.cursor-malformed': '`after` is no cursor.',
  'events.cursor-unknown':
    'This ledger has not given the cursor: it was restored from an older state, or is another one. Begin again.',
  'events.limit-out-of-range': '`limit` is a whole number from 1 to 1000.',
  'events.wait-out-of-range': '`wait` is a whole number from 0 to 30.',

  'key.missing': 'No API key was sent.',
  'key.invalid': 'The API key is not known, or was revoked.',
  'key.replayed-to-other': 'A warning: the receipt was issued to another API key under this idempotency key.',
  'key.too-many-requests': 'The key has made its requests of this minute.',
  'key.flash-budget': 'The key has written its part of the flash today.',
  'key.too-many-items': 'The key has added its items of today.',
  'key.too-many-waiting': 'Too many long answers to this key wait.',
  'key.answers-unread': 'Earlier answers to this key were not read in time.',

  'pfr.busy': 'The processor is busy with another receipt. Nothing was signed.',
  'pfr.out-of-reach': 'The processor was not reached. Nothing was signed.',
  'pfr.not-ready': 'The processor, its card or its PIN must be mended first. Nothing was signed.',
  'pfr.refused-receipt': 'The processor refuses this receipt: its content must change.',
  'pfr.refused': 'The processor refuses without an official code.',
  'pfr.outcome-unknown': 'It is not known whether it was signed: repeat the same request.',
  'pfr.not-signed': 'The answer was lost, but nothing was signed: repeat the same request.',
  'pfr.in-doubt': 'It cannot be found out whether it was signed: a person decides.',
  'pfr.not-held': 'It was signed, but the box has not its content: a person enters its link.',
  'pfr.earlier-unknown': 'It depends on an earlier receipt whose outcome is not known yet.',
  'pfr.same-sale': 'The same sale without a key was sent just now, and its outcome is not known.',

  'print.no-printer': 'No printer is set.',
  'print.unknown-printer': 'No printer has this name; see GET /printers.',
  'print.proven': 'The paper of this fiscal receipt is proven: issue a copy, `POST /invoices/{uuid}/copy`.',
  'print.job-not-found': 'No print job has this id, or it is forgotten.',

  'document.pdf-unavailable': 'This installation cannot draw PDF: ask for HTML.',
  'document.pdf-failed': 'The PDF could not be drawn now: repeat later, or ask for HTML.',

  'queue.not-found': 'No request waits or was issued under this key.',
  'queue.key-missing': '`whenOffline` needs an idempotency key.',
  'queue.not-here': 'Only `POST /invoices` may wait.',
  'queue.off': 'The processor was not reached, and the queue is switched off.',
  'queue.full': 'The processor was not reached, and the queue is full.',
  'queue.being-issued': 'The request is being issued and cannot be removed.',
  'queue.issued': 'The request was issued and cannot be removed.',
  'queue.bad-reason': '`reason` is no printable text of 3 to 200 characters on one line.',
  'queue.settled-before': 'A warning: a person has settled this sale by another receipt.',
  'queue.unreadable': 'The request was queued by a version whose form is not read any more.',

  'mail.no-server': 'No mail server is set.',
  'mail.busy': 'Too many e-mails are being sent at this moment.',
  'mail.too-many': 'The key has sent its e-mails of this hour.',
  'mail.stopping': 'The box is stopping.',
  'mail.safe-mode': 'The box is in safe mode and sends no e-mail.',
  'mail.not-sent': 'The mail server was not reached or did not take the e-mail.',
  'mail.outcome-unknown': 'It is not certain whether the mail server took the e-mail.',

  'storage.full': 'The disk is full. Nothing was stored.',
  'storage.damaged': 'The ledger is damaged. Nothing was stored, and what is not found may be lost.',
  'storage.broken': 'The disk failed: restart the box, then repeat with the same idempotency key.',

  'request.unknown-path': 'There is no such path.',
  'request.unknown-file': 'There is no such file.',
  'request.not-http': 'The request is not HTTP/1.1.',
  'request.timeout': 'The request took too long to arrive.',
  'request.head-too-large': 'The head of the request is too large.',
  'request.expectation': 'Only `Expect: 100-continue` is known.',
  'request.content-encoding': 'The body is compressed: send it as it is.',
  'request.body-empty': 'The body is empty.',
  'request.body-not-utf8': 'The body is not UTF-8.',
  'request.body-not-json': 'The body is not JSON, or nested too deeply.',
  'request.body-not-object': 'The body is not a JSON object.',
  'request.number-too-large': 'A number of the body is larger than a double holds.',
  'request.too-many-values': 'The body has more values than any request needs.',
  'request.body-too-large': 'The body is larger than 1 MiB.',
  'request.body-in-pieces': 'The body comes in too many pieces.',
  'request.idempotency-key-used': 'The idempotency key was used for a request with other content.',
  'request.idempotency-keys-differ': 'Header and `clientRequestId` name different idempotency keys.',
  'request.too-many': 'Too many requests without a key, or from this address.',
  'request.caller-gone': 'The connection was closed before the answer.',
  'request.failed': 'An unexpected failure; the log has more under `ref`.',
} as const;

/** The stable name of a violated rule. */
export type Rule = keyof typeof RULES;

/** A fault in a part of a request. */
export interface RequestFault {
  readonly rule: Rule;
  /** A JSON pointer (RFC 6901) into the body, or the name of a parameter or header; absent: the whole request. */
  readonly field?: string;
  readonly message: Message;
}

/** Why a request was refused: the rule, for programs, and a sentence in both languages. */
export interface Explanation {
  readonly rule: Rule;
  /** Serbian Cyrillic, ekavica. */
  readonly message: string;
  readonly messageEn: string;
}

/** The sentence of an explanation, without its rule. */
export function sentenceOf({ message, messageEn }: Explanation): Message {
  return phrase({ sr: message, en: messageEn });
}

/** Information for the client about a request that was carried out. */
export interface Warning {
  /**
   * Stable name by which programs distinguish warnings, such as `refund.already-refunded`; the API description lists
   * them.
   */
  readonly rule: Rule;
  /** For the seller: a sentence in Serbian Cyrillic. */
  readonly message: string;
  /** The same sentence in English, for the technician. */
  readonly messageEn: string;
}
