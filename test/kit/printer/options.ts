import { systemClock } from '../../../src/base/clock.js';
import type { PrinterOptions } from './types.js';

/** A printer of Epson's TM line for 80 mm that answers everything, fast and with a large buffer. */
export const DEFAULTS: PrinterOptions = {
  dots: 576,
  dpi: 203,
  pages: {
    0: 'cp437',
    17: 'cp866',
    18: 'cp852',
    34: 'cp855',
    45: 'windows-1250',
    46: 'windows-1251',
  },
  startsTwoByte: false,
  bufferBytes: 4096,
  mmPerSecond: Infinity,
  answers: { status: true, queuedStatus: true, processId: true, autoStatus: true },
  printsUnknownGsH: false,
  hasCutter: true,
  clock: systemClock,
};

/** What differs between makes: the numbers of their code pages, their width, and the mode in which they start. */
export type Model = Pick<PrinterOptions, 'dots' | 'dpi' | 'pages' | 'startsTwoByte'>;

/** The numbers are those of the makers' command manuals; the same number is another code page elsewhere. */
export const MODELS = {
  /** Epson TM-T20II. */
  epson: { dots: 576, dpi: 203, startsTwoByte: false, pages: DEFAULTS.pages },
  /** Zjiang POS-5890. */
  zjiang: {
    dots: 384,
    dpi: 203,
    startsTwoByte: true,
    pages: {
      0: 'cp437',
      17: 'cp866',
      18: 'cp852',
      23: 'windows-1251',
      54: 'cp852',
      59: 'cp866',
      60: 'cp855',
      72: 'windows-1250',
      73: 'windows-1251',
    },
  },
  /** Rongta RP326. */
  rongta: {
    dots: 576,
    dpi: 203,
    startsTwoByte: false,
    pages: {
      0: 'cp437',
      6: 'windows-1251',
      7: 'cp866',
      18: 'cp852',
      28: 'cp855',
      30: 'windows-1250',
      39: 'iso-8859-5',
    },
  },
  /** Bixolon SRP-350III. */
  bixolon: {
    dots: 512,
    dpi: 180,
    startsTwoByte: false,
    pages: { 0: 'cp437', 17: 'cp866', 18: 'cp852', 28: 'windows-1251', 47: 'windows-1250' },
  },
  /** Xprinter XP-T80Q. */
  xprinter: {
    dots: 576,
    dpi: 203,
    startsTwoByte: true,
    pages: { 0: 'cp437', 17: 'cp866', 18: 'cp852', 23: 'windows-1251' },
  },
} as const satisfies Record<string, Model>;
