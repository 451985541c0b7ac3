/** E-mail to customers, messages to the owner, and webhooks. */
export { CursorStore } from './cursorStore.js';
export { type DeliveryFailure, proofOf } from './deliveryFailure.js';
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
export { describeWebhookFailure } from './webhooks/failure.js';
export type { WebhookReport } from './webhooks/webhook.js';
export { Webhooks } from './webhooks/webhooks.js';
