/** E-mail to customers, and messages to the owner. */
export { describeMailFailure, type MailFailure } from './mailFailure.js';
export { type Mailer, SmtpMailer, type SmtpMailerOptions } from './mailer.js';
export { describeFailure, type FailureDescription, type NotifyFailure } from './notify/failure.js';
export type { OwnerMessage } from './notify/message.js';
export { HttpNotifier, type Notifier } from './notify/notifier.js';
export { Outbox, type OutboxReport, type PendingAlarm } from './notify/outbox.js';
export { receiptMessage } from './notify/receiptMessage.js';
export type { PostOptions } from './post.js';
export { MAIL_LIMIT, type MailRefusal, ReceiptMailer } from './receiptMailer.js';
