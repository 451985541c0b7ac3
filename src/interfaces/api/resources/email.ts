import {
  ADDRESS,
  assertNever,
  type Bilingual,
  compileSchema,
  formRule,
  type JsonSchema,
  pointerTo,
  type Rule,
  type SchemaFault,
  type SchemaRule,
  defineMessages,
  type Message,
} from '../../../base/index.js';
import { describeMailFailure, MAIL_LIMIT, type MailRefusal } from '../../../outward/delivery/index.js';
import { errorResponse, type HttpResponse, okay } from '../../../platform/http/index.js';
import { missing, storageError } from '../commonErrors.js';
import { json, uuidParameter } from '../parameters.js';
import type { ResourceDeps } from '../apiDeps.js';
import type { Resource } from '../resource.js';
import { done, record, text, uuid } from '../schemas.js';

const MESSAGES = defineMessages('email', {
  missing: { en: 'to is required', sr: 'Потребна је адреса е-поште.' },
  tooLong: { en: 'to may have at most {most} characters', sr: 'Адреса може имати највише {most} знакова.' },
  badAddress: {
    en: 'to must be one e-mail address without a name, like kupac@example.rs',
    sr: 'Потребна је једна адреса е-поште, без имена, као kupac@example.rs.',
  },
  tooMany: {
    en: 'More than {most} e-mails per hour',
    sr: 'Послато је више од {most} порука за сат. Поновите касније.',
  },
});

/** One address, without a display name. Its domain may be internationalized. */
const emailRequest: JsonSchema = record({
  to: { type: 'string', maxLength: 190, pattern: ADDRESS, examples: ['kupac@example.rs'] },
});

const emailSent: JsonSchema = done({ uuid, to: text });

const check = compileSchema<{ readonly to: string }>(emailRequest);

/** `POST /invoices/{uuid}/email`: sends a receipt to a customer. */
export const email = {
  tag: 'Papers',
  requests: { EmailRequest: emailRequest },
  responses: { EmailSent: emailSent },
  routes: {
    emailInvoice: {
      method: 'post',
      path: '/invoices/{uuid}/email',
      summary: 'Send the receipt by e-mail, with the A4 document where it can be drawn',
      description: 'At most 30 in any hour with one key; those that the mail server refused do not count.',
      parameters: [uuidParameter],
      requestBody: emailRequest,
      responses: { 200: json('The mail server has taken it; that it arrives is not certain.', emailSent) },
      errors: [400, 404, 409, 422],
      async handler({ params, state: { id, caller, body } }, { ledger, mailing }) {
        const invoice = await ledger.invoice(params.uuid ?? '');
        if (invoice === undefined) return missing('Invoice', ledger, id);
        const checked = check(body);
        if (!checked.ok) return refusedAddress(checked.error);
        const { to } = checked.value;
        const sent = await mailing.send({ invoice, to, key: caller.id });
        return sent.ok ? okay({ ok: true, uuid: invoice.uuid, to }) : refusalResponse(sent.error, id);
      },
    },
  },
} satisfies Resource<Pick<ResourceDeps, 'ledger' | 'mailing'>>;

/** The response does not repeat the address, which may contain anything. */
function refusedAddress({ path, rule }: SchemaFault): HttpResponse {
  return errorResponse('validation', messageOf(rule), { rule: formRule(rule), field: pointerTo(path) });
}

function messageOf(rule: SchemaRule): Message {
  if (rule.keyword === 'required') return MESSAGES.missing;
  if (rule.keyword === 'maxLength') return MESSAGES.tooLong({ most: rule.limit });
  return MESSAGES.badAddress;
}

function refusalResponse(refusal: MailRefusal, requestId: string): HttpResponse {
  switch (refusal.kind) {
    case 'limited':
      return errorResponse('rate_limited', MESSAGES.tooMany({ most: MAIL_LIMIT.mails }), { rule: 'mail.too-many' });
    case 'failed': {
      const isUnknown = ['late', 'cut'].includes(refusal.failure.kind);
      return mailError(isUnknown ? 'mail.outcome-unknown' : 'mail.not-sent', describeMailFailure(refusal.failure));
    }
    case 'storage':
      return storageError(refusal.failure, requestId);
    case 'unset':
      return mailError('mail.no-server', REFUSALS.unset);
    case 'busy':
      return mailError('mail.busy', REFUSALS.busy);
    case 'stopping':
      return mailError('mail.stopping', REFUSALS.stopping);
    case 'resting':
      return mailError('mail.safe-mode', REFUSALS.resting);
    default:
      return assertNever(refusal);
  }
}

/** Like `pfr_error`: `message` is for the seller, `messageEn` for the technician. */
function mailError(rule: Rule, { sr, en }: Bilingual): HttpResponse {
  return errorResponse('mail_error', sr, { rule, messageEn: en });
}

const REFUSALS = {
  unset: {
    sr: 'Сервер за пошту није подешен. Власник га задаје у подешавањима (kasirbox settings set mail).',
    en: 'No mail server is set; the owner sets one with: kasirbox settings set mail',
  },
  busy: {
    sr: 'Управо се шаље превише порука. Поновите за који тренутак.',
    en: 'Too many e-mails are being sent at this moment; repeat later',
  },
  stopping: { sr: 'Уређај се зауставља. Поновите касније.', en: 'The box is stopping; repeat later' },
  resting: {
    sr: 'Уређај је у безбедном режиму и не шаље е-пошту. Поновите за сат времена.',
    en: 'The box is in safe mode and sends no e-mail; repeat in an hour',
  },
} as const satisfies Readonly<Record<string, Bilingual>>;
