import type { Texts } from './texts.js';

export const FIRST_RUN = {
  title: { sr: 'Прво подешавање', en: 'First run' },
  welcome: { sr: 'Добро дошли', en: 'Welcome' },
  intro: {
    sr: 'Још мало па можете да издате први рачун. Сваки корак може да се остави за касније.',
    en: 'A little more and you can issue the first receipt. Every step may be left for later.',
  },
  chooseLanguage: { sr: 'Изаберите језик страница', en: 'Choose the language of the pages' },
  allDone: { sr: 'Све је подешено. Каса је спремна.', en: 'All is set. The till is ready.' },
  stillDemo: {
    sr: 'Каса је још у демо режиму: рачуни нису фискални. Када добијете свој процесор, подесите га у кораку „Процесор“.',
    en: 'The till is still in demo mode: receipts are not fiscal. Once you have a processor of your own, set it in the step “Processor”.',
  },
  enterItems: { sr: 'Унеси артикле', en: 'Enter the items' },
  toTill: { sr: 'Иди на касу', en: 'Go to the till' },
  begin: { sr: 'Почни', en: 'Begin' },
  goOn: { sr: 'Настави', en: 'Go on' },
  overview: { sr: 'Преглед', en: 'Overview' },
  progress: { sr: 'Кораци подешавања', en: 'Steps of the setup' },
  stepOf: { sr: 'Корак {step} од {all}', en: 'Step {step} of {all}' },
  stateDone: { sr: 'урађено', en: 'done' },
  stateNotNeeded: { sr: 'није потребно', en: 'not needed' },
  stateOpen: { sr: 'није урађено', en: 'open' },
  saveAndNext: { sr: 'Сачувај и даље', en: 'Save and go on' },
  company: { sr: 'Фирма', en: 'Company' },
  processor: { sr: 'Процесор', en: 'Processor' },
  certificate: { sr: 'Сертификат', en: 'Certificate' },
  printer: { sr: 'Штампач', en: 'Printer' },
  tablet: { sr: 'Први таблет', en: 'First tablet' },
  cashiers: { sr: 'Касири', en: 'Cashiers' },
  backup: { sr: 'Резервне копије', en: 'Backups' },
  companyIntro: {
    sr: 'Ови подаци стоје на сваком рачуну. Препишите их из решења и са портала ЕСФ.',
    en: 'This stands on every receipt. Copy it from the documents of the tax authority.',
  },
  companyName: { sr: 'Назив обвезника', en: 'Name of the taxpayer' },
  tin: { sr: 'ПИБ', en: 'Taxpayer number (PIB)' },
  tinHint: { sr: 'Девет цифара.', en: 'Nine digits.' },
  badTin: {
    sr: 'Овај ПИБ није исправан: контролна цифра се не слаже. Проверите сваку цифру.',
    en: 'This number is not right: its check digit does not fit. Look at each digit.',
  },
  location: { sr: 'Пословни простор', en: 'Business premises' },
  locationHint: {
    sr: 'Седам цифара, цртица и назив: 1234567-Пекара',
    en: 'Seven digits, a hyphen and a name: 1234567-Пекара',
  },
  address: { sr: 'Адреса', en: 'Address' },
  district: { sr: 'Општина', en: 'Municipality' },
  onlyDemo: { sr: 'Остајем на демо процесору', en: 'Stay with the demo processor' },
  noPrinter: { sr: 'Радим без штампача', en: 'Work without a printer' },
  noTablet: { sr: 'Радим без таблета', en: 'Work without a tablet' },
  noCashiers: { sr: 'Продајем без касира', en: 'Sell without cashiers' },
  leftOut: {
    sr: 'Речено је да овај корак није потребан. Може да се уради у свако доба.',
    en: 'It was said that this step is not needed. It may be done at any time.',
  },
  neededAfterAll: { sr: 'Ипак је потребно', en: 'It is needed after all' },
  required: { sr: 'Ово поље је обавезно.', en: 'This is needed.' },
} satisfies Texts;

