import type { Refusals } from './refusals.js';

/** Refusals about receipts, reports, the queue, the processor, printing, messages and the service. */
export const WORK: Refusals = {
  'Nothing was issued: the box was switched to another environment or processor meanwhile. See the top of the page, then charge again.':
    'Рачун није издат: уређај је у међувремену прешао на друго окружење или процесор. Погледајте врх стране, па наплатите поново.',
  'This is not the whole link of a receipt.': 'Ово није цела веза рачуна.',
  'this is neither a PFR number nor a verification link': 'ово није ни ПФР број ни веза за проверу рачуна',
  'A day is YYYY-MM-DD.': 'Дан се пише ГГГГ-ММ-ДД.',
  'Both days are of one month, and the first is not later than the last.':
    'Оба дана су у истом месецу, а први није после последњег.',
  'This is no place in the list.': 'Ово није место у списку. Учитајте страницу поново.',
  'The first day is later than the last.': 'Први дан је после последњег.',
  'There are {receipts} receipts in this period; choose one with at most {most}.':
    'У овом периоду има {receipts} рачуна; изаберите период са највише {most}.',
  'Nobody waits for this report any more.': 'Овај извештај више нико не чека.',
  'No service runs on this folder, and only a service draws PDFs. Run: {command}':
    'PDF прави само уређај који ради. Покрените га: {command}',
  'This installation cannot draw PDFs: its fonts or its drawing program are missing.':
    'Овај уређај не уме да направи PDF: недостају му фонтови или програм за цртање.',
  'Too many PDFs are being drawn. Try again in a moment.':
    'Прави се превише PDF докумената. Покушајте поново за који тренутак.',
  'Drawing has taken too long. Choose a shorter period, or try again in a moment.':
    'Прављење је трајало предуго. Изаберите краћи период, или покушајте поново за који тренутак.',
  'The PDF could not be drawn. Try again; if it fails again, call support.':
    'PDF није направљен. Покушајте поново; ако опет не успе, зовите подршку.',
  'The service is stopping. Try again in a moment.': 'Каса се зауставља. Покушајте поново за који тренутак.',
  'Nothing of this number or key waits. See: kasirbox queue list': 'Ништа са тим бројем или кључем не чека.',
  'It is being issued and cannot be removed. Look again: kasirbox queue list':
    'Рачун се управо издаје и не може да се уклони. Погледајте поново.',
  'It was issued and cannot be removed. Refund its receipt.': 'Рачун је издат и не може да се уклони. Рефундирајте га.',
  'No sale of this number is without a receipt. See: kasirbox queue unsettled':
    'Ниједна продаја са тим бројем није без рачуна.',
  'A request with the key of this sale is being issued. Look again: kasirbox queue unsettled':
    'За ову продају се управо издаје рачун. Погледајте поново.',
  'Another document was issued with the key of this sale. Sell again, and enter the number of that receipt.':
    'Под кључем ове продаје је издат други документ. Продајте поново, па унесите број тог рачуна.',
  'This is no PFR number. It has the form ABCD1234-ABCD1234-15.':
    'Ово није ПФР број. Његов облик је ABCD1234-ABCD1234-15.',
  'This is no fiscal receipt for such a sale: its type, transaction or environment is another.':
    'Ово није фискални рачун за такву продају: врста рачуна, врста промета или окружење је друго.',
  'This is the receipt of another sale of the queue.': 'Ово је рачун друге продаје из реда чекања.',
  'This receipt has another amount, is older than the sale, or is not of this box. Give a reason why it counts.':
    'Овај рачун има други износ, старији је од продаје или није са овог уређаја. Наведите разлог због којег важи.',
  'Give the PFR number of the receipt, or the reason why there is none.':
    'Наведите ПФР број рачуна, или разлог због којег рачуна нема.',
  'The name of the person who decides is needed: --by NAME': 'Потребно је име особе која одлучује: --by NAME',
  'The removal could not be stored ({code}). Run: kasirbox doctor': 'Уклањање није сачувано. Погледајте Стање.',
  'No cash drawer is set at this printer: see the member drawer of the setting printers.':
    'За овај штампач није подешена фиока. Подесите је у подешавањима штампача.',
  'No service manager runs this box: nothing would start it again.':
    'Касу не води управљач услугама: ништа је не би поново покренуло.',
  'This receipt is printed already, and a fiscal receipt is given once. Issue a copy of it on the page Receipts.':
    'Рачун је већ одштампан, а фискални рачун се издаје једном. Издајте копију на страници „Рачуни”.',
  'There is no approval. Set its number: kasirbox settings set esir -':
    'Одобрење није унето. Унесите његов број: „Подешавања”, страница „Фирма”.',
  'Receipts carry the ESIR number {esirNumber}. See: kasirbox doctor': 'На рачунима је ЕСИР број {esirNumber}.',
  'There is no card {uid} in the reader. See: kasirbox card info': 'У читачу није картица {uid}. Погледајте која је.',
  'Another card {uid} is in the reader now than was shown. See: kasirbox card info':
    'У читачу је сада друга картица {uid}, а не она која је приказана. Погледајте је поново.',
  '{MAX_CARDS} cards are known. Leave out one that is no more: kasirbox settings set cards -':
    'Већ је потврђено {MAX_CARDS} картица. Уклоните ону која се више не користи: у „Подешавања”, страница „Напредно”, подешавање cards.',
  "The card {uid} is not this shop's. See: kasirbox card info": 'Картица {uid} није ове радње.',
  'There is no card of the tax authority in the reader. See: kasirbox card info':
    'У читачу нема картице Пореске управе.',
  'The service does not run, and nobody else remembers the PIN. Start it: {command}':
    'Каса не ради, па нема ко да запамти ПИН. Покрените је.',
  'A PIN is 4 digits; nothing was sent to the processor.': 'ПИН има 4 цифре; процесору ништа није послато.',
  'The reason is 3 to 200 printable characters on one line.': 'Разлог има од 3 до 200 видљивих знакова у једном реду.',
  'The id of a receipt is at least its first 6 digits; see: kasirbox pfr settle':
    'Унесите бар првих 6 знакова ознаке рачуна; погледајте: kasirbox pfr settle',
  'No receipt with the id {id} is open; see: kasirbox pfr settle': 'Ниједан рачун са ознаком {id} није отворен.',
  'More than one id begins with {id}; give more digits of it.': 'Више ознака почиње са {id}; унесите више знакова.',
  'This is not a whole verification link; copy it again, from https to the end.':
    'Ово није цела веза за проверу; копирајте је поново, од https до краја.',
  'This link is one of the {environment} environment.': 'Ова веза је из окружења {environment}.',
  'This link leads to {host}, and not to the tax authority. Take the one on its portal, from https to the end.':
    'Ова веза води на {host}, а не на сајт пореске управе. Узмите ону са њеног портала, од https до краја.',
  'This link is of another receipt: its {!what} is not what was asked for.':
    'Ова веза је другог рачуна: {what} није оно што је тражено.',
  amount: 'износ',
  'invoice type': 'врста рачуна',
  'transaction type': 'врста промета',
  buyer: 'купац',
  number: 'број',
  time: 'време',
  'The rate of label {label} is not known.': 'Стопа за ознаку {label} није позната.',
  'This link is of {one}, but the receipt was sent to {other}.': 'Ова веза је од {one}, а рачун је послат на {other}.',
  'The processor may still be signing this receipt. Decide in a minute.':
    'Процесор можда још потписује овај рачун. Одлучите за минут.',
  'The decision could not be stored. Run: kasirbox doctor': 'Одлука није сачувана. Погледајте Стање.',
  'No open receipt has the request id {id}.': 'Ниједан отворен рачун нема ознаку захтева {id}.',
  'The processor has told the end meanwhile; nothing is left to decide.':
    'Процесор је у међувремену јавио исход; нема шта да се одлучује.',
  'The processor is busy with a receipt. Try again.': 'Процесор је заузет другим рачуном. Покушајте поново.',
  'Receipt {number} is in the ledger already: it is another one.': 'Рачун {number} је већ у књизи: то је други рачун.',
  'name: that of a printer is needed': 'Потребно је име штампача.',
  'after: the id of an item is needed': 'Потребан је број артикла.',
  'There is a printer "{name}" already.': 'Штампач „{name}” већ постоји.',
  'There is no print job {id}. See: kasirbox print jobs --all': 'Нема налога за штампу {id}.',
  'Job {id} has begun to print and cannot be called back. Mend the printer (kasirbox print printers says what it needs), or take it out of the settings: kasirbox settings set printers':
    'Налог {id} је почео да се штампа и не може да се опозове. Оспособите штампач (Стање каже шта му треба), или га уклоните из подешавања.',
  'Job {id} has ended. See: kasirbox print jobs --all': 'Налог {id} је завршен.',
  'There is no such receipt here. Give its uuid, or its PFR number, like ABCD1234-ABCD1234-15.':
    'Таквог рачуна овде нема. Задајте његов UUID или ПФР број, као ABCD1234-ABCD1234-15.',
  'There is no printer of this name. Printers: {printers}.': 'Нема штампача са тим именом. Штампачи: {printers}.',
  'No printer is set. Find yours (kasirbox print find --network), and run, with its address: {command}':
    'Ниједан штампач није подешен. Додајте га у подешавањима.',
  'This could not be stored ({code}). Run: kasirbox doctor': 'Ово није сачувано. Погледајте Стање.',
  'No service runs on this folder, so there is no address to tell. Run: {command}':
    'Каса не ради, па нема адресу коју би одштампала. Покрените је: {command}',
  'There is no webhook of this name. Run: {command}': 'Нема програма са тим именом у подешавању webhooks.',
  'No messages are set. Run: {command}': 'Поруке нису подешене. Задајте их у подешавањима.',
  'No mail server is set. Run: kasirbox settings set mail -':
    'Сервер за пошту није подешен. Задајте га у подешавањима.',
  'The running service does not know this command; are the versions the same?':
    'Каса не познаје ову радњу; учитајте страницу поново.',
  'The question "{name}" is malformed at "{field}".': 'Питање „{name}” није исправно код „{field}”.',
  'The question was not understood.': 'Питање није схваћено.',
  'A support bundle is being made already; try again in a moment.':
    'Пакет за подршку се већ прави; покушајте поново за који тренутак.',
  'There is too little memory for it.': 'За то нема довољно меморије.',
  'The support bundle could not be made. Run: kasirbox support-bundle FILE':
    'Пакет за подршку није направљен. На самој каси: kasirbox support-bundle FILE',
  'The folder belongs to another user.': 'Фасцикла припада другом кориснику.',
  'The running service hangs: it gives no answer. Restart it, and try again.':
    'Каса не одговара. Поново је покрените и покушајте опет.',
  'The running service gave no answer; it may be stopping. Try again.':
    'Каса није одговорила; можда се зауставља. Покушајте поново.',
  'A text of 1 to {most} characters is needed.': 'Потребан је текст од 1 до {most} знакова.',
};
