import { formatMoney, type Para, type PaymentType, toRsd } from '../../../base/index.js';
import type { LabelFault } from '../../../catalogue/index.js';
import type { Imitation } from '../../../journal/index.js';
import { at, atLine, subject } from './sentence.js';

/** What is wrong with the lines, the payments and the texts of a receipt. */
export const saleRefusals = {
  labelMissing: (line: number) =>
    atLine('form.required', line, 'label', {
      sr: 'недостаје поље „label” (пореска ознака)',
      en: 'the field "label" (tax label) is missing',
    }),
  labelsDiffer: (line: number) =>
    atLine('invoice.labels-differ', line, 'labels', {
      sr: 'поља „label” и „labels” наводе различите пореске ознаке; пошаљите само једно',
      en: 'the fields "label" and "labels" name different tax labels; send only one of them',
    }),
  labelInactive: (line: number, { sent, meant, allowed }: LabelFault) => {
    if (meant !== null) {
      return atLine('invoice.label-latin', line, 'label', {
        sr: `пореска ознака „${sent}” у пољу „label” је латинично слово; пошаљите ћирилично „${meant}”`,
        en: `the tax label "${sent}" in the field "label" is a Latin letter; send the Cyrillic "${meant}"`,
      });
    }
    const [none, list] = [allowed.length === 0, allowed.join(', ')];
    const choice = none ? 'ниједна ознака није активна' : `активне ознаке су: ${list}`;
    return atLine('invoice.label-inactive', line, 'label', {
      sr: `пореска ознака „${sent}” у пољу „label” није активна; ${choice}`,
      en: `the tax label "${sent}" in the field "label" is not active; ${none ? 'no label is' : `active are: ${list}`}`,
    });
  },
  quantityRoundsToZero: (line: number) =>
    atLine('invoice.quantity-zero', line, 'quantity', {
      sr: 'поље „quantity” заокружено на три децимале је 0; најмања количина је 0,001',
      en: 'the field "quantity" rounded to three decimals is 0; the smallest quantity is 0.001',
    }),
  lineTooLarge: (line: number, limit: Para) =>
    atLine('invoice.line-too-large', line, 'unitPrice', {
      sr: `износ („quantity” × „unitPrice”) је већи од највећег који рачун може да садржи (${formatMoney(limit)} RSD)`,
      en: `the amount ("quantity" × "unitPrice") is more than a receipt can hold (${toRsd(limit)} RSD)`,
    }),
  imitates: ({ sentence, field }: Imitation) => {
    const sr = `садржи „${sentence}”, што на рачуну сме да напише само процесор; уклоните те речи`;
    const en = `holds "${sentence}", which only the processor may write on a receipt; remove these words`;
    if ('line' in field) {
      return atLine('invoice.text-imitates', field.line, 'name', { sr: `назив ${sr}`, en: `the name ${en}` });
    }
    const whose = subject(field.name);
    return at('invoice.text-imitates', [field.name], { sr: whose.sr + sr, en: whose.en + en });
  },
  totalTooLarge: (limit: Para) =>
    at('invoice.total-too-large', ['items'], {
      sr: `укупан износ рачуна (збир ставки у пољу „items”) је већи од највећег могућег (${formatMoney(limit)} RSD)`,
      en: `the total of the invoice (the sum of the lines in the field "items") is more than a receipt can hold (${toRsd(limit)} RSD)`,
    }),
  totalNotPositive: () =>
    at('invoice.total-not-positive', ['items'], {
      sr: 'укупан износ рачуна (збир ставки у пољу „items”) мора бити већи од 0',
      en: 'the total of the invoice (the sum of the lines in the field "items") must be more than 0',
    }),
  paymentDisabled: (entry: number, paymentType: PaymentType) =>
    at('invoice.payment-type-disabled', ['payments', entry, 'paymentType'], {
      sr:
        `начин плаћања „${paymentType}” у пољу „paymentType” није дозвољен у поједностављеном режиму ` +
        '(члан 6. став 2. Правилника о врстама фискалних рачуна); пошаљите „Cash”',
      en:
        `the payment type "${paymentType}" in the field "paymentType" is not allowed in simplified cash mode ` +
        '(article 6 paragraph 2 of the Pravilnik on kinds of fiscal receipts); send "Cash"',
    }),
  paymentsMismatch: (sum: Para, total: Para) =>
    at('invoice.payments-mismatch', ['payments'], {
      sr: `збир износа у пољу „payments” (${formatMoney(sum)}) мора бити једнак укупном износу рачуна (${formatMoney(total)})`,
      en: `the sum of the amounts in the field "payments" (${toRsd(sum)}) must be the total of the invoice (${toRsd(total)})`,
    }),
  closingNeedsPayments: (paid: Para, total: Para) =>
    at('invoice.closing-payments-missing', ['payments'], {
      sr:
        `аванс је плаћен на више начина (укупно ${formatMoney(paid)}), а рачун износи ${formatMoney(total)}; ` +
        'наведите плаћања у пољу „payments”',
      en:
        `the advance was paid in several ways (${toRsd(paid)} in all), and the invoice is over ${toRsd(total)}; ` +
        'send the field "payments"',
    }),
};