export const FIRST_RUN_PROCESSOR = {
  intro: {
    sr: 'Процесор (ПФР) је програм или уређај који потписује рачуне за Пореску управу. Док га нема, демо процесор служи за вежбу: његови рачуни нису фискални.',
    en: 'The processor (PFR) is the program or device that signs receipts for the tax authority. Until there is one, the demo serves for practice: its receipts are not fiscal.',
  },
  environment: { sr: 'Окружење', en: 'Environment' },
  sandbox: { sr: 'Пробно (развојно)', en: 'Sandbox' },
  production: { sr: 'Продукција (прави рачуни)', en: 'Production (real receipts)' },
  kind: { sr: 'Врста процесора', en: 'Kind of processor' },
  demo: { sr: 'Демо (само за вежбу)', en: 'Demo (practice only)' },
  lpfr: { sr: 'Л-ПФР: уређај са картицом у локалу', en: 'L-PFR: a device with a card in the shop' },
  vpfr: { sr: 'В-ПФР: преко интернета', en: 'V-PFR: over the Internet' },
  url: { sr: 'Адреса процесора', en: 'Address of the processor' },
  lpfrHint: { sr: 'На пример http://192.168.1.20:7555', en: 'Such as http://192.168.1.20:7555' },
  vpfrHint: {
    sr: 'Може да остане празно: адреса стоји у сертификату.',
    en: 'May be left empty: the certificate has the address.',
  },
  badUrl: {
    sr: 'Ово није адреса. Почиње са http:// или https://.',
    en: 'This is no address. It begins with http:// or https://.',
  },
  pac: { sr: 'ПАК (уз сертификат)', en: 'PAC (comes with the certificate)' },
  pacHint: { sr: 'Шест великих слова и цифара.', en: 'Six capital letters and digits.' },
  pacKept: {
    sr: 'ПАК је већ уписан. Оставите празно ако се не мења.',
    en: 'The PAC is set. Leave it empty to keep it.',
  },
  badPac: {
    sr: 'ПАК има тачно шест великих слова и цифара.',
    en: 'The PAC has exactly six capital letters and digits.',
  },
  saved: { sr: 'Сачувано.', en: 'Saved.' },
  save: { sr: 'Сачувај процесор', en: 'Save the processor' },
  test: { sr: 'Испробај процесор', en: 'Try the processor' },
  testHint: {
    sr: 'Проба издаје два рачуна за обуку и траје до неколико минута.',
    en: 'The trial issues two Training receipts and takes up to some minutes.',
  },
  testing: { sr: 'Испробавам…', en: 'Trying…' },
  passed: { sr: 'Процесор ради. Може да се продаје.', en: 'The processor works. The box can sell with it.' },
  notPassed: {
    sr: 'Овако не може да се продаје. Погледајте шта не ваља.',
    en: 'It cannot be sold with like this. See what is wrong.',
  },
  cardPin: { sr: 'ПИН картице', en: 'PIN of the card' },
  cardPinHint: {
    sr: 'Четири цифре. Потребан је само ако га Л-ПФР тражи. Погрешан ПИН више пута закључава картицу!',
    en: 'Four digits. Only needed where the L-PFR asks for it. A wrong PIN several times locks the card!',
  },
  enterPin: { sr: 'Унеси ПИН', en: 'Enter the PIN' },
  pinTaken: { sr: 'Процесор је прихватио ПИН.', en: 'The processor took the PIN.' },
} satisfies Texts;

export const FIRST_RUN_CERTIFICATE = {
  notNeeded: {
    sr: 'Изабрани процесор не тражи сертификат. Овде нема шта да се ради.',
    en: 'The processor that is chosen needs no certificate. There is nothing to do here.',
  },
  intro: {
    sr: 'В-ПФР препознаје радњу по сертификату. Изаберите датотеку .pfx или .p12 коју је послала Пореска управа, и упишите њену лозинку.',
    en: 'The V-PFR knows the till by its certificate. Choose the .pfx or .p12 file as the tax authority sent it, and its password.',
  },
  file: { sr: 'Датотека сертификата', en: 'File of the certificate' },
  password: { sr: 'Лозинка сертификата', en: 'Password of the certificate' },
  tooLarge: { sr: 'Датотека је превелика да би била сертификат.', en: 'The file is too large for a certificate.' },
  noFile: { sr: 'Изаберите датотеку.', en: 'Choose a file.' },
  install: { sr: 'Инсталирај сертификат', en: 'Install the certificate' },
  installed: { sr: 'Сертификат је инсталиран.', en: 'The certificate is installed.' },
  organisation: { sr: 'Обвезник', en: 'Taxpayer' },
  location: { sr: 'Простор', en: 'Premises' },
  until: { sr: 'Важи до', en: 'Valid until' },
  replace: { sr: 'Замени другим', en: 'Replace it' },
} satisfies Texts;

