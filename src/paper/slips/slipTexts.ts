import { captionRow, centreText } from '../../base/index.js';
import type { ProbeFindings } from '../../platform/ledger/index.js';
import { dotsAcross, type PrinterSetting, textLayout } from '../../shop/settings/index.js';
import type { SlipPart } from './slip.js';

/** The box's own printed texts, in Serbian Cyrillic; rows of up to 40 columns. */

/** Marks a receipt that may have been printed before. */
export const REPEAT: readonly SlipPart[] = [
  { kind: 'large', lines: ['ПОНОВЉЕНА', 'ШТАМПА'] },
  { kind: 'text', rows: [centreText('Ово је поновљен отисак истог рачуна.')] },
];

/** Marks a receipt that was issued in the sandbox. */
export const SANDBOX: readonly SlipPart[] = [
  { kind: 'large', lines: ['ПРОБНИ РАЧУН'] },
  { kind: 'text', rows: [centreText('Пробно окружење, без фискалне важности.')] },
];

/** Marks a receipt of the built-in demo processor, in any environment. */
export const DEMO: readonly SlipPart[] = [
  { kind: 'large', lines: ['ПРОБНИ РАЧУН'] },
  { kind: 'text', rows: [centreText('Демо процесор, без фискалне важности.')] },
];

export const TEST_TITLE = 'ПРОБНА ШТАМПА';

/** The characters that receipts usually have, and a row that changes the alphabet within words. */
export const GLYPHS: readonly string[] = [
  'АБВГДЂЕЖЗИЈКЛЉМНЊОПРСТЋУФХЦЧЏШ',
  'абвгдђежзијклљмнњопрстћуфхцчџш',
  'ABCČĆDĐEFGHIJKLMNOPQRSŠTUVWXYZŽ',
  'abcčćdđefghijklmnopqrsštuvwxyzž',
  '0123456789 .,:;!?-+*/%=()[]<>#&@_"\'',
  'Ђурђевак Čačak Љиг Žabalj Његуши Šid',
];

export const SMALL_GLYPHS: readonly string[] = ['Ситна слова: љњђћџ ЉЊЂЋЏ čćšžđ ČĆŠŽĐ'];

/** The settings of the printer. */
export function settingRows(printer: PrinterSetting): string[] {
  return [
    ...captionRow('Штампач:', printer.name),
    ...captionRow('Адреса:', printer.address),
    ...captionRow('Ширина папира:', `${printer.width} mm`),
    ...captionRow('Тачака по инчу:', `${printer.dpi}`),
    ...captionRow('Тачака по ширини:', `${dotsAcross(printer)}`),
    ...(printer.language === 'star' ? captionRow('Језик штампача:', 'Star') : []),
    ...captionRow('Начин штампе:', printer.mode === 'raster' ? 'слика' : 'слова штампача'),
    ...(printer.mode === 'raster' ? [] : captionRow('Проред (leading):', leadingOf(printer))),
  ];
}

function leadingOf(printer: PrinterSetting): string {
  const { font, leading } = textLayout(printer);
  return `${leading[font]}`;
}

/** The findings of the printer's probe. */
export function findingRows({ status, autoStatus, queuedStatus, processId }: ProbeFindings): string[] {
  const answer = (found: boolean): string => (found ? 'да' : 'не');
  return [
    ...captionRow('Јавља стање одмах:', answer(status)),
    ...captionRow('Јавља сам шта се мења:', answer(autoStatus)),
    ...captionRow('Јавља стање по реду:', answer(queuedStatus)),
    ...captionRow('Потврђује сваки отисак:', answer(processId)),
  ];
}

/** Why there is no receipt yet, and when there will be one. */
export const AWAITED: readonly string[] = [
  'Фискални рачун још није издат:',
  'фискални процесор није доступан.',
  'Биће издат чим процесор проради.',
];

/** How the buyer gets the receipt; below the number. */
export const HOW_TO_GET: readonly string[] = ['Уз овај број преузмите', 'фискални рачун у продавници.'];

/** Caption of the shop's telephone. */
export const PHONE_CAPTION = 'Телефон продавнице:';

/** The running number of a request that waits for its receipt. */
export function numberText(number: number): string {
  return `БРОЈ ${number}`;
}

/** Ends the paper of a torn slip, so that the piece does not pass for a receipt. */
export const TORN_SLIP_ENDING: readonly SlipPart[] = [
  { kind: 'large', lines: ['ПРЕКИНУТО'] },
  { kind: 'text', rows: [centreText('Штампање је прекинуто. Ово није рачун.')] },
];

/** Texts of the ticket that a printer prints at power-up. */
export const TICKET_TEXTS = {
  title: 'ПОДАЦИ О УРЕЂАЈУ',
  state: 'Стање:',
  ready: 'спреман за рад',
  notReady: 'НЕ ИЗДАЈЕ РАЧУНЕ',
  attention: 'ПАЖЊА',
  shop: 'Продавница:',
  warnings: 'Упозорења:',
  moreWarnings: (count: number) => `… и још ${count} (kasirbox doctor)`,
  card: 'Картица:',
  cardUntil: 'Картица важи до:',
  claim: 'Код за преузимање уређаја:',
  claimHint: 'Ко унесе овај код на страни уређаја постаје власник.',
  accessPoint: 'Wi-Fi мрежа уређаја (код за повезивање):',
  accessPointName: 'Мрежа:',
  accessPointPassword: 'Лозинка:',
  helper: 'Сертификат за таблете и телефоне (код):',
  address: 'Адреса за таблете:',
  certificate: 'Датотека сертификата у уређају:',
  fingerprint: 'Отисак сертификата (SHA-256):',
  rescueCode: 'Код за спасавање:',
  version: 'Издање програма:',
  time: 'Време:',
} as const;
