import type { Refusals } from './refusals.js';

/** Refusals about settings: sentences, and phrases that are used in `name: phrase.` */
export const SETTINGS: Refusals = {
  '{setting}: {!fault}.': '{setting}: {fault}.',
  '{setting}: {!fault}': '{setting}: {fault}',
  '{setting}: {entry}: {!fault}': '{entry}: {fault}',
  'There is no setting "{name}". Settings: {names}.': 'Нема подешавања „{name}”. Подешавања: {names}.',
  'The setting could not be stored ({code}). Run: kasirbox doctor': 'Подешавање није сачувано. Погледајте Стање.',
  'The key for secrets (the file settings.key in the folder "secrets" of the data folder) cannot be read or made. Run: kasirbox doctor':
    'Кључ за тајне податке (датотека settings.key у фасцикли „secrets”) не може да се прочита ни направи. Погледајте Стање.',
  'backup: nobody has the code yet that opens backups. Make it and write it down: kasirbox backup code':
    'Још нико нема код који отвара резервне копије. Прво га направите и запишите.',
  'the value is wrong': 'вредност није исправна',
  '{field} may not have a member "{member}"': '{field} не сме имати „{member}”',
  '{field} must be one of {values}': '{field} мора бити једно од: {values}',
  '{field} must be {!type}, or {!other}': '{field} мора бити {type}, или {other}',
  '{field} must be {!type}': '{field} мора бити {type}',
  'it holds "{sentence}", which only the processor may write on a receipt; remove these words':
    'садржи „{sentence}”, што на рачуну сме да напише само процесор; уклоните те речи',
  'an object in braces': 'објекат у витичастим заградама',
  'a list in brackets': 'списак у угластим заградама',
  'a text': 'текст',
  'a number': 'број',
  'a whole number': 'цео број',
  'true or false': 'да или не',
  null: 'празно',
  '{field} must be 1 to 30 letters a to z, digits or hyphens, with no hyphen in front, like web-shop':
    '{field} мора имати 1 до 30 слова од a до z, цифара или цртица, без цртице на почетку, нпр. web-shop',
  '{field} needs the member "{member}"': 'недостаје: {member}',
  '{field} must NOT have more than {most} characters': '{field} не сме имати више од {most} знакова',
  '{field} must NOT have fewer than {least} characters': '{field} мора имати бар {least} знакова',
  '{field} must NOT have more than {most} items': '{field} не сме имати више од {most} ставки',
  '{field} must NOT have fewer than {least} items': '{field} мора имати бар {least} ставки',
  '{field} must be >= {least}': '{field} мора бити најмање {least}',
  '{field} must be <= {most}': '{field} мора бити највише {most}',
  '{field} must be > {least}': '{field} мора бити веће од {least}',
  '{field} must be equal to one of the allowed values': '{field} мора бити једна од дозвољених вредности',
  '{field} must match exactly one schema in oneOf': '{field} нема ниједан од дозвољених облика',
  '{field} must match a schema in anyOf': '{field} нема ниједан од дозвољених облика',
  '{field} has a wrong form': '{field} нема исправан облик',
  '{field} must be 8 upper-case letters or digits': '{field} мора бити 8 великих слова или цифара',
  '{field} must be 32 bytes in hex with colons between them':
    '{field} мора бити 32 бајта хексадецимално, са двотачкама између',
  '{field} must be 9 digits': '{field} мора имати 9 цифара',
  '{field} must be 8 digits': '{field} мора имати 8 цифара',
  '{field} must be a Serbian bank account, like {example} or its 18 digits':
    '{field} мора бити број текућег рачуна у Србији, као {example}, или његових 18 цифара',
  '{field} must be an address of a web site, like {example}': '{field} мора бити адреса веб-сајта, као {example}',
  '{field} must be 7 digits, a hyphen and a name, like 1234567-{name}':
    '{field} мора бити 7 цифара, цртица и име, као 1234567-{name}',
  '{field} must be an absolute path like /media/kasirbox': '{field} мора бити цела путања као /media/kasirbox',
  '{field} may have Latin letters, digits, dots and hyphens only':
    '{field} може имати само латинична слова, цифре, тачке и цртице',
  '{field} must be an address like {example}': '{field} мора бити адреса као {example}',
  '{field} must be an https address like {example}': '{field} мора бити https адреса као {example}',
  '{field} must be an https address without a path, like {example}':
    '{field} мора бити https адреса без путање, као {example}',
  '{field} must be a token like {example}': '{field} мора бити токен као {example}',
  '{field} must be the number of a chat, like {number}, or the name of a channel, like {channel}':
    '{field} мора бити број разговора, као {number}, или име канала, као {channel}',
  '{field} must be whsec_ and 24 to 64 random bytes in base64; make one: {command}':
    '{field} мора бити whsec_ и од 24 до 64 насумичних бајтова у облику base64',
  '{field} must be the seed of a user: SU and 56 more letters and digits, as the owner of the server got it for this box':
    '{field} мора бити кључ корисника: SU и још 56 слова и цифара, како га је за овај уређај добио онај ко води сервер',
  '{field} must be 1 to 40 letters a to z, digits, - or _, like {example}':
    '{field} мора бити од 1 до 40 слова од a до z, цифара, - или _, као {example}',
  '{setting}: {member} is a secret, which each box has for itself.':
    '{setting}: податак „{member}” је тајна, коју сваки уређај има за себе.',
  '{name} cannot be set for a group. What can be: {names}.':
    'Подешавање {name} не може да се постави за групу. Могу: {names}.',
  '{field} must be kasirbox. and a name in letters a to z, digits, - or _, like {example}':
    '{field} мора бити kasirbox. и име од слова a до z, цифара, - или _, као {example}',
  '{field} must be the certificate of an authority as PEM': '{field} мора бити сертификат издаваоца у облику PEM',
  'stream: url must be an address like {example}.': 'Адреса сервера власника мора бити као {example}.',
  'stream: credentials are mistyped: give the seed as {command} has printed it.':
    'Кључ корисника има грешку у куцању: унесите га како га је исписала команда {command}.',
  'stream: ca must be the certificate of an authority, not that of a server.':
    'Унесите сертификат издаваоца, а не сервера.',
  'stream: ca must be a certificate as PEM.': 'Сертификат издаваоца мора бити у облику PEM.',
  '{field} must be 6 upper-case letters or digits': '{field} мора бити 6 великих слова или цифара',
  '{field} must be sha256/ and 44 characters of Base64, as kasirbox pfr status shows it':
    '{field} мора бити sha256/ и 44 знака Base64, како га показује страница Стање',
  '{field} must be 1 to {most} letters, digits or hyphens, with no hyphen in front':
    '{field} мора бити од 1 до {most} слова, цифара или цртица, без цртице на почетку',
  '{field} must be 1 to 4 digits that begin with 2, or with 02': '{field} мора имати 1 до 4 цифре и почети са 2 или 02',
  '{field} must be one Cyrillic letter': '{field} мора бити једно ћирилично слово',
  '{field} must not be blank': '{field} не сме бити празно',
  '{field} holds a control or invisible character': '{field} има контролни или невидљив знак',
  '{field} has more than four accents on one letter': '{field} има више од четири акцента на једном слову',
  'company: the certificate that is installed for {environment} is of TIN {tin}. Give that TIN, or first run: {command}':
    'Сертификат инсталиран за {environment} је за ПИБ {tin}. Унесите тај ПИБ, или прво уклоните сертификат.',
  'company: bankAccount {account} has a wrong digit: its check digits do not fit. Compare each digit with what the bank has written.':
    'Текући рачун {account} има погрешну цифру: контролни број се не слаже. Упоредите сваку цифру са оним што је банка написала.',
  'company: tin {tin} has a wrong digit: its check digit does not fit. Compare each digit with what the tax authority has written.':
    'Такав ПИБ не постоји ({tin}): једна цифра је погрешна. Упоредите сваку цифру са решењем Пореске управе.',
  'company: email must be one address, like {example}.': 'Адреса е-поште фирме мора бити једна адреса, као {example}.',
  '{setting}: {member} is no secret that could be kept.':
    '{setting}: податак „{member}” није тајна која би могла да остане.',
  '{setting}: there is no {member} that could be kept.': '{setting}: нема податка „{member}” који би могао да остане.',
  '{setting}: {member} must be given again, since {moved} has changed.':
    '{setting}: податак „{member}” унесите поново, јер је промењено: {moved}.',
  '{setting}: {member} must be given itself, not as {mask}.':
    '{setting}: податак „{member}” унесите у целини, а не као {mask}.',
  'mail: host must be a name or an address without a port, like {example}.':
    'Сервер за пошту мора бити име или адреса без порта, као {example}.',
  'mail: from must be an address like {one}, or a name and an address like {other}.':
    'Пошиљалац мора бити адреса као {one}, или име и адреса као {other}.',
  'webhooks: the name {entry} stands there twice.': 'Име {entry} је наведено два пута.',
  'url is not an address.': 'адреса није исправна.',
  'notify: the url of a bot must begin with https://, since it carries the token.':
    'Адреса бота мора почети са https://, јер носи токен.',
  'url must begin with https://; http:// is for a private address such as {example}.':
    'адреса мора почети са https://; http:// је само за приватну адресу као {example}.',
  'pfr.{environment}: {url} is not an address.': '{url} није адреса процесора.',
  'pfr.{environment}: the key of a card is for TLS 1.2; leave "tls" out.':
    'Процесор: кључ картице је за TLS 1.2; не бирајте другу верзију.',
  'pfr.{environment}: a pin is for an https address; plain http has no key that could be checked.':
    'Процесор: отисак кључа је за https адресу; обичан http нема кључ који би се проверио.',
  'pfr.{environment}: the certificate that is installed names no address. Give one: {example}.':
    'Процесор: инсталирани сертификат нема адресу. Унесите је.',
  "pfr.{environment}: {host} is the tax authority's {system} system. Give the {other} address.":
    'Процесор: {host} је систем пореске управе за {system}. Унесите адресу за {other}.',
  'pfr.sandbox and pfr.production: the two have the same address. Give each environment a processor of its own.':
    'Оба окружења имају исту адресу. Сваком окружењу дајте његов процесор.',
  'pfr.sandbox and pfr.production: the two have the same certificate. Give each environment one of its own.':
    'Оба окружења имају исти сертификат. Сваком окружењу дајте његов.',
  'publicUrl: {url} is not an address.': '{url} није адреса.',
  'scaleLabels: the prefix {prefix} stands there twice.': 'Почетак кода {prefix} је наведен два пута.',
  'scaleLabels: prefix {prefix}, item and value together may have {digits} digits at most.':
    'Почетак {prefix}, шифра и вредност заједно могу имати највише {digits} цифара.',
  'taxLabels: {label} stands there twice.': 'Ознака {label} је наведена два пута.',
  'taxLabels: at least one label must be active.': 'Бар једна пореска ознака мора бити активна.',
  'taxLabels: the rate of {label} may have two decimals at most.':
    'Стопа ознаке {label} може имати највише две децимале.',
  'printers: the logos have {size} together. Give smaller pictures: {most} at most.':
    'Логотипи заједно имају {size}. Дајте мање слике: највише {most}.',
  'another printer has this name. Give each a name of its own.': 'други штампач већ има то име. Сваком дајте његово.',
  '{path} is no printer. Give the device file of one, as /dev/usb/lp0 or /dev/ttyUSB0.':
    '{path} није штампач. Задајте његову датотеку уређаја, као /dev/usb/lp0 или /dev/ttyUSB0.',
  '{name} is at the same address. One printer is set once.':
    '{name} је на истој адреси. Један штампач се подешава једном.',
  '{name} is at the same address. One printer is set once. Two of one model are told apart by their serial numbers.':
    '{name} је на истој адреси. Један штампач се подешава једном. Два иста модела разликују се по серијском броју.',
  'a head of {width} mm paper and {dpi} dpi has {fitting} dots, not {dots}.':
    'глава за папир од {width} mm и {dpi} dpi има {fitting} тачака, а не {dots}.',
  'codePages has the number {number} twice. Its self-test prints the number of each page.':
    'број {number} је два пута међу кодним страницама. Самотест штампача исписује број сваке.',
  'in the language {language} every slip is drawn. Use "mode":"raster".':
    'На језику {language} сваки листић се штампа као слика. Изаберите начин штампе: слика.',
  'a printer with the language {language} has 203 dpi. Use "dpi":203.':
    'Штампач са језиком {language} има 203 тачке по инчу. Изаберите 203.',
  'codePages has no page with Cyrillic. Give the number of {pages}, or use "mode":"raster".':
    'нема кодне странице са ћирилицом. Задајте број за {pages}, или изаберите растер.',
  'logo is only the note of its size. Leave it out, and run afterwards: {command}':
    'логотип је само белешка о његовој величини. Изоставите га, па га додајте поново.',
  'logo has {size}. Give a picture of {most} at most.': 'логотип има {size}. Дајте слику од највише {most}.',
  'logo must be a PNG in base64. Easier is: {command}': 'логотип мора бити PNG слика.',
  'The address of a printer is like {examples}.':
    'Адреса мрежног штампача је као 192.168.1.50, а осталих као {examples}.',
  'In the address of a printer {!reason}, like {example}.': 'У адреси штампача {reason}, као {example}.',
  'the device file must be below /dev': 'датотека уређаја мора бити испод /dev',
  'only baud and flow may follow the question mark': 'иза упитника могу стајати само baud и flow',
  '{name} must stand once': '{name} може стајати само једном',
  'baud must be one of {values}': 'baud мора бити једно од: {values}',
  'flow must be one of {values}': 'flow мора бити једно од: {values}',
  'vendor and product must be two times four hexadecimal digits':
    'произвођач и модел морају бити два пута по четири хексадецималне цифре',
  'the serial number must be 1 to 126 characters, others than letters and digits as %2F':
    'серијски број мора имати од 1 до 126 знакова, а све осим слова и цифара пише се као %2F',
  'the host must be a name or an address (IPv6 in brackets), without a path':
    'домаћин мора бити име или адреса (IPv6 у заградама), без путање',
  'the port must be 1 to 65535': 'порт мора бити од 1 до 65535',
  'the logo is larger than {most} KiB': 'логотип је већи од {most} KiB',
  'the logo is not base64': 'логотип није base64',
  'the logo is not a PNG': 'логотип није PNG',
  'the logo is an interlaced PNG: save it without interlacing':
    'логотип је испреплетан PNG: сачувајте га без преплитања',
  'the logo must be 1 to {most} dots wide, not {width}': 'логотип мора бити широк од 1 до {most} тачака, а не {width}',
  'the logo must be 1 to {most} dots high, not {height}':
    'логотип мора бити висок од 1 до {most} тачака, а не {height}',
  'the logo is a damaged PNG': 'логотип је оштећен PNG',
};
