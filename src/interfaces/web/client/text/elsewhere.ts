import type { Texts } from './texts.js';

/** Refund or copy of a receipt that this box did not issue (Technical Instruction for ESIR, 16.P6). */
export const ELSEWHERE = {
  open: { sr: 'Рачун са другог уређаја', en: 'Receipt from another device' },
  hint: {
    sr: 'За рачун који није издат на овом уређају: са другог фискалног уређаја, са старе касе или од пре фискализације. Препишите га са папира који купац показује.',
    en: 'For a receipt that was not issued on this box: from another fiscal device, from an old cash register, or from before fiscalization. Copy it from the paper the buyer shows you.',
  },
  origin: { sr: 'Где је рачун издат', en: 'Where the receipt was issued' },
  device: { sr: 'други електронски фискални уређај', en: 'another electronic fiscal device' },
  books: { sr: 'пре фискализације (број из евиденције)', en: 'before fiscalization (number in the books)' },
  register: { sr: 'стара фискална каса', en: 'old fiscal cash register' },
  what: { sr: 'Шта издајете', en: 'What to issue' },
  refund: { sr: 'рефундација', en: 'refund' },
  copySale: { sr: 'копија рачуна', en: 'copy of a sale' },
  copyRefund: { sr: 'копија рефундације', en: 'copy of a refund' },
  number: { sr: 'ПФР број рачуна', en: 'PFR number of the receipt' },
  numberHint: {
    sr: 'Као на рачуну, на пример ABCD1234-ABCD1234-15.',
    en: 'As on the receipt, for example ABCD1234-ABCD1234-15.',
  },
  numberFault: {
    sr: 'Упишите цео ПФР број: осам знакова, осам знакова и број, са цртама.',
    en: 'Type the whole PFR number: eight characters, eight characters and a number, separated by hyphens.',
  },
  booksNumber: { sr: 'Број рачуна у евиденцији', en: 'Receipt number in the books' },
  module: { sr: 'ИБФМ са исечка', en: 'IBFM on the slip' },
  moduleHint: { sr: 'Два слова и шест цифара.', en: 'Two letters and six digits.' },
  moduleFault: {
    sr: 'ИБФМ има два слова и шест цифара. Упишите слова латиницом.',
    en: 'An IBFM has two letters and six digits. Type the letters in Latin script.',
  },
  slip: { sr: 'Број исечка (БИ)', en: 'Slip number (BI)' },
  digits: { sr: 'Упишите број, само цифре.', en: 'Type the number, digits only.' },
  reference: { sr: 'На рачуну ће писати: Реф. број {number}', en: 'The receipt will show: reference number {number}' },
  time: { sr: 'Време са рачуна', en: 'Time on the receipt' },
  timeHint: { sr: 'ПФР време, са секундама.', en: 'PFR time, with seconds.' },
  day: { sr: 'Датум рачуна', en: 'Receipt date' },
  timeMissing: {
    sr: 'Упишите време са рачуна: без њега процесор не издаје рефундацију ни копију.',
    en: 'Type the time on the receipt: without it the processor issues neither a refund nor a copy.',
  },
  timeLater: { sr: 'Рачун не може бити из будућности.', en: 'The receipt cannot be from the future.' },
  goods: { sr: 'Роба са рачуна', en: 'Goods on the receipt' },
  goodsRefunded: { sr: 'Роба која се враћа', en: 'Goods returned' },
  hasBuyer: { sr: 'На рачуну је купац', en: 'The receipt names a buyer' },
  total: { sr: 'На рачуну је укупно {total}.', en: 'The receipt total is {total}.' },
  totalFault: {
    sr: 'На рачуну је укупно {total}, а уписана роба вреди {typed}. Исправите ставке.',
    en: 'The receipt total is {total}, but the goods entered are worth {typed}. Correct the lines.',
  },
  issueCopy: { sr: 'Издај копију од {total}', en: 'Issue a copy of {total}' },
  own: {
    sr: 'Овај рачун је издат на овом уређају. Отворите га: зна се шта је продато и шта је већ враћено.',
    en: 'This receipt was issued on this box. Open it: the box knows what was sold and what has been returned.',
  },
  openOwn: { sr: 'Отвори рачун', en: 'Open the receipt' },
} satisfies Texts;
