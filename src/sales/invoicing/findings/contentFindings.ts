import { assertNever, buyerFault, formatMoney, isBuyerCode, type Para } from '../../../base/index.js';
import {
  type Draft,
  isOptionalFieldOf,
  optionalFieldCode,
  optionalFieldFault,
  type PrescribedFault,
  prescribedFaults,
} from '../../../contract/index.js';
import { isAdvanceSale } from '../draft/receiptKind.js';
import { setPayment } from '../draft/payments.js';
import { about, atLine, type ValidationError } from '../draft/refusals/sentence.js';
import type { RequestedPayment } from '../draft/validate.js';

/**
 * Faults in the content of a receipt by itself. For a copy only the buyer and the optional field are checked, as on its
 * original, which must be a Normal receipt to have that field: the rest is compared with the original.
 *
 * @param ownTins TINs of the seller, which a receipt to oneself names
 */
export function contentFindings(draft: Draft, ownTins: readonly string[]): readonly ValidationError[] {
  const buyer = buyerFindings(draft, ownTins);
  if (draft.invoiceType === 'Copy') return [...buyer, ...optionalFieldFindings({ ...draft, invoiceType: 'Normal' })];
  const lines = prescribedFaults(draft).map((fault) => lineFinding(fault, draft));
  return [...buyer, ...optionalFieldFindings(draft), ...lines, ...issueTimeFindings(draft)];
}

/** A single payment that differs from the total, and so was set to it. */
export function paymentFindings(sent: readonly RequestedPayment[], total: Para): readonly ValidationError[] {
  const amount = setPayment(sent, total)?.amount ?? null;
  if (amount === null) return [];
  return [
    about('invoice.payment-set', '/payments', {
      sr: `Плаћање од ${formatMoney(amount)} РСД није износ рачуна, ${formatMoney(total)} РСД, и на рачуну стоји износ рачуна. Пошаљите тачан износ`,
      en: `The payment of ${formatMoney(amount)} RSD is not the total of ${formatMoney(total)} RSD, and the receipt has the total. Send the right amount`,
    }),
  ];
}

/** The only payment of an advance, when its final receipt has another total and no payments were sent for it. */
export function advancePaymentFindings(paid: readonly RequestedPayment[], total: Para): readonly ValidationError[] {
  const amount = setPayment(paid, total)?.amount ?? null;
  if (amount === null) return [];
  return [
    about('invoice.payment-set', '/payments', {
      sr: `Плаћања нису послата, па на рачуну стоји да је ${formatMoney(total)} РСД плаћено као и аванс од ${formatMoney(amount)} РСД. Пошаљите шта се сада плаћа („restPayments”) или сва плаћања („payments”)`,
      en: `No payments were sent, so the receipt has ${formatMoney(total)} RSD paid like the advance of ${formatMoney(amount)} RSD. Send what is paid now ("restPayments"), or all payments ("payments")`,
    }),
  ];
}

/** A buyer that cannot exist. */
function buyerFindings({ buyerId }: Draft, ownTins: readonly string[]): ValidationError[] {
  const at = buyerId?.indexOf(':') ?? -1;
  if (buyerId === null || at < 0) return [];
  const [code, value] = [buyerId.slice(0, at), buyerId.slice(at + 1)];
  if (!isBuyerCode(code) || (code === '10' && ownTins.includes(value))) return [];
  const fault = buyerFault(code, value);
  return fault === undefined ? [] : [about('invoice.buyer-impossible', '/buyerId', BUYERS[fault](buyerId))];
}

const BUYERS = {
  tin: (id: string) => ({
    sr: `Купац „${id}” има ПИБ који не постоји: контролна цифра није тачна. Проверите га са купцем`,
    en: `The buyer "${id}" has a TIN (PIB) that cannot exist: its check digit is wrong. Check it with the buyer`,
  }),
  jmbg: (id: string) => ({
    sr: `Купац „${id}” има ЈМБГ који не постоји: датум или контролна цифра није тачна. Проверите га са купцем`,
    en: `The buyer "${id}" has a personal number (JMBG) that cannot exist: its date or check digit is wrong. Check it with the buyer`,
  }),
  form: (id: string) => ({
    sr: `ИД купца „${id}” нема облик који прописује његова шифра. Проверите га са купцем`,
    en: `The value of the buyer "${id}" does not have the form that its code prescribes. Check it with the buyer`,
  }),
};

const OPTIONAL = '/buyerCostCenterId';

