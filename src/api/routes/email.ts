import { never } from '../../base/result.js';
import { compileSchema, type SchemaFault } from '../../base/schema.js';
import { wordsOf } from '../../delivery/failure.js';
import { type Answer, failure, type Handler, notFound, okay, storageFailure } from '../answer.js';
import type { emailDocs } from '../docs/email.js';
import { MAIL_LIMIT } from '../limits.js';
import type { MailRefusal } from '../mailing.js';
import type { ApiParts } from '../parts.js';
import { emailRequest } from '../schemas/email.js';

const check = compileSchema<{ readonly to: string }>(emailRequest);

/** Sending receipts to customers. */
export function emailRoutes({ ledger, mailing }: ApiParts): Record<keyof typeof emailDocs, Handler> {
  return {
    async emailInvoice({ id, params, body, key }) {
      const invoice = await ledger.invoice(params['uuid'] ?? '');
      if (invoice === undefined) return notFound('Invoice');
      const checked = check(body);
      if (!checked.ok) return failure('validation', faultWords(checked.error));
      const { to } = checked.value;
      const sent = await mailing.send({ invoice, to, key: key.id });
      return sent.ok ? okay({ ok: true, uuid: invoice.uuid, to }) : refusalOf(sent.error, id);
    },
  };
}

/** The address itself is not repeated: it may be anything. */
function faultWords({ rule }: SchemaFault): string {
  if (rule.keyword === 'required') return 'to is required';
  if (rule.keyword === 'maxLength') return `to may have at most ${rule.limit} characters`;
  return 'to must be one e-mail address without a name, like kupac@example.rs';
}

function refusalOf(refusal: MailRefusal, requestId: string): Answer {
  switch (refusal.kind) {
    case 'unset':
      return failure('mail_error', 'No mail server is set; the owner sets one with: kasirbox settings set mail');
    case 'busy':
      return failure('mail_error', 'Too many e-mails are being sent at this moment; repeat later');
    case 'stopping':
      return failure('mail_error', 'The box is stopping; repeat later');
    case 'resting':
      return failure('mail_error', 'The box is in safe mode and sends no e-mail; repeat in an hour');
    case 'limited':
      return failure('rate_limited', `More than ${MAIL_LIMIT.letters} e-mails per hour`);
    case 'failed':
      return failure('mail_error', wordsOf(refusal.failure));
    case 'storage':
      return storageFailure(refusal.failure, requestId);
    default:
      return never(refusal);
  }
}
