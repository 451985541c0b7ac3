import { formatMoney, type Para, type SchemaPath, toRsd } from '../../../../base/index.js';
import { paymentName, type PaymentType } from '../../../../contract/index.js';
import type { LabelFault } from '../../../../shop/catalogue/index.js';
import type { Imitation } from '../../../../paper/journal/index.js';
import { at, atLine, subject } from './sentence.js';

/** Refusals about the lines, the payments and the texts of a receipt. */
export const saleRefusals = {
  labelsDiffer: (line: number) =>
    atLine('invoice.labels-differ', line, 'labels', {
      sr: 'поља „label” и „labels” наводе различите пореске ознаке; пошаљите само једно',
      en: 'the fields "label" and "labels" name different tax labels; send only one of them',
    }),
  labelRepeated: (line: number, label: string) =>
    atLine('invoice.label-repeated', line, 'moreLabels', {
      sr: `пореска ознака „${label}” наведена је два пута; наведите сваку једном`,
      en: `the tax label "${label}" is given twice; give each once`,
    }),
  labelInactive: (path: SchemaPath, { sent, meant, allowed }: LabelFault) => {
    const field = path[2] ?? '';
    if (meant !== null) {
      return at('invoice.label-latin', path, {
        sr: `пореска ознака „${sent}” у пољу „${field}” је латинично слово; пошаљите ћирилично „${meant}”`,
        en: `the tax label "${sent}" in the field "${field}" is a Latin letter; send the Cyrillic "${meant}"`,
      });
    }
    const [none, list] = [allowed.length === 0, allowed.join(', ')];
    const choice = none ? 'ниједна ознака није активна' : `активне ознаке су: ${list}`;
    return at('invoice.label-inactive', path, {
      sr: `пореска ознака „${sent}” у пољу „${field}” није активна; ${choice}`,
      en: `the tax label "${sent}" in the field "${field}" is not active; ${none ? 'no label is' : `active are: ${list}`}`,
    });
  },
  quantityRoundsToZero: (line: number) =>
    atLine('invoice.quantity-zero', line, 'quantity', {
      sr: 'поље „quantity” заокружено на три децимале је 0; најмања количина је 0,001',
      en: 'the field "quantity" rounded to three decimals is 0; the smallest quantity is 0.001',
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
      sr:
        `укупан износ рачуна (збир ставки у пољу „items”) је већи од ${formatMoney(limit)} РСД, ` +
        'а већи износ не стаје у 7 бајтова које потписује безбедносни елемент',
      en:
        `the total of the invoice (the sum of the lines in the field "items") is more than ${toRsd(limit)} RSD, ` +
        'and no larger amount fits into the 7 bytes that the secure element signs',
    }),
  issueTimeSkipped: () =>
    at('invoice.issue-time-skipped', ['dateAndTimeOfIssue'], {
      sr: 'време у пољу „dateAndTimeOfIssue” није постојало: тог дана је сат померен унапред (летње рачунање времена)',
      en: 'the time in the field "dateAndTimeOfIssue" did not exist: clocks were set forward that day (summer time)',
    }),
  issueTimeInFuture: (minutes: number) =>
    at('invoice.issue-time-in-future', ['dateAndTimeOfIssue'], {
      sr: `време у пољу „dateAndTimeOfIssue” је у будућности; може бити највише ${minutes} минута испред сата уређаја`,
      en: `the time in the field "dateAndTimeOfIssue" is in the future; it may be at most ${minutes} minutes ahead of the clock of the box`,
    }),
  issueTimeTooEarly: (year: string) =>
    at('invoice.issue-time-too-early', ['dateAndTimeOfIssue'], {
      sr: `време у пољу „dateAndTimeOfIssue” је пре ${year}. године`,
      en: `the time in the field "dateAndTimeOfIssue" is before ${year}`,
    }),
  totalNotPositive: () =>
    at('invoice.total-not-positive', ['items'], {
      sr: 'укупан износ рачуна (збир ставки у пољу „items”) мора бити већи од 0',
      en: 'the total of the invoice (the sum of the lines in the field "items") must be more than 0',
    }),
  paymentDisabled: (entry: number, paymentType: PaymentType) =>
    at('invoice.payment-type-disabled', ['payments', entry, 'paymentType'], {
      sr:
        `начин плаћања „${paymentName(paymentType)}” („${paymentType}”) у пољу „paymentType” није дозвољен у поједностављеном режиму ` +
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
  tenderedDecimals: () =>
    at('invoice.tendered-decimals', ['tendered'], {
      sr: 'поље „tendered” може имати највише две децимале',
      en: 'the field "tendered" may have at most two decimals',
    }),
  tenderedTooLittle: (tendered: Para, cash: Para) =>
    at('invoice.tendered-too-little', ['tendered'], {
      sr: `износ у пољу „tendered” (${formatMoney(tendered)}) мањи је од износа који се плаћа готовином (${formatMoney(cash)})`,
      en: `the amount in the field "tendered" (${toRsd(tendered)}) is less than what is paid in cash (${toRsd(cash)})`,
    }),
  tenderedWithoutCash: () =>
    at('invoice.tendered-without-cash', ['tendered'], {
      sr: 'поље „tendered” наводи примљену готовину, а ништа се не плаћа готовином; изоставите га',
      en: 'the field "tendered" is the cash that the buyer gave, but nothing is paid in cash; leave it out',
    }),
  tenderedNotTaken: () =>
    at('invoice.tendered-not-taken', ['tendered'], {
      sr: 'поље „tendered” важи само за продају врсте „Normal”, „Advance” или „Training”; изоставите га',
      en: 'the field "tendered" is only for a sale of type "Normal", "Advance" or "Training"; leave it out',
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
  restMismatch: (sum: Para, due: Para) =>
    at('invoice.payments-mismatch', ['restPayments'], {
      sr: `збир износа у пољу „restPayments” (${formatMoney(sum)}) мора бити једнак ономе што је остало за плаћање после аванса (${formatMoney(due)})`,
      en: `the sum of the amounts in the field "restPayments" (${toRsd(sum)}) must be what is left to pay after the advance (${toRsd(due)})`,
    }),
  restWithPayments: () =>
    at('invoice.closing-members', ['payments'], {
      sr: 'поље „payments” наводи сва плаћања, а „restPayments” и „part” само остатак после аванса; изоставите „payments”',
      en: 'the field "payments" names all payments, "restPayments" and "part" only the rest after the advance; leave out "payments"',
    }),
  partNeedsKey: () =>
    at('invoice.closing-members', ['part'], {
      sr: 'уз поље „part” пошаљите кључ идемпотентности: аванс може да се реализује више пута, па се понављање иначе не препознаје',
      en: 'send an idempotency key with the field "part": an advance may be realised several times, so a repeat is not known otherwise',
    }),
  partWithEarlier: () =>
    at('invoice.closing-members', ['earlierAdvances'], {
      sr: 'поље „earlierAdvances” не иде уз „part”: аванси од пре фискализације рефундирају се у целини; изоставите једно од њих',
      en: 'the field "earlierAdvances" does not go with "part": advances from before fiscalization are refunded as a whole; leave out one of them',
    }),
  earlierOfOwn: (number: string) =>
    at('invoice.closing-members', ['earlierAdvances'], {
      sr: `аванс ${number} не наставља рачун од пре фискализације; изоставите поље „earlierAdvances”`,
      en: `the advance ${number} continues no receipt from before fiscalization; leave out the field "earlierAdvances"`,
    }),
  earlierNeedsKey: () =>
    at('invoice.closing-members', ['clientRequestId'], {
      sr: 'пошаљите кључ идемпотентности: аванса нема у бази рачуна, па се понављање иначе не препознаје',
      en: 'send an idempotency key: the advance is not among the receipts, so a repeat is not known otherwise',
    }),
  partOfNothing: () =>
    at('invoice.part-of-nothing', ['items'], {
      sr: 'од аванса није остало ништа за пореске ознаке испоручених ставки',
      en: 'nothing is left of the advance for the tax labels of the delivered lines',
    }),
  advanceAboveDelivery: (advanced: Para, delivered: Para) =>
    at('invoice.advance-above-delivery', ['restPayments'], {
      sr: `аванс (${formatMoney(advanced)}) је већи од испоруке (${formatMoney(delivered)}); пошаљите „part” да се реализује само део аванса`,
      en: `the advance (${toRsd(advanced)}) is more than the delivery (${toRsd(delivered)}); send "part" to realise only a part of the advance`,
    }),
};
