import { failed, ok, type Result } from '../../../src/base/result.js';
import type { FakePrinter } from './core.js';
import { readPiece } from './reading.js';

type Act = (printer: FakePrinter) => void;

/** What a person can do to a printer, by the words for it. */
const ACTS: Readonly<Record<string, Act>> = {
  'paper out': (printer) => printer.paper('out'),
  'paper near end': (printer) => printer.paper('near end'),
  'paper in': (printer) => printer.paper('ok'),
  'cover open': (printer) => printer.cover('open'),
  'cover closed': (printer) => printer.cover('closed'),
  'cutter jammed': (printer) => printer.cutterJam(true),
  'cutter free': (printer) => printer.cutterJam(false),
  'power off': (printer) => printer.power(false),
  'power on': (printer) => printer.power(true),
  offline: (printer) => printer.offline(true),
  online: (printer) => printer.offline(false),
  feed: (printer) => printer.feedButton(),
};

export const ORDERS = `At once:
  ${Object.keys(ACTS).join(', ')}
Before it processes the Nth byte from now, or when it has received it (from 0):
  processed N ORDER, received N ORDER      as in "processed 2000 paper out"
To be told:
  state              whether it is on, what its sensors see, how many bytes came and were processed
  errors             what it should never have been sent
  read               what stands on the last piece of paper
  help
`;

/** Carries out one typed line and says what came of it; the error says what is wrong with the line. */
export function obey(printer: FakePrinter, line: string): Result<string, string> {
  const words = line.trim().split(/\s+/).join(' ');
  const act = actOf(words);
  if (act !== undefined) {
    act(printer);
    return ok('done');
  }
  switch (words) {
    case '':
      return ok('');
    case 'help':
      return ok(ORDERS.trimEnd());
    case 'state':
      return ok(stateOf(printer));
    case 'errors':
      return ok(printer.errors.join('\n') || 'none');
    case 'read':
      return ok(readLast(printer));
    default:
      return later(printer, words);
  }
}

/** One line for people. */
export function stateOf(printer: FakePrinter): string {
  const { paper, isCoverOpen, isCutterJammed, isSetOffline } = printer.condition;
  const words = [
    printer.isOn ? 'on' : 'off',
    `paper ${paper}`,
    ...(isCoverOpen ? ['cover open'] : []),
    ...(isCutterJammed ? ['cutter jammed'] : []),
    ...(isSetOffline ? ['offline'] : []),
    `${printer.received} bytes received`,
    `${printer.printed} processed`,
    ...(printer.wraps > 0 ? [`${printer.wraps} lines too long`] : []),
    ...(printer.drawerKicks.length > 0 ? [`drawer opened on pin ${printer.drawerKicks.join(', ')}`] : []),
    ...(printer.errors.length > 0 ? [`${printer.errors.length} errors`] : []),
  ];
  return words.join(', ');
}

function actOf(words: string): Act | undefined {
  return Object.hasOwn(ACTS, words) ? ACTS[words] : undefined;
}

function later(printer: FakePrinter, words: string): Result<string, string> {
  const [, when, count = '', what = ''] = /^(processed|received) (\d{1,9}) (.+)$/.exec(words) ?? [];
  const act = actOf(what);
  if (act === undefined) return failed(`"${words}" is no order; see: help`);
  if (when === 'received') printer.at('received', printer.received + Number(count), act);
  else printer.at('processed', printer.printed + Number(count), act);
  return ok(`waits for byte ${count}`);
}

function readLast(printer: FakePrinter): string {
  const piece = printer.pieces.findLast(({ marks }) => marks.length > 0);
  if (piece === undefined) return 'nothing was printed';
  return readPiece(piece, printer.options)
    .rows.map(({ text }) => text)
    .join('\n');
}