function optionalFieldFindings(draft: Draft): ValidationError[] {
  const { buyerCostCenterId: field, buyerId, payments } = draft;
  if (field === null) return [];
  const fault = optionalFieldFault(field);
  if (fault !== undefined) return [about('invoice.optional-field-code', OPTIONAL, OPTIONAL_FIELDS[fault](field))];
  const code = optionalFieldCode(field);
  if (code === undefined || !isOptionalFieldOf(code, draft) || buyerId === null) {
    return [
      about('invoice.optional-field-kind', OPTIONAL, {
        sr:
          `Опционо поље купца „${field}” не сме да стоји на овом рачуну: дозвољено је само уз ИД купца на рачуну ПРОМЕТ ПРОДАЈА, ` +
          'а са шифром 60 само на рачуну ПРОМЕТ РЕФУНДАЦИЈА. Изоставите га',
        en:
          `The optional field "${field}" must not be on this receipt: it is allowed only with a buyer id on a Normal Sale, ` +
          'and with code 60 only on a Normal Refund. Leave it out',
      }),
    ];
  }
  const isOfCard = code === '50' || code === '60';
  if (!isOfCard || payments.every(({ paymentType }) => paymentType === 'Voucher')) return [];
  return [about('invoice.optional-field-payment', '/payments', CARD_PAYMENTS[code](field))];
}

/** Sales by corporate card, and their summary refund, are paid by voucher (Technical Instruction, 9.4). */
const CARD_PAYMENTS = {
  '50': (field: string) => ({
    sr: `Опционо поље купца „${field}” је број корпорацијске картице, па начин плаћања мора бити само ваучер („Voucher”)`,
    en: `The optional field "${field}" is the number of a corporate card, so all payments must be "Voucher"`,
  }),
  '60': (field: string) => ({
    sr: `Опционо поље купца „${field}” је период корпорацијских картица, па начин плаћања мора бити само ваучер („Voucher”)`,
    en: `The optional field "${field}" is the period of corporate cards, so all payments must be "Voucher"`,
  }),
};

const OPTIONAL_FIELDS = {
  code: (field: string) => ({
    sr: `Опционо поље купца „${field}” нема шифру из шифарника: 20, 21, 30, 31, 32, 33, 50 или 60 и две тачке. На пример 30:099999999`,
    en: `The optional field "${field}" has no code of the code book: 20, 21, 30, 31, 32, 33, 50 or 60 and a colon. For example 30:099999999`,
  }),
  form: (field: string) => ({
    sr: `Опционо поље купца „${field}” нема број иза шифре, или је у њему размак. На пример 30:099999999`,
    en: `The optional field "${field}" has no number behind its code, or a blank in it. For example 30:099999999`,
  }),
  period: (field: string) => ({
    sr: `Опционо поље купца „${field}” мора да наведе први и последњи дан у истом месецу. На пример 60:01032022_31032022`,
    en: `The optional field "${field}" must name the first and the last day within one month. For example 60:01032022_31032022`,
  }),
};

/** Only an advance that reached the account on an earlier day has that time (Pravilnik on receipts, article 11). */
function issueTimeFindings(draft: Draft): ValidationError[] {
  const { issueTime, payments } = draft;
  const isTransferred = payments.some(({ paymentType }) => paymentType === 'WireTransfer');
  if (issueTime === null || (isAdvanceSale(draft) && isTransferred)) return [];
  return [
    about('invoice.issue-time-misplaced', '/dateAndTimeOfIssue', {
      sr: 'ЕСИР време сме да стоји само на рачуну АВАНС ПРОДАЈА који је плаћен преносом на рачун пре дана издавања. Изоставите поље',
      en: 'The ESIR time may be only on an advance sale that was paid by transfer ("WireTransfer") before the day of issue. Leave the field out',
    }),
  ];
}

function lineFinding({ kind, fault, line }: PrescribedFault, { lines }: Draft): ValidationError {
  const { name = '', label = '' } = lines[line] ?? {};
  const rule = kind === 'advance' ? 'invoice.advance-line-form' : 'invoice.voucher-line';
  switch (fault) {
    case 'label':
      return atLine(rule, line, 'label', {
        sr: `назив „${name}” није прописан за ознаку „${label}”. Изаберите назив те ознаке`,
        en: `the name "${name}" is not the one prescribed for the label "${label}". Take the name of that label`,
      });
    case 'quantity':
      return atLine(rule, line, 'quantity', {
        sr: `количина уз назив „${name}” мора бити 1, а износ је цена`,
        en: `the quantity of "${name}" must be 1, and the amount is the price`,
      });
    case 'rates':
      return atLine(rule, line, 'label', {
        sr: 'на једном рачуну могу бити једнонаменски ваучери само једне пореске ознаке. Издајте посебан рачун за сваку ознаку',
        en: 'one receipt may hold single-purpose vouchers of one tax label only. Issue a receipt for each label',
      });
    case 'payment':
      return about('invoice.free-of-charge-payment', '/payments', {
        sr: `Назив „${name}” значи промет без накнаде, па начин плаћања те ставке мора бити друго безготовинско плаћање („Other”)`,
        en: `The name "${name}" stands for goods free of charge, so that line must be paid as "Other"`,
      });
    default:
      return assertNever(fault);
  }
}
