import type { Texts } from './texts.js';

export const FIRST_RUN = {
  welcome: { sr: 'Добро дошли', en: 'Welcome' },
  intro: {
    sr: 'Још мало па можете да издате први рачун. Сваки корак може да се остави за касније.',
    en: 'A few more steps and you can issue your first receipt. You can leave any step for later.',
  },
  chooseLanguage: { sr: 'Изаберите језик страница', en: 'Choose the language of the pages' },
  allDone: { sr: 'Све је подешено. Каса је спремна.', en: 'Everything is set up. The till is ready.' },
  stillDemo: {
    sr: 'Каса је још у демо режиму: рачуни нису фискални. Када добијете свој процесор, подесите га у кораку „Процесор”.',
    en: 'The till is still in demo mode: receipts are not fiscal. When you get your own processor, set it up in the step “Processor”.',
  },
  enterItems: { sr: 'Унеси артикле', en: 'Enter items' },
  toTill: { sr: 'Иди на касу', en: 'Go to the till' },
  begin: { sr: 'Почни', en: 'Start' },
  goOn: { sr: 'Настави', en: 'Continue' },
  overview: { sr: 'Сви кораци', en: 'All steps' },
  progress: { sr: 'Кораци подешавања', en: 'Setup steps' },
  stepOf: { sr: 'Корак {step} од {all}', en: 'Step {step} of {all}' },
  stateDone: { sr: 'урађено', en: 'done' },
  stateNotNeeded: { sr: 'није потребно', en: 'not needed' },
  stateOpen: { sr: 'није урађено', en: 'not done' },
  stateSilent: { sr: 'не одговара', en: 'not responding' },
  saveAndNext: { sr: 'Сачувај и даље', en: 'Save and continue' },
  certificate: { sr: 'Сертификат', en: 'Certificate' },
  printer: { sr: 'Штампач', en: 'Printer' },
  tablet: { sr: 'Први таблет', en: 'First tablet' },
  cashiers: { sr: 'Касири', en: 'Cashiers' },
  companyIntro: {
    sr: 'Ови подаци стоје на сваком рачуну. Препишите их из решења и са портала ЕСФ.',
    en: 'This is printed on every receipt. Copy it from the tax authority’s decision and from the ESF portal.',
  },
  companyName: { sr: 'Назив обвезника', en: 'Taxpayer name' },
  tin: { sr: 'ПИБ', en: 'TIN (PIB)' },
  badTin: {
    sr: 'Овај ПИБ није исправан: контролна цифра се не слаже. Проверите сваку цифру.',
    en: 'This TIN is wrong: its check digit does not match. Check each digit.',
  },
  onlyDemo: { sr: 'Остајем на демо процесору', en: 'Stay on the demo processor' },
  noPrinter: { sr: 'Радим без штампача', en: 'Work without a printer' },
  noTablet: { sr: 'Радим без таблета', en: 'Work without a tablet' },
  noCashiers: { sr: 'Продајем без касира', en: 'Sell without cashiers' },
  leftOut: {
    sr: 'Речено је да овај корак није потребан. Може да се уради у свако доба.',
    en: 'This step was marked as not needed. You can do it at any time.',
  },
  goOnAnyway: { sr: 'Ипак настави', en: 'Continue anyway' },
  silentPrinter: {
    sr: 'Штампач је подешен, али још није одговорио. Ако је пробна штампа изашла на папир, радиће и овако. Ако није, проверите напајање, кабл и адресу.',
    en: 'The printer is set up but has not responded yet. If the test slip came out, you can work like this. If not, check the power, cable and address.',
  },
  wentOnAnyway: {
    sr: 'Настављено је иако штампач не одговара. Пробна штампа може да се понови у свако доба.',
    en: 'You continued although the printer does not respond. You can print the test slip again at any time.',
  },
  neededAfterAll: { sr: 'Ипак је потребно', en: 'It is needed after all' },
  required: { sr: 'Ово поље је обавезно.', en: 'This field is required.' },
} satisfies Texts;

