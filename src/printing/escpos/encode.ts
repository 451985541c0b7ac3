import type { PrinterSetting } from '../../settings/printers.js';
import type { Slip } from '../slip.js';
import { cut, feedLines, INITIALISE, kick, MAX_CHUNK, ONE_BYTE_LETTERS } from './commands.js';
import { dotsOf, type Head, headOf, mmOf } from './head.js';
import { checkLogo } from './logo.js';
import { pagesOf } from './pages.js';
import { type Drawing, drawSlip, rasterCommands } from './raster.js';
import { lettersWithoutPage, writeSlip } from './text.js';

export { MAX_CHUNK };

/** A slip as bytes for one printer. */
export interface EncodedSlip {
  /** In order; each holds whole commands, at most {@link MAX_CHUNK} bytes, so that between two of them others may stand. */
  readonly chunks: readonly Buffer[];
  /** How it was drawn: `text` falls back to `raster` where a letter is on no page of the printer. */
  readonly mode: 'raster' | 'text';
  /** Characters that made it fall back, each once; empty when none did. */
  readonly unencodable: readonly string[];
  /** Paper that it takes, mm. */
  readonly height: number;
}

/** Between the last line and the edge of the paper, mm. */
const FOOT_MM = 3;
/** Lines that bring the last one out to where paper is torn off by hand. */
const TEAR_LINES = 4;

/**
 * `initialise`, the slip, feed and cut, as the printer's setting wants it; without what proves it. Any slip can be drawn:
 * what is no letter draws nothing, and a letter that the face lacks is `□`. Throws when the faces are not there.
 */
export function encodeSlip(slip: Slip, printer: PrinterSetting): EncodedSlip {
  const head = headOf(printer);
  const pages = pagesOf(printer);
  const unencodable = printer.mode === 'text' ? lettersWithoutPage(slip, pages) : [];
  const mode = unencodable.length > 0 ? 'raster' : printer.mode;
  const logo = printer.logo === undefined ? [] : logoDrawings(printer.logo, head);
  const body = mode === 'text' ? writeSlip(slip, head, pages) : drawSlip(slip, head);
  const foot = dotsOf(FOOT_MM, head);
  const commands = [
    ...[INITIALISE, ONE_BYTE_LETTERS],
    ...drawerCommands(slip, printer),
    ...logo.flatMap(rasterCommands),
    ...body.commands,
    endCommand(printer, foot),
  ];
  const dots = logo.reduce((sum, { bitmap }) => sum + bitmap.height, body.dots + foot);
  return { chunks: chunksOf(commands), mode, unencodable, height: mmOf(dots, head) };
}

function drawerCommands({ opensDrawer }: Slip, { drawer = 'none' }: PrinterSetting): Buffer[] {
  return opensDrawer === true && drawer !== 'none' ? [kick(drawer)] : [];
}

/** A logo that cannot be drawn is left out: it is checked when it is set, and the receipt matters more. */
function logoDrawings(logo: string, head: Head): Drawing[] {
  const checked = checkLogo(logo, head.dots);
  return checked.ok ? [{ bitmap: checked.value, place: 'centre' }] : [];
}

function endCommand({ cutter = 'partial' }: PrinterSetting, foot: number): Buffer {
  return cutter === 'none' ? feedLines(TEAR_LINES) : cut(cutter, foot);
}

/** As many whole commands together as a chunk may hold. */
function chunksOf(commands: readonly Buffer[]): Buffer[] {
  const chunks: Buffer[] = [];
  let chunk: Buffer[] = [];
  let length = 0;
  for (const command of commands) {
    if (length + command.length > MAX_CHUNK) {
      chunks.push(Buffer.concat(chunk));
      [chunk, length] = [[], 0];
    }
    chunk.push(command);
    length += command.length;
  }
  chunks.push(Buffer.concat(chunk));
  return chunks;
}
