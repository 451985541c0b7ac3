import { captionLine, centre } from '../base/text.js';
import type { ProbeFindings } from '../ledger/job.js';
import { dotsAcross } from '../printing/escpos/head.js';
import type { SlipPart } from '../printing/slip.js';
import type { PrinterSetting } from '../settings/printers.js';

/** What the box itself says on paper, in Serbian Cyrillic; lines of up to 40 columns. */

/** Says of a paper that it need not be the only one. */
export const REPEAT: readonly SlipPart[] = [
  { kind: 'large', text: 'ПОНОВЉЕНА ШТАМПА' },
  { kind: 'text', lines: [centre('Ово је поновљен отисак истог рачуна.')] },
];

export const TEST_TITLE = 'ПРОБНИ ОТИСАК';

/** Every letter that a receipt is written with, and a line that changes the alphabet within words. */
export const LETTERS: readonly string[] = [
  'АБВГДЂЕЖЗИЈКЛЉМНЊОПРСТЋУФХЦЧЏШ',
  'абвгдђежзијклљмнњопрстћуфхцчџш',
  'ABCČĆDĐEFGHIJKLMNOPQRSŠTUVWXYZŽ',
  'abcčćdđefghijklmnopqrsštuvwxyzž',
  '0123456789 .,:;!?-+*/%=()[]<>#&@_"\'',
  'Ђурђевак Čačak Љиг Žabalj Његуши Šid',
];

export const SMALL_LETTERS: readonly string[] = ['Ситна слова: љњђћџ ЉЊЂЋЏ čćšžđ ČĆŠŽĐ'];

/** How the printer is set. */
export function settingLines(printer: PrinterSetting): string[] {
  return [
    ...captionLine('Штампач:', printer.name),
    ...captionLine('Адреса:', printer.address),
    ...captionLine('Ширина папира:', `${printer.width} mm`),
    ...captionLine('Тачака по инчу:', `${printer.dpi}`),
    ...captionLine('Тачака по ширини:', `${dotsAcross(printer)}`),
    ...captionLine('Начин штампе:', printer.mode === 'raster' ? 'слика' : 'слова штампача'),
  ];
}

/** What the printer was found to answer. */
export function findingLines({ status, autoStatus, queuedStatus, processId }: ProbeFindings): string[] {
  const answer = (found: boolean): string => (found ? 'да' : 'не');
  return [
    ...captionLine('Јавља стање одмах:', answer(status)),
    ...captionLine('Јавља сам шта се мења:', answer(autoStatus)),
    ...captionLine('Јавља стање по реду:', answer(queuedStatus)),
    ...captionLine('Потврђује сваки отисак:', answer(processId)),
  ];
}

/** Why there is no receipt yet, and that there will be one. */
export const AWAITED: readonly string[] = [
  centre('Фискални процесор није доступан.'),
  centre('Рачун се издаје чим процесор проради.'),
];

/** Stands above {@link numberWords}. */
export const FOUND_UNDER: readonly string[] = [centre('Рачун ћете добити под бројем:')];

/** The running number of a request that waits for its receipt. */
export function numberWords(number: number): string {
  return `БРОЈ ${number}`;
}

/** Ends the paper of a slip that was torn off: nobody shall take the piece for a receipt. */
export const TORN: readonly SlipPart[] = [
  { kind: 'large', text: 'ПРЕКИНУТО' },
  { kind: 'text', lines: [centre('Штампање је прекинуто. Ово није рачун.')] },
];

/** What stands on the ticket that a printer gives at power-up. */
export const TICKET_WORDS = {
  title: 'ПОДАЦИ О УРЕЂАЈУ',
  state: 'Стање:',
  ready: 'спреман за рад',
  notReady: 'НЕ ИЗДАЈЕ РАЧУНЕ',
  warnings: 'Упозорења:',
  address: 'Адреса за таблете:',
  certificate: 'Сертификат за таблете (датотека):',
  fingerprint: 'Отисак сертификата (SHA-256):',
  version: 'Издање програма:',
  time: 'Време:',
} as const;
