/**
 * Delivery of data from the box to others: e-mail to customers, messages to the owner, webhooks, and the stream to the
 * owner's server.
 *
 * Owner messages (`notify/`), webhooks (`webhooks/`) and the stream (`stream/`) follow the ledger: each has a cursor,
 * the last record it has delivered, and everything after it is still to be sent. `cursorStore.ts` stores the cursors.
 * Each runs in a {@link DeliveryLoop}, so that sales never wait for a delivery, and retries with growing pauses
 * (`retries.ts`).
 *
 * Mails are sent on request (`receiptMailer.ts`, `mailer.ts`). `post.ts` makes the HTTP requests, and
 * `deliveryFailure.ts` has the common kinds of failure.
 */
export { CursorStore } from './cursorStore.js';
export { proofOf } from './deliveryFailure.js';
export { type LastMail, type Mailer, RememberingMailer, SmtpMailer, type SmtpMailerOptions } from './mailer.js';
export { describeMailFailure, type MailFailure } from './mailFailure.js';
export {
  describeFailure,
  describeStreamFailure,
  describeWebhookFailure,
  type FailureDescription,
} from './describeFailure.js';
export { HttpNotifier, type Notifier, type OwnerMessage } from './notify/notifier.js';
export { Outbox, type OutboxReport, type PendingAlarm } from './notify/outbox.js';
export { receiptMessage } from './notify/receiptMessage.js';
export type { PostOptions } from './post.js';
export { MAIL_LIMIT, type MailRefusal, ReceiptMailer } from './receiptMailer.js';
export {
  type BoxState,
  DICTIONARY,
  ENCODING,
  ENCODING_HEADER,
  FORMAT,
  FORMAT_HEADER,
  compressMessage,
} from './stream/streamMessage.js';
export type { GroupListener, GroupMessage, StreamFailure } from './stream/carrier.js';
export type { StreamReport } from './stream/stream.js';
export { Streaming } from './stream/streaming.js';
export { type WebhookReport, Webhooks } from './webhooks/webhooks.js';
