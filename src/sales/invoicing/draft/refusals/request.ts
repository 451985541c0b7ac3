import { type Bilingual } from '../../../../base/index.js';
import { about, at } from './sentence.js';

/** The header with the same meaning as the field `clientRequestId`. */
const KEY_HEADER = 'Idempotency-Key';

/** Format of an idempotency key, in the body and in the header. */
export const KEY_FORM: Bilingual = {
  sr: 'мора имати од 8 до 64 знака (слова енглеске абецеде, цифре и знаци „.”, „_”, „:”, „-”)',
  en: 'must have 8 to 64 characters: letters A to Z and a to z, digits, and . _ : -',
};

/** Refusals about how a receipt is requested: its key, its queue, its printer. */
export const requestRefusals = {
  headerKeyMalformed: () =>
    about('form.pattern', KEY_HEADER, {
      sr: `Заглавље „Idempotency-Key” ${KEY_FORM.sr}`,
      en: `The header "Idempotency-Key" ${KEY_FORM.en}`,
    }),
  keysDiffer: () =>
    at('request.idempotency-keys-differ', ['clientRequestId'], {
      sr: 'заглавље „Idempotency-Key” и поље „clientRequestId” наводе различите кључеве; пошаљите само један',
      en: 'the header "Idempotency-Key" and the field "clientRequestId" name different keys; send only one of them',
    }),
  keyUsedForOther: () =>
    at('request.idempotency-key-used', ['clientRequestId'], {
      sr:
        'кључ идемпотентности (заглавље „Idempotency-Key” или поље „clientRequestId”) већ је употребљен за захтев ' +
        'друге садржине; за нови рачун пошаљите нови кључ',
      en:
        'the idempotency key (header "Idempotency-Key" or field "clientRequestId") was used for a request with other ' +
        'content; for a new receipt send a new key',
    }),
  refundKeyUsed: (key: string) =>
    at('invoice.refund-key-used', ['clientRequestId'], {
      sr: `рефундација аванса би добила кључ „${key}”, који је већ употребљен за други рачун; пошаљите други кључ`,
      en: `the refund of the advance would get the key "${key}", which was used for another receipt; send another key`,
    }),
  queueNeedsKey: () =>
    at('queue.key-missing', ['whenOffline'], {
      sr: 'поље „whenOffline” тражи кључ идемпотентности: пошаљите и заглавље „Idempotency-Key” или поље „clientRequestId”',
      en: 'the field "whenOffline" needs an idempotency key: also send the header "Idempotency-Key" or the field "clientRequestId"',
    }),
  waitsNowhere: () =>
    at('queue.not-here', ['whenOffline'], {
      sr: 'поље „whenOffline” прима само „POST /invoices”; овај захтев не може да чека у реду, па га пошаљите без тог поља',
      en: 'only POST /invoices takes the field "whenOffline"; this request cannot wait in the queue, so send it without that field',
    }),
  queueUnreadable: () =>
    at('queue.unreadable', ['clientRequestId'], {
      sr:
        'захтев је сачуван у облику који ова верзија програма не уме да прочита, па рачун није издат. ' +
        'Поновите захтев истим кључем или га уклоните из реда',
      en:
        'the request was kept in a form that this version does not read, so no receipt was issued. Repeat the request ' +
        'with the same key, or remove it from the queue',
    }),
  printUnknown: (names: string) =>
    at('print.unknown-printer', ['print'], {
      sr: `поље „print” наводи штампач који није подешен; подешени су: ${names}`,
      en: `the field "print" names a printer that is not set; these are: ${names}`,
    }),
};