export const FIRST_RUN_PROCESSOR = {
  intro: {
    sr: 'Процесор (ПФР) је програм или уређај који потписује рачуне за Пореску управу. Док га нема, демо процесор служи за вежбу: његови рачуни нису фискални.',
    en: 'The processor (PFR) is the program or device that signs receipts for the tax authority. Until you have one, use the demo processor for practice: its receipts are not fiscal.',
  },
  sandbox: { sr: 'Пробно (развојно)', en: 'Sandbox' },
  production: { sr: 'Продукција (прави рачуни)', en: 'Production (real receipts)' },
  demo: { sr: 'Демо (само за вежбу)', en: 'Demo (for practice only)' },
  lpfr: { sr: 'Л-ПФР: уређај са картицом у радњи', en: 'L-PFR: a device with a card, in the shop' },
  vpfr: { sr: 'В-ПФР: преко интернета', en: 'V-PFR: over the internet' },
  lpfrHint: { sr: 'На пример 192.168.1.20:7555', en: 'For example 192.168.1.20:7555' },
  vpfrHint: {
    sr: 'Може да остане празно: адреса стоји у сертификату.',
    en: 'May be left empty: the address is in the certificate.',
  },
  badUrl: {
    sr: 'Ово није адреса. Упишите је као 192.168.1.20:7555 или https://192.168.1.20:7555.',
    en: 'This is not an address. Type it like 192.168.1.20:7555 or https://192.168.1.20:7555.',
  },
  pac: { sr: 'ПАК (уз сертификат)', en: 'PAC (comes with the certificate)' },
  pacHint: { sr: 'Шест великих слова и цифара.', en: 'Six capital letters and digits.' },
  pacKept: {
    sr: 'ПАК је већ уписан. Оставите празно ако се не мења.',
    en: 'The PAC is already set. Leave empty to keep it.',
  },
  badPac: {
    sr: 'ПАК има тачно шест великих слова и цифара.',
    en: 'The PAC has exactly six capital letters and digits.',
  },
  corrected: {
    sr: 'Ово је у међувремену промењено на другом уређају. Приказано је оно што сада важи.',
    en: 'This was changed on another device in the meantime. The current values are shown.',
  },
  save: { sr: 'Сачувај процесор', en: 'Save the processor' },
  testHint: {
    sr: 'Проба издаје два рачуна „Обука” и траје до неколико минута.',
    en: 'The test issues two Training receipts and takes up to a few minutes.',
  },
  testing: { sr: 'Испробавам…', en: 'Testing…' },
  passed: { sr: 'Процесор ради. Може да се продаје.', en: 'The processor works. You can sell.' },
  notPassed: {
    sr: 'Овако не може да се продаје. Погледајте шта не ваља.',
    en: 'You cannot sell like this. See what is wrong.',
  },
  cardPinHint: {
    sr: 'Ако Л-ПФР тражи ПИН картице, унесите га пре пробе.',
    en: 'If the L-PFR asks for its card’s PIN, enter it before the test.',
  },
  pinTaken: { sr: 'Процесор је прихватио ПИН.', en: 'The processor accepted the PIN.' },
} satisfies Texts;

export const FIRST_RUN_CERTIFICATE = {
  notNeeded: {
    sr: 'Изабрани процесор не тражи сертификат. Овде нема шта да се ради.',
    en: 'The selected processor needs no certificate. There is nothing to do here.',
  },
  intro: {
    sr: 'В-ПФР препознаје радњу по сертификату. Изаберите датотеку .pfx или .p12 коју је послала Пореска управа, и упишите њену лозинку.',
    en: 'The V-PFR recognises the shop by its certificate. Choose the .pfx or .p12 file sent by the tax authority, and enter its password.',
  },
  file: { sr: 'Датотека сертификата', en: 'Certificate file' },
  password: { sr: 'Лозинка сертификата', en: 'Certificate password' },
  tooLarge: { sr: 'Датотека је превелика да би била сертификат.', en: 'The file is too large to be a certificate.' },
  noFile: { sr: 'Изаберите датотеку.', en: 'Choose a file.' },
  install: { sr: 'Инсталирај сертификат', en: 'Install the certificate' },
  installed: { sr: 'Сертификат је инсталиран.', en: 'The certificate is installed.' },
  ended: {
    sr: 'Сертификат је истекао. Инсталирајте нови који је послала Пореска управа.',
    en: 'The certificate has expired. Install the new one sent by the tax authority.',
  },
  location: { sr: 'Простор', en: 'Premises' },
  replace: { sr: 'Замени другим', en: 'Replace it' },
} satisfies Texts;

