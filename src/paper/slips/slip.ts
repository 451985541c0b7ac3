import { captionRow, centreText, findImitatedSentence, oneLine } from '../../base/index.js';
import type { ProbeFindings } from '../../platform/ledger/index.js';
import { dotsAcross, type PrinterSetting, textLayout } from '../../shop/settings/index.js';

/** A paper for any printer, as parts from top to bottom. They contain the processor's text unchanged. */
export interface Slip {
  readonly parts: readonly SlipPart[];
  /** True when the cash drawer must open, where the printer has one. Defaults to false. */
  readonly opensDrawer?: boolean;
}

export type SlipPart =
  /** Rows of at most 40 columns (code points), unchanged. */
  | { readonly kind: 'text'; readonly rows: readonly string[] }
  /**
   * A dividing row of at most 40 columns, of `=` or `-` alone or on both sides of words. It is drawn as a line, unless
   * the printer is set to `plain`. Such signs in a `text` remain signs, since a name may contain them.
   */
  | { readonly kind: 'rule'; readonly row: string }
  /**
   * A row of at most 40 columns that must be easy to find: twice as high as others, unless the printer is set to
   * `plain`.
   */
  | { readonly kind: 'total'; readonly row: string }
  /**
   * Lines of any length in a smaller font, where the printer has one, centred (advertising, §16 P14). They are broken
   * between words at the width of the paper.
   */
  | { readonly kind: 'small'; readonly lines: readonly string[] }
  /**
   * Lines of at least twice the size (Technical Instruction, §16 P10), centred; broken between words where they do not
   * fit into one row.
   */
  | { readonly kind: 'large'; readonly lines: readonly string[] }
  /**
   * A QR code, centred, with light paper above and below it: rows of `#` (dark) and `.` (light), one character a
   * module. The code of a receipt has the prescribed size; that of an address is small enough for a ticket.
   */
  | { readonly kind: 'code'; readonly rows: readonly string[]; readonly isSmall?: true }
  /** Blank paper, mm. */
  | { readonly kind: 'space'; readonly mm: number }
  /**
   * Ticks at each mm and cm across the whole width of the print head. Ticks that are missing at a side show what was
   * not printed.
   */
  | { readonly kind: 'ruler' };

/**
 * A text chosen by others, as one row. A text that imitates a row reserved for the processor is replaced by an
 * ellipsis.
 */
export function foreignRow(text: string): string {
  return findImitatedSentence(text, { mayDeny: true }) === undefined ? oneLine(text) : '…';
}

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
