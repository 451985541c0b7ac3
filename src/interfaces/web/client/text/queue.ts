import type { Texts } from './texts.js';

/** Requests that wait for the processor, and sales without a receipt. */
export const QUEUE = {
  title: { sr: 'Ред чекања', en: 'Queue' },
  demoIssuesNone: {
    sr: 'Ово чека процесор за који је продато; демо га не издаје. Вратите процесор у „Подешавања”, страница „Процесор и окружење”.',
    en: 'This waits for the processor for which it was sold; the demo does not issue it. Set that processor again in “Settings”, page “Processor”.',
  },
  number: { sr: 'Број {number}', en: 'Number {number}' },
  waits: { sr: 'чека', en: 'waits' },
  issuing: { sr: 'издаје се', en: 'is being issued' },
  refused: { sr: 'одбијен', en: 'refused' },
  issued: { sr: 'издат', en: 'issued' },
  removed: { sr: 'уклоњен', en: 'removed' },
  remove: { sr: 'Уклони', en: 'Remove' },
  removeTitle: { sr: 'Уклањање захтева број {number}', en: 'Remove request {number}' },
  removeAsk: {
    sr: 'Захтев се више не издаје. Продаја остаје у списку „Продато без рачуна” док за њу не издате рачун или не забележите зашто га нема.',
    en: 'The request is not issued any more. The sale stays in the list “Sold without a receipt” until you issue its receipt or record why there is none.',
  },
  reason: { sr: 'Разлог', en: 'Reason' },
  reasonHint: {
    sr: 'Најмање 3 знака; остаје забележено уз ваше име.',
    en: 'At least 3 characters; it is recorded with your name.',
  },
  withoutReceipt: { sr: 'Продато без рачуна', en: 'Sold without a receipt' },
  withoutReceiptHint: {
    sr: 'За сваку продају мора да постоји фискални рачун. Издајте га, унесите број издатог рачуна, или забележите да су роба или новац враћени.',
    en: 'Every sale must have a fiscal receipt. Issue it, enter the number of the one that was issued, or record that goods or money came back.',
  },
  andMore: { sr: 'и још {count}', en: 'and {count} more' },
  removedBy: { sr: 'Уклоњено:', en: 'Removed:' },
  issue: { sr: 'Издај рачун', en: 'Issue the receipt' },
  issueAsk: {
    sr: 'Захтев број {number} поново чека у реду; рачун се издаје чим процесор одговори.',
    en: 'Request {number} waits in the queue again; its receipt is issued once the processor responds.',
  },
  settle: { sr: 'Реши', en: 'Settle' },
  settleTitle: { sr: 'Продаја број {number}', en: 'Sale {number}' },
  hasReceipt: { sr: 'Рачун је издат', en: 'A receipt was issued' },
  cameBack: { sr: 'Роба или новац су враћени', en: 'Goods or money came back' },
  receipt: { sr: 'ПФР број рачуна', en: 'PFR number of the receipt' },
  receiptHint: { sr: 'Цео број, као ABCD1234-ABCD1234-15.', en: 'The whole number, like ABCD1234-ABCD1234-15.' },
  reasonOfReceipt: {
    sr: 'Потребан ако рачун има други износ, ако је старији од продаје или ако је издат на другом уређају.',
    en: 'Needed when the receipt has another amount, is older than the sale, or was issued on another device.',
  },
} satisfies Texts;
