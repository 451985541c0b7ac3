/** One sentence for the seller and the same for the technician. */
export interface Words {
  /** Serbian Cyrillic. */
  readonly sr: string;
  readonly en: string;
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
  clockGood: (): Words => ({ sr: 'Сат је исправан.', en: 'The clock is plausible.' }),
  clockBehind: (time: string): Words => ({
    sr: `Сат уређаја касни (показује ${time}).`,
    en: `The clock is behind (it shows ${time}).`,
  }),
  setClock: (): Words => ({
    sr: 'Повежите уређај на интернет да би се сат подесио.',
    en: 'Connect the box to the Internet, or set the time by hand.',
  }),
  pfrGood: (message: string): Words => ({ sr: message, en: `The PFR is ready: ${message}` }),
  pfrBad: (message: string): Words => ({ sr: message, en: `The PFR is not ready: ${message}` }),
  checkPfr: (): Words => ({
    sr: 'Проверите да ли је ПФР укључен, повезан и подржан.',
    en: 'Check that the PFR is on, reachable and supported; see: kasirbox settings show',
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
} as const;
