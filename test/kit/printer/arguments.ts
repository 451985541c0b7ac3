import { parseArgs } from 'node:util';
import { failed, ok, type Result } from '../../../src/base/result.js';
import { DEFAULTS, type Model, MODELS } from './options.js';
import type { Answers, PrinterOptions } from './types.js';

/** What the command line asks for. */
export interface Arguments {
  readonly options: Partial<PrinterOptions>;
  /** The cable: a port of 127.0.0.1, 0 for any, or a pseudo terminal. */
  readonly cable: { readonly kind: 'tcp'; readonly port: number } | { readonly kind: 'pty' };
  /** A FIFO from which orders are read too; undefined: none. */
  readonly orders: string | undefined;
  /** Port of the page that shows the paper; 0 is any. */
  readonly web: number;
}

/** How much a printer answers; each level includes the ones before. */
const ANSWERS: Readonly<Record<string, Answers>> = {
  none: { status: false, queuedStatus: false, processId: false },
  status: { status: true, queuedStatus: false, processId: false },
  'queued-status': { status: true, queuedStatus: true, processId: false },
  'process-id': { status: true, queuedStatus: true, processId: true },
};

export const USAGE = `npm run fake-printer -- [OPTION …]

A stand-in for a thermal printer. It takes ESC/POS strictly, shows on a page what came out, and fails as it is told: type
"help" while it runs.

  --port PORT          of 127.0.0.1 (default 9100; 0 takes any that is free)
  --pty                on a serial line instead: a pseudo terminal, whose path it says
  --orders FILE        reads orders from this file, too, a FIFO that it makes: echo 'paper out' >FILE
  --web PORT           the page that shows its paper (default: any that is free)
  --model NAME         ${Object.keys(MODELS).join(', ')} (default epson): its width, its code pages, and whether it
                       starts in the mode of Chinese text
  --width DOTS         384, 512 or 576 across its head, if other than the model's
  --dpi DPI            180 or 203, if other than the model's
  --buffer BYTES       45 to 65536 (default ${DEFAULTS.bufferBytes})
  --speed MM           a second, 1 to 500 (default: all at once)
  --answers WHAT       ${Object.keys(ANSWERS).join(', ')} (default process-id): each answers the ones before it too
  --prints-questions   prints GS ( H, which it does not know, as text, like some clones
  --no-cutter          its paper is torn off by hand
  --help               this text
`;

const OPTIONS = {
  port: { type: 'string' },
  pty: { type: 'boolean' },
  orders: { type: 'string' },
  web: { type: 'string', default: '0' },
  model: { type: 'string', default: 'epson' },
  width: { type: 'string' },
  dpi: { type: 'string' },
  buffer: { type: 'string', default: String(DEFAULTS.bufferBytes) },
  speed: { type: 'string' },
  answers: { type: 'string', default: 'process-id' },
  'prints-questions': { type: 'boolean', default: false },
  'no-cutter': { type: 'boolean', default: false },
  help: { type: 'boolean' },
} as const;

const WIDTHS = [384, 512, 576] as const;
const DENSITIES = [180, 203] as const;

/** Reads the command line; the error is an English sentence. */
export function readArguments(args: readonly string[]): Result<Arguments | 'help', string> {
  let values;
  try {
    ({ values } = parseArgs({ args: [...args], options: OPTIONS }));
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
  if (values.help === true) return ok('help');
  const model: Model | undefined = named(MODELS, values.model);
  if (model === undefined) return failed(`--model must be one of ${Object.keys(MODELS).join(', ')}`);
  const answers = named(ANSWERS, values.answers);
  if (answers === undefined) return failed(`--answers must be one of ${Object.keys(ANSWERS).join(', ')}`);
  const dots = values.width === undefined ? model.dots : WIDTHS.find((width) => String(width) === values.width);
  if (dots === undefined) return failed('--width must be 384, 512 or 576');
  const dpi = values.dpi === undefined ? model.dpi : DENSITIES.find((density) => String(density) === values.dpi);
  if (dpi === undefined) return failed('--dpi must be 180 or 203');
  const bufferBytes = numberIn(values.buffer, 45, 65_536);
  if (bufferBytes === undefined) return failed('--buffer must be 45 to 65536');
  const mmPerSecond = values.speed === undefined ? Infinity : numberIn(values.speed, 1, 500);
  if (mmPerSecond === undefined) return failed('--speed must be 1 to 500');
  if (values.pty === true && values.port !== undefined) return failed('it has one cable: --port or --pty');
  const [port, web] = [numberIn(values.port ?? '9100', 0, 65_535), numberIn(values.web, 0, 65_535)];
  if (port === undefined || web === undefined) return failed('--port and --web must be ports');
  return ok({
    options: {
      ...{ ...model, dots, dpi, bufferBytes, mmPerSecond, answers },
      printsUnknownGsH: values['prints-questions'],
      hasCutter: !values['no-cutter'],
    },
    cable: values.pty === true ? { kind: 'pty' } : { kind: 'tcp', port },
    orders: values.orders,
    web,
  });
}

function named<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function numberIn(text: string, min: number, max: number): number | undefined {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  return number >= min && number <= max ? number : undefined;
}
