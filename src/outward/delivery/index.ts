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
export { type LastMail, RememberingMailer } from './lastMail.js';
export { describeMailFailure, type MailFailure } from './mailFailure.js';
export { type Mailer, SmtpMailer, type SmtpMailerOptions } from './mailer.js';
export { describeFailure, type FailureDescription } from './notify/failure.js';
export type { OwnerMessage } from './notify/message.js';
export { HttpNotifier, type Notifier } from './notify/notifier.js';
export { Outbox, type OutboxReport, type PendingAlarm } from './notify/outbox.js';
export { receiptMessage } from './notify/receiptMessage.js';
export type { PostOptions } from './post.js';
export { MAIL_LIMIT, type MailRefusal, ReceiptMailer } from './receiptMailer.js';
export { DICTIONARY } from './stream/dictionary.js';
export { describeStreamFailure } from './stream/failure.js';
export type { GroupMessage, StreamFailure } from './stream/carrier.js';
export type { GroupListener } from './stream/groupListener.js';
export { type BoxState, ENCODING, ENCODING_HEADER, FORMAT, FORMAT_HEADER, packed } from './stream/message.js';
export type { StreamReport } from './stream/stream.js';
export { Streaming } from './stream/streaming.js';
export { describeWebhookFailure } from './webhooks/failure.js';
export type { WebhookReport } from './webhooks/webhook.js';
export { Webhooks } from './webhooks/webhooks.js';