export const FIRST_RUN_PRINTER = {
  intro: {
    sr: 'Укључите термални штампач и повежите га каблом или мрежом. Без штампача рачуни могу да се шаљу е-поштом.',
    en: 'Turn on the thermal printer and connect it by cable or network. Without a printer, you can send receipts by e-mail.',
  },
  have: { sr: 'Подешени штампачи', en: 'Configured printers' },
  find: { sr: 'Потражи штампаче', en: 'Look for printers' },
  finding: { sr: 'Тражим на USB, серијским портовима и мрежи…', en: 'Looking on USB, serial ports and the network…' },
  found: { sr: 'Пронађено', en: 'Found' },
  noneFound: {
    sr: 'Ниједан штампач није пронађен. Проверите да ли је укључен, или упишите његову адресу.',
    en: 'No printer was found. Check that it is switched on, or type its address.',
  },
  usb: { sr: 'USB', en: 'USB' },
  lp: { sr: 'USB (ниво система)', en: 'USB (system level)' },
  serial: { sr: 'серијски', en: 'serial' },
  tcp: { sr: 'мрежа', en: 'network' },
  already: { sr: 'подешен као {name}', en: 'set up as {name}' },
  use: { sr: 'Изабери', en: 'Choose' },
  addressHint: {
    sr: 'Мрежни: 192.168.1.50. Серијски: serial:///dev/ttyUSB0. USB: usb://04b8:0e15',
    en: 'Network: 192.168.1.50. Serial: serial:///dev/ttyUSB0. USB: usb://04b8:0e15',
  },
  nameHint: { sr: 'Слова, цифре и цртице.', en: 'Letters, digits and hyphens.' },
  mm80: { sr: '80 mm', en: '80 mm' },
  mm58: { sr: '58 mm', en: '58 mm' },
  add: { sr: 'Додај штампач', en: 'Add the printer' },
  change: { sr: 'Измени или уклони', en: 'Change or remove' },
  addAnother: { sr: 'Додај још један штампач', en: 'Add another printer' },
  added: {
    sr: 'Штампач „{name}” је додат. Рачун штампа када то затражите.',
    en: 'The printer “{name}” was added. It prints a receipt when you ask for it.',
  },
  addedAuto: {
    sr: 'Штампач „{name}” је додат. Аутоматски штампа сваки рачун.',
    en: 'The printer “{name}” was added. It prints every receipt automatically.',
  },
  defaultName: { sr: 'каса', en: 'till' },
  untried: {
    sr: 'Још није испробан. Притисните „Пробна штампа” и погледајте да ли је изашао папир.',
    en: 'Not tested yet. Press “Test slip” and check whether it comes out.',
  },
  answersNothing: {
    sr: 'Овај штампач не јавља ништа, па уређај не зна да ли ради: гледајте папир.',
    en: 'This printer reports nothing, so the box does not know whether it works: check the paper.',
  },
  testing: { sr: 'Штампам…', en: 'Printing…' },
  printed: { sr: 'Пробна штампа је одштампана.', en: 'The test slip was printed.' },
  sent: {
    sr: 'Пробна штампа је послата. Погледајте да ли је изашао папир.',
    en: 'The test slip was sent. Check whether it came out.',
  },
} satisfies Texts;

export const FIRST_RUN_TABLET = {
  pages: { sr: 'Продаја на овим страницама', en: 'Selling on these pages' },
  pagesHint: {
    sr: 'Ако се продаје на уређају који држите, дозволите продају на њему: касири се онда на њему пријављују ПИН-ом. За други таблет отворите ову адресу на њему и пријавите се као власник.',
    en: 'To sell on the device you are holding, allow selling on it: cashiers then sign in on it with a PIN. For another tablet, open this address on it and sign in as the owner.',
  },
  program: { sr: 'Програм касе на таблету', en: 'A till program on a tablet' },
  programHint: {
    sr: 'Програм касе се повезује кључем. Сваком таблету његов кључ.',
    en: 'A till program connects with a key. Give each tablet its own key.',
  },
  keyLabel: { sr: 'Назив таблета', en: 'Tablet name' },
  keyOnce: {
    sr: 'Кључ се приказује само сада. Унесите га у програм касе или скенирајте код.',
    en: 'The key is shown only now. Type it into the till program, or scan the code.',
  },
  keyCode: { sr: 'QR код кључа', en: 'QR code of the key' },
  keyDone: { sr: 'Кључ је унет', en: 'I have entered the key' },
  keyUnused: {
    sr: 'Ниједан програм још није употребио кључ. Корак је урађен када се први повеже.',
    en: 'No program has used a key yet. This step is done when the first one connects.',
  },
  keyCount: { sr: 'Важећих кључева: {count}', en: 'Valid keys: {count}' },
  defaultLabel: { sr: 'Таблет {number}', en: 'Tablet {number}' },
} satisfies Texts;