export const FIRST_RUN_PRINTER = {
  intro: {
    sr: 'Укључите термални штампач и повежите га каблом или мрежом. Без штампача рачуни могу да се шаљу мејлом.',
    en: 'Switch the thermal printer on and connect it by cable or network. Without one receipts can be e-mailed.',
  },
  have: { sr: 'Подешени штампачи', en: 'Printers that are set' },
  find: { sr: 'Потражи штампаче', en: 'Look for printers' },
  finding: { sr: 'Тражим на USB, серијским портовима и мрежи…', en: 'Looking on USB, serial ports and the network…' },
  found: { sr: 'Пронађено', en: 'Found' },
  noneFound: {
    sr: 'Ниједан штампач није пронађен. Проверите да ли је укључен, или упишите његову адресу.',
    en: 'No printer was found. Check that it is on, or type its address.',
  },
  usb: { sr: 'USB', en: 'USB' },
  lp: { sr: 'USB (ниво система)', en: 'USB (by the system)' },
  serial: { sr: 'серијски', en: 'serial' },
  tcp: { sr: 'мрежа', en: 'network' },
  already: { sr: 'подешен као {name}', en: 'set as {name}' },
  use: { sr: 'Изабери', en: 'Choose' },
  address: { sr: 'Адреса штампача', en: 'Address of the printer' },
  addressHint: {
    sr: 'Мрежни: tcp://192.168.1.50. Серијски: serial:///dev/ttyUSB0. USB: usb://04b8:0e15',
    en: 'Network: tcp://192.168.1.50. Serial: serial:///dev/ttyUSB0. USB: usb://04b8:0e15',
  },
  name: { sr: 'Назив штампача', en: 'Name of the printer' },
  nameHint: { sr: 'Слова, цифре и цртице.', en: 'Letters, digits and hyphens.' },
  width: { sr: 'Ширина папира', en: 'Width of the paper' },
  mm80: { sr: '80 mm', en: '80 mm' },
  mm58: { sr: '58 mm', en: '58 mm' },
  autoPrint: { sr: 'Аутоматски штампај сваки рачун', en: 'Print every receipt by itself' },
  add: { sr: 'Додај штампач', en: 'Add the printer' },
  addAnother: { sr: 'Додај још један штампач', en: 'Add another printer' },
  added: {
    sr: 'Штампач „{name}“ је додат. Рачун штампа када то затражите.',
    en: 'The printer “{name}” was added. It prints a receipt when you ask for it.',
  },
  addedAuto: {
    sr: 'Штампач „{name}“ је додат. Аутоматски штампа сваки рачун.',
    en: 'The printer “{name}” was added. It prints every receipt by itself.',
  },
  defaultName: { sr: 'каса', en: 'till' },
  test: { sr: 'Пробни отисак', en: 'Test slip' },
  testing: { sr: 'Штампам…', en: 'Printing…' },
  printed: { sr: 'Пробни отисак је одштампан.', en: 'The test slip was printed.' },
  sent: {
    sr: 'Пробни отисак је послат. Погледајте да ли је изашао папир.',
    en: 'The test slip was sent. See whether paper came out.',
  },
} satisfies Texts;

export const FIRST_RUN_TABLET = {
  pages: { sr: 'Продаја на овим страницама', en: 'Selling on these pages' },
  pagesHint: {
    sr: 'Ако се продаје на уређају који држите, дозволите продају на њему: касири се онда на њему пријављују ПИН-ом. За други таблет отворите ову адресу на њему и пријавите се као власник.',
    en: 'If the device in your hand is to sell, allow it: cashiers then sign in on it with a PIN. For another tablet open this address on it and sign in as an owner.',
  },
  program: { sr: 'Програм касе на таблету', en: 'A till program on a tablet' },
  programHint: {
    sr: 'Програм касе се повезује кључем. Сваком таблету његов кључ.',
    en: 'A till program connects with a key. Give each tablet its own.',
  },
  keyLabel: { sr: 'Назив таблета', en: 'Name of the tablet' },
  makeKey: { sr: 'Направи кључ', en: 'Make a key' },
  keyOnce: {
    sr: 'Кључ се приказује само сада. Унесите га у програм касе или скенирајте код.',
    en: 'The key is shown only now. Type it into the till program, or scan the code.',
  },
  keyCode: { sr: 'QR код кључа', en: 'QR code of the key' },
  keyDone: { sr: 'Кључ је унет', en: 'The key is entered' },
  keyCount: { sr: 'Важећих кључева: {count}', en: 'Keys that hold: {count}' },
  defaultLabel: { sr: 'Таблет 1', en: 'Tablet 1' },
} satisfies Texts;

export const FIRST_RUN_BACKUP = {
  intro: {
    sr: 'Резервну копију уређаја отвара само овај код. Запишите га на папир и чувајте ван радње: без њега копија не вреди ништа.',
    en: 'Only this code opens a backup of the till. Write it on paper and keep it away from the shop: without it a backup is worth nothing.',
  },
  make: { sr: 'Прикажи код', en: 'Show the code' },
  typeBack: { sr: 'Препишите код са папира', en: 'Type the code from the paper' },
  typeBackHint: {
    sr: 'Код важи тек када га препишете. Слова која личе на 0 и 1 читају се као цифре.',
    en: 'The code holds only once you have typed it. Letters that look like 0 and 1 are read as digits.',
  },
  hide: { sr: 'Код је записан, сакриј га', en: 'It is written down, hide it' },
  showAgain: { sr: 'Прикажи код поново', en: 'Show the code again' },
  confirm: { sr: 'Потврди код', en: 'Confirm the code' },
  different: {
    sr: 'Ово није код са папира. Погледајте сваку групу поново.',
    en: 'This is not the code on the paper. Look at each group again.',
  },
  there: { sr: 'Код за резервне копије постоји.', en: 'There is a code for backups.' },
  service: { sr: 'За сервисера: код приказује', en: 'For technicians: the code is shown by' },
} satisfies Texts;
