import type { Refusals } from './refusals.js';

/** Refusals of API routes, as called by pages. Messages about fields of a receipt are already in Serbian. */
export const API: Refusals = {
  'The ledger of the box is damaged; this invoice may be among what is lost. See GET /status.':
    'Књига уређаја је оштећена; овај рачун је можда међу изгубљенима. Погледајте Стање.',
  'The ledger of the box is damaged; this request may be among what is lost. See GET /status.':
    'Књига уређаја је оштећена; овај захтев је можда међу изгубљенима. Погледајте Стање.',
  'wait must be a whole number from 0 to {most}': 'wait мора бити цео број од 0 до {most}.',
  'after must be a cursor of an earlier answer, or now': 'after мора бити показивач из ранијег одговора, или now.',
  'Invoice not found': 'Рачун није пронађен.',
  'Item not found': 'Артикал није пронађен.',
  'Print job not found': 'Налог за штампу није пронађен.',
  'Request not found': 'Захтев није пронађен.',
  'Path not found': 'Каса не познаје ову радњу; учитајте страницу поново.',
  'File not found': 'Датотека није пронађена.',
  'The disk of the box is full; nothing was stored. See GET /status.':
    'Меморија уређаја је пуна; ништа није сачувано. Погледајте Стање.',
  'The ledger of the box is damaged; nothing was stored. See GET /status.':
    'Књига уређаја је оштећена; ништа није сачувано. Погледајте Стање.',
  'The disk of the box failed; restart the box before repeating with the same idempotency key.':
    'Меморија уређаја је отказала; поново покрените уређај, па тек онда поновите.',
  '{!fault} The advance refund {number} was issued before and stands.':
    '{fault} Рефундација аванса {number} је већ издата и важи.',
  'Unexpected failure; the log of the box tells more under this ref':
    'Неочекивана грешка на каси. Погледајте Стање; ако се понови, зовите подршку.',
  'More than {most} requests per minute': 'Превише захтева у минуту. Сачекајте мало, па поновите.',
  'This key has written as much to the flash of the box today as it may (setting flashBudget); it may write again after midnight, Europe/Belgrade. Reading, and repeating what was issued under its idempotency key, goes on':
    'За данас је записано онолико колико један корисник сме („Највише записа по кључу на дан”). Наставите после поноћи, или нека власник повећа границу.',
  'This key has added {most} items today, as many as it may; it may add more after midnight, Europe/Belgrade. Items can still be changed; kasirbox items import adds more at once':
    'За данас је додато {most} артикала, колико један корисник сме. Постојећи могу да се мењају, а више њих одједном додаје увоз.',
  'Too many requests of this key wait for answers of this kind; send them one after another':
    'Превише захтева одједном чека одговор. Поновите за који тренутак.',
  'Earlier answers to this key were not read in time; read them, and repeat':
    'Ранији одговори нису преузети на време. Поновите за који тренутак.',
  'The caller has gone': 'Одговор више нико не чека.',
  'printer: there is no printer of this name. Printers: {printers}':
    'Нема штампача са тим именом. Штампачи: {printers}.',
  'printer must be the name of a printer; see GET /printers': 'Потребно је име подешеног штампача.',
  'reason must have 3 to {most} printable characters on one line':
    'Разлог има од 3 до {most} видљивих знакова у једном реду.',
  'The request is being issued and cannot be removed. Ask again where it stands.':
    'Рачун се управо издаје и не може да се уклони. Погледајте поново.',
  'The request was issued and cannot be removed. Refund its invoice.':
    'Рачун је издат и не може да се уклони. Рефундирајте га.',
  'paper must be one of {values}': 'Папир мора бити једно од: {values}.',
  'format must be one of {values}': 'Облик мора бити једно од: {values}.',
  'base must be an origin, such as https://kasa.local:8443, and nothing more':
    'Основа мора бити адреса као https://kasa.local:8443, и ништа више.',
  'This installation cannot render PDF; ask for format=html':
    'Овај уређај не уме да направи PDF; отворите рачун за штампу на листу.',
  'The PDF could not be rendered now ({reason}); repeat later, or ask for format=html':
    'PDF сада није направљен. Поновите касније, или отворите рачун за штампу на листу.',
  'to is required': 'Потребна је адреса е-поште.',
  'to may have at most {most} characters': 'Адреса може имати највише {most} знакова.',
  'to must be one e-mail address without a name, like kupac@example.rs':
    'Потребна је једна адреса е-поште, без имена, као kupac@example.rs.',
  'More than {most} e-mails per hour': 'Послато је више од {most} порука за сат. Поновите касније.',
  'page must be a whole number from 1 to {most}': 'Страница мора бити цео број од 1 до {most}.',
  '{field} must not be empty': 'Податак {field} не сме бити празан.',
  '{field} must be a PFR number, <JID>-<JID>-<N>': 'Податак {field} мора бити ПФР број, као K7ZQ3H5N-K7ZQ3H5N-1042.',
  '{field} must be an amount in RSD with at most 2 decimals, 1250.50':
    'Податак {field} мора бити износ у динарима са највише две децимале, као 1250.50.',
  '{field} must be summary': 'Податак {field} може бити само summary.',
  '{field} must be the nextCursor of an answer in the active environment':
    'Списак се променио. Учитајте страницу поново.',
  '{field} must not be given together with page': 'Податак {field} се не наводи заједно са страницом.',
  '{field} must be given only once': 'Податак {field} се наводи само једном.',
  '{field} must be a calendar day, YYYY-MM-DD': 'Податак {field} мора бити дан, као 2026-11-21.',
  'from must not be later than to': 'Први дан је после последњег.',
  'The body is empty; a JSON object is required': 'Захтев је празан. Учитајте страницу поново.',
  'The body is encoded (header Content-Encoding); send it as it is': 'Захтев је сажет. Учитајте страницу поново.',
  'The body is not UTF-8': 'Захтев није исправан текст. Учитајте страницу поново.',
  'The body is not acceptable: {!fault}': 'Захтев није исправан: {fault}.',
  'not valid JSON': 'није исправан JSON',
  'nested too deeply': 'превише је сложен',
  'number out of range': 'број је превелик или премали',
  'too many values': 'има превише података',
  'The body must be a JSON object': 'Захтев није исправан. Учитајте страницу поново.',
  'The body is larger than {most} bytes': 'Захтев је превелик: највише {most} бајтова.',
  'The body comes in more than {most} pieces': 'Захтев је стигао у превише делова. Поновите.',
};
