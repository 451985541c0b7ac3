import type { Environment, LocalTime, Para } from '../base/fiscal.js';
import { formatMoney } from '../base/money.js';
import { receiptTimeOfLocal } from '../base/time.js';
import type { Words } from '../base/words.js';
import type { Proof } from '../printing/printing.js';
import { PROOF_WORDS } from '../printing/texts.js';

/** What a receipt is told apart by. */
interface About {
  readonly time: LocalTime;
  readonly total: Para;
  readonly requestId: string;
}

/** Figures of the flash; `shares` by cause, KB per receipt. */
interface FlashWear {
  readonly kilobytes: Words;
  readonly flushes: Words;
  readonly shares: Words;
  readonly yearly: number;
  readonly gigabytes: Words;
  readonly years: number;
}

/** `2027-12-21` as a Serbian sentence has it, with the dot behind the year: `21.12.2027.` */
function serbianDay(day: string): string {
  return `${day.split('-').reverse().join('.')}.`;
}

/** Everything that the checks say: what is found, and what to do about it. */
export const TEXTS = {
  ledgerGood: (records: number): Words => ({
    sr: `Дневник је исправан. Записа: ${records}.`,
    en: `The ledger is sound. Records: ${records}.`,
  }),
  ledgerDamaged: (missing: string): Words => ({
    sr: `Оштећени су записи дневника (${missing}); нови рачуни се не издају.`,
    en: `Records of the ledger are damaged (${missing}); no new receipts are issued.`,
  }),
  ledgerLater: (records: string): Words => ({
    sr: `Записе дневника (${records}) је написало новије издање програма; нови рачуни се не издају.`,
    en: `Records of the ledger (${records}) were written by a later release; no new receipts are issued.`,
  }),
  installLater: (): Words => ({
    sr: 'Инсталирајте поново новије издање и не бришите ништа.',
    en: 'Install the later release again; nothing has been lost.',
  }),
  backupOff: (): Words => ({
    sr: 'Резервне копије се не праве саме.',
    en: 'No backups are made by themselves.',
  }),
  backupSet: (): Words => ({
    sr: 'Запишите код (kasirbox backup code), ставите USB меморију и подесите: kasirbox settings set backup \'{"folder":"/media/kasirbox"}\'.',
    en: 'Write down the code (kasirbox backup code), put a stick in, and set: kasirbox settings set backup \'{"folder":"/media/kasirbox"}\'.',
  }),
  backupAbsent: (folder: string): Words => ({
    sr: `Фасцикле за резервне копије (${folder}) нема.`,
    en: `The folder for backups (${folder}) is not there.`,
  }),
  backupSameDisk: (folder: string): Words => ({
    sr: `У фасцикли за резервне копије (${folder}) нема другог диска.`,
    en: `No other disk is in the folder for backups (${folder}).`,
  }),
  backupPutStick: (): Words => ({
    sr: 'Ставите USB меморију; копија се затим прави сама.',
    en: 'Put the stick in; the backup is then made by itself.',
  }),
  backupSilent: (folder: string): Words => ({
    sr: `Фасцикла за резервне копије (${folder}) не одговара.`,
    en: `The folder for backups (${folder}) does not answer.`,
  }),
  backupFailed: (reason: string): Words => ({
    sr: `Последња резервна копија није успела: ${reason}`,
    en: `The last backup failed: ${reason}`,
  }),
  backupCheckStick: (): Words => ({
    sr: 'Проверите USB меморију или ставите другу.',
    en: 'Look at the stick, or take another.',
  }),
  backupSoon: (): Words => ({
    sr: 'Фасцикла за резервне копије још није погледана; то бива сваког минута.',
    en: 'The folder for backups was not looked at yet; that is done every minute.',
  }),
  backupNotLooked: (): Words => ({
    sr: 'Резервне копије се праве док услуга ради.',
    en: 'Backups are made while the service runs.',
  }),
  backupFound: (time: LocalTime, behind: number): Words => ({
    sr: `Последња резервна копија: ${receiptTimeOfLocal(time)}; записа после ње: ${behind}.`,
    en: `The last backup: ${time}; records since: ${behind}.`,
  }),
  callTechnician: (): Words => ({
    sr: 'Позовите сервисера и не бришите ништа.',
    en: 'Run: kasirbox ledger verify. Copy the data folder as it is before anything else is tried.',
  }),
  ledgerBroken: (): Words => ({
    sr: 'Упис на диск није успео; нови рачуни се не издају.',
    en: 'Writing to the disk failed; no new receipts are issued.',
  }),
  restart: (): Words => ({
    sr: 'Искључите и укључите уређај; ако се понови, замените меморијску картицу.',
    en: 'Restart the box; if it happens again, replace the flash.',
  }),
  diskGood: (megabytes: number): Words => ({
    sr: `Слободно је ${megabytes} MB на диску.`,
    en: `${megabytes} MB free on the disk.`,
  }),
  diskLow: (megabytes: number): Words => ({
    sr: `Диск је скоро пун: слободно је још ${megabytes} MB.`,
    en: `The disk is nearly full: ${megabytes} MB free.`,
  }),
  diskFull: (): Words => ({
    sr: 'Диск је пун; нови рачуни се не издају.',
    en: 'The disk is full; no new receipts are issued.',
  }),
  freeDisk: (): Words => ({
    sr: 'Позовите сервисера: треба ослободити простор на диску.',
    en: 'Free space on the disk of the data folder.',
  }),
  flashUnknown: (receipts: number): Words => ({
    sr: `Од укључења је издато рачуна: ${receipts}; трошење меморијске картице се види после двадесет.`,
    en: `Receipts since the start: ${receipts}; the wear of the flash shows after twenty.`,
  }),
  flashWear: ({ kilobytes, flushes, shares, yearly, gigabytes, years }: FlashWear): Words => ({
    sr:
      `На меморијску картицу иде ${kilobytes.sr} KB по рачуну (${shares.sr}) у ${flushes.sr} уписа; ` +
      `уз ${yearly} рачуна годишње то је ${gigabytes.sr} GB. Картица од 16 GB са 1.000 пуних уписа трајала би бар ${years} год.`,
    en:
      `${kilobytes.en} KB go to the flash per receipt (${shares.en}) in ${flushes.en} flushes; ` +
      `at ${yearly} receipts a year that is ${gigabytes.en} GB. A card of 16 GB with 1,000 full writes, ` +
      `which itself writes 16 times what it is given, lasts at least ${years} years.`,
  }),
  replaceFlash: (): Words => ({
    sr: 'Позовите сервисера: потребна је издржљивија картица, или нешто пише превише.',
    en: 'Take a card of higher endurance, or find out what writes so much: the shares above tell.',
  }),
  clockGood: (): Words => ({ sr: 'Сат је исправан.', en: 'The clock is plausible.' }),
  clockBehind: (time: string): Words => ({
    sr: `Сат уређаја касни (показује ${time}).`,
    en: `The clock is behind (it shows ${time}).`,
  }),
  setClock: (): Words => ({
    sr: 'Повежите уређај на интернет да би се сат подесио.',
    en: 'Connect the box to the Internet, or set the time by hand.',
  }),
  unsettled: ({ time, total, requestId }: About): Words => ({
    sr: `Рачун од ${receiptTimeOfLocal(time)} на ${formatMoney(total)} РСД је послат, а исход још није познат.`,
    en: `The end of the receipt of ${time} over ${formatMoney(total)} RSD is not known yet (${requestId}).`,
  }),
  waitForSettling: (): Words => ({
    sr: 'Сачекајте до један минут: уређај сам проверава да ли је издат. Ако потраје, проверите везу са процесором.',
    en: 'Wait: the box looks it up by itself, and a minute after the request the answer is certain. See: kasirbox pfr settle',
  }),
  inDoubt: ({ time, total, requestId }: About): Words => ({
    sr: `Није могуће утврдити да ли је издат рачун од ${receiptTimeOfLocal(time)} на ${formatMoney(total)} РСД; док се то не утврди, нови рачуни се не издају.`,
    en: `Whether the receipt of ${time} over ${formatMoney(total)} RSD was signed cannot be known (${requestId}).`,
  }),
  decide: (): Words => ({
    sr: 'Потражите рачун на порталу Пореске управе и позовите сервисера да унесе одлуку.',
    en: 'Look for the receipt on the portal of the tax authority, then run: kasirbox pfr settle',
  }),
  numbersMissing: ({ jid, before, after }: { jid: string; before: number; after: number }): Words => ({
    sr: `Картица ${jid} је после рачуна ${before} издала рачун ${after}: рачуни између њих нису у овом уређају.`,
    en: `Card ${jid} signed number ${after} after ${before}: what lies between is not in this box.`,
  }),
  lookForNumbers: (): Words => ({
    sr: 'Ако картицу не користи ниједна друга каса, потражите те рачуне на порталу Пореске управе.',
    en: 'If no other till uses the card, look for these receipts on the portal of the tax authority. Gone after a restart.',
  }),
  labelsGood: (labels: string): Words => ({
    sr: `Активне пореске ознаке: ${labels}.`,
    en: `Active tax labels: ${labels}.`,
  }),
  labelsNone: (): Words => ({
    sr: 'Ниједна пореска ознака није активна; рачуни се не издају.',
    en: 'No tax label is active; no receipts are issued.',
  }),
  activateLabel: (): Words => ({
    sr: 'Активирајте бар једну пореску ознаку.',
    en: 'Run: kasirbox settings set taxLabels \'[{"label":…,"name":…,"rate":…,"active":true}]\'',
  }),
  companyUnset: (): Words => ({
    sr: 'Подаци о продавцу нису унети.',
    en: 'The company is not set; receipts carry the demo one.',
  }),
  setCompany: (): Words => ({
    sr: 'Унесите податке о продавцу.',
    en: 'Run: kasirbox settings set company \'{"name":…,"tin":…,"location":…,"address":…,"district":…}\'',
  }),
  companyOther: (signed: string, set: string): Words => ({
    sr: `Процесор издаје рачуне за ПИБ ${signed}, а у подешавањима је ПИБ ${set}.`,
    en: `The processor signs for TIN ${signed}, but the settings say ${set}.`,
  }),
  changeCard: (): Words => ({
    sr: 'Одмах позовите сервисера: у процесору је туђа картица, или подаци о продавцу нису тачни.',
    en: 'Put the right card or certificate in, or set the right company.',
  }),
  companyGood: (name: string): Words => ({ sr: `Продавац: ${name}.`, en: `Company: ${name}.` }),
  keysGood: (count: number): Words => ({ sr: `Активних API кључева: ${count}.`, en: `Active API keys: ${count}.` }),
  keysNone: (): Words => ({ sr: 'Нема ниједног активног API кључа.', en: 'There is no active API key.' }),
  createKey: (): Words => ({ sr: 'Направите API кључ.', en: 'Run: kasirbox keys create --label NAME' }),
  certificateGood: (until: string): Words => ({
    sr: `Сертификат за везу важи до ${serbianDay(until)}`,
    en: `The server certificate is valid until ${until}.`,
  }),
  serverCertificateEnds: (until: string): Words => ({
    sr: `Сертификат за везу истиче ${serbianDay(until)}, а обнављање није успело.`,
    en: `The server certificate ends on ${until} and could not be renewed.`,
  }),
  restartToRenew: (): Words => ({
    sr: 'Искључите и укључите уређај; ако се понови, позовите сервисера.',
    en: 'Restart the box; the log says why the renewal failed (tls.failed).',
  }),
  certificateEnds: (until: string): Words => ({
    sr: `Сертификат уређаја истиче ${serbianDay(until)}`,
    en: `The certificate authority of the box ends on ${until}.`,
  }),
  renewCertificate: (): Words => ({
    sr: 'Позовите сервисера: таблетима треба нови сертификат.',
    en: 'Remove DIR/tls, restart the box and give the new ca.pem to the tablets.',
  }),
  printerGood: (name: string, proof: Exclude<Proof, 'none'>): Words => ({
    sr: `Штампач ${name} је исправан: ${PROOF_WORDS[proof].sr}.`,
    en: `The printer ${name} is well: ${PROOF_WORDS[proof].en}.`,
  }),
  printerMute: (name: string): Words => ({
    sr: `Штампач ${name} је подешен; не јавља ништа, па гледајте папир.`,
    en: `The printer ${name} is set; it tells nothing, so look at the paper.`,
  }),
  printerUntried: (name: string): Words => ({
    sr: `Штампач ${name} још није испробан, па се не зна шта потврђује.`,
    en: `The printer ${name} was not tried yet; nobody knows what it can prove.`,
  }),
  testPrinter: (name: string): Words => ({
    sr: `Испробајте га (kasirbox print test ${name}).`,
    en: `Run: kasirbox print test ${name}`,
  }),
  printerBad: (name: string, cause: Words, waiting: number): Words => ({
    sr: `Штампач ${name}: ${cause.sr} На чекању: ${waiting}.`,
    en: `Printer ${name}: ${cause.en} Waiting: ${waiting}.`,
  }),
  printerNotLookedAt: (name: string): Words => ({
    sr: `Штампач ${name} није прегледан јер служба не ради.`,
    en: `The printer ${name} was not looked at, since the service does not run.`,
  }),
  paperUnknown: (printer: string, time: LocalTime): Words => ({
    sr: `Не зна се да ли је рачун послат штампачу ${printer} (${receiptTimeOfLocal(time)}) одштампан.`,
    en: `Nobody knows whether the receipt that went to the printer ${printer} (${time}) was printed.`,
  }),
  morePapers: (count: number): Words => ({
    sr: `Још рачуна који нису одштампани, или се то не зна: ${count}.`,
    en: `More papers that are missing, or that nobody knows of: ${count}.`,
  }),
  listPapers: (): Words => ({
    sr: 'Погледајте све (kasirbox print jobs); сваки се штампа поново по ПФР броју (kasirbox print again БРОЈ).',
    en: 'Run: kasirbox print jobs; then, by the PFR number or the uuid of each: kasirbox print again NUMBER',
  }),
  pfrCertificateGood: (jid: string, until: string): Words => ({
    sr: `Сертификат ${jid} за В-ПФР важи до ${serbianDay(until)}`,
    en: `The certificate ${jid} for the V-PFR is valid until ${until}.`,
  }),
  pfrCertificateMissing: (): Words => ({
    sr: 'Сертификат за В-ПФР није инсталиран; рачуни се не издају.',
    en: 'No certificate for the V-PFR is installed; no receipts are issued.',
  }),
  pfrCertificateUnreadable: (): Words => ({
    sr: 'Сертификат за В-ПФР не може да се прочита са диска; рачуни се не издају.',
    en: 'The certificate for the V-PFR cannot be read from the disk; no receipts are issued.',
  }),
  pfrCertificateDamaged: (): Words => ({
    sr: 'Сертификат за В-ПФР је оштећен; рачуни се не издају.',
    en: 'The certificate for the V-PFR is damaged; no receipts are issued.',
  }),
  pfrCertificateKeyMissing: (): Words => ({
    sr: 'Недостаје кључ уређаја за сертификат за В-ПФР; рачуни се не издају.',
    en: 'The key of the box for the certificate of the V-PFR is missing; no receipts are issued.',
  }),
  pfrCertificateEnded: (jid: string, on: string): Words => ({
    sr: `Сертификат ${jid} за В-ПФР је истекао ${serbianDay(on)} Рачуни се не издају.`,
    en: `The certificate ${jid} for the V-PFR ended on ${on}; no receipts are issued.`,
  }),
  pfrCertificateEnds: (jid: string, on: string): Words => ({
    sr: `Сертификат ${jid} за В-ПФР истиче ${serbianDay(on)}`,
    en: `The certificate ${jid} for the V-PFR ends on ${on}.`,
  }),
  pfrCertificateEarly: (jid: string, from: string): Words => ({
    sr: `Сертификат ${jid} за В-ПФР важи тек од ${serbianDay(from)}`,
    en: `The certificate ${jid} for the V-PFR is valid from ${from} only.`,
  }),
  installCertificate: (environment: Environment): Words => ({
    sr: 'Инсталирајте датотеку (.pfx или .p12) коју је издала Пореска управа.',
    en: `Run: kasirbox certificate install FILE --environment ${environment}`,
  }),
  checkDisk: (): Words => ({
    sr: 'Позовите сервисера: треба проверити диск и дозволе фасцикле са подацима.',
    en: 'Check the disk, and the owner of the files in DIR/pfr; then restart the box.',
  }),
  replaceCertificate: (environment: Environment): Words => ({
    sr: 'Затражите нови сертификат на порталу Пореске управе и инсталирајте га.',
    en: `Get a new one on the portal of the tax authority, then run: kasirbox certificate install FILE --environment ${environment}`,
  }),
  renewPfrCertificate: (environment: Environment): Words => ({
    sr: 'Обновите га на порталу Пореске управе (могуће је у последњих 30 дана) и инсталирајте нови.',
    en: `Renew it on the portal of the tax authority (possible in its last 30 days), then run: kasirbox certificate install FILE --environment ${environment}`,
  }),
  checkClock: (): Words => ({
    sr: 'Ако је тај дан прошао, сат уређаја касни: повежите уређај на интернет.',
    en: 'If that day has passed, the clock of the box is behind: connect it to the Internet.',
  }),
} as const;
