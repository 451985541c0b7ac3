import type { PrinterSetting } from '../../settings/index.js';
import type { Slip } from '../../slips/index.js';
import { cut, feedRows, INITIALISE, kick, MAX_CHUNK, ONE_BYTE_GLYPHS } from './commands.js';
import { dotsOf, type PrintHead, printHeadOf, mmOf } from './printHead.js';
import { checkLogo } from './logo.js';
import { codePagesOf } from './codePages.js';
import { type Drawing, drawPart } from './drawing.js';
import { drawSlip, rasterCommands } from './raster.js';
import { charactersWithoutCodePage, writeSlip } from './text.js';

export { MAX_CHUNK };

/** A slip as bytes for one printer. */
export interface EncodedSlip {
  /** In order; each holds whole commands, at most {@link MAX_CHUNK} bytes, so that requests may be sent between two of them. */
  readonly chunks: readonly Buffer[];
  /** How it was drawn: `text` falls back to `raster` where a character is in no code page of the printer. */
  readonly mode: 'raster' | 'text';
  /** Characters that made it fall back, each once; empty when none did. */
  readonly unencodable: readonly string[];
  /** Paper that it takes, mm. */
  readonly height: number;
}

/** Blank paper between the last row and the edge, mm. */
export const FOOT_MM = 3;
/** Blank paper between a logo and the slip, mm. */
const LOGO_AIR_MM = 2;
/** Rows that feed the last one out to where paper is torn off by hand. */
export const TEAR_ROWS = 4;

/**
 * `initialise`, the slip, feed and cut, as the printer is set; without the requests that prove it. Any slip can be drawn:
 * invisible characters draw nothing, and a character that the font lacks is `□`. Throws when the fonts are not there.
 */
export function encodeSlip(slip: Slip, printer: PrinterSetting): EncodedSlip {
  const head = printHeadOf(printer);
  const codePages = codePagesOf(printer);
  const unencodable = printer.mode === 'text' ? charactersWithoutCodePage(slip, codePages) : [];
  const mode = unencodable.length > 0 ? 'raster' : printer.mode;
  const logo = logoDrawings(printer, head);
  const body = mode === 'text' ? writeSlip(slip, printer, codePages) : drawSlip(slip, head);
  const foot = dotsOf(FOOT_MM, head);
  const commands = [
    ...[INITIALISE, ONE_BYTE_GLYPHS],
    ...drawerCommands(slip, printer),
    ...logo.flatMap(rasterCommands),
    ...body.commands,
    endCommand(printer, foot),
  ];
  const dots = logo.reduce((sum, { bitmap }) => sum + bitmap.height, body.dots + foot);
  return { chunks: chunksOf(commands), mode, unencodable, height: mmOf(dots, head) };
}

/** What opens the drawer without any paper; undefined where none is set. */
export function encodeKick({ drawer = 'none', mode }: PrinterSetting): EncodedSlip | undefined {
  if (drawer === 'none') return undefined;
  return { chunks: [Buffer.concat([INITIALISE, kick(drawer)])], mode, unencodable: [], height: 0 };
}

function drawerCommands({ opensDrawer }: Slip, { drawer = 'none' }: PrinterSetting): Buffer[] {
  return opensDrawer === true && drawer !== 'none' ? [kick(drawer)] : [];
}

/** A logo that cannot be drawn is left out: it is checked when it is set, and the receipt matters more. */
export function logoDrawings({ logo }: PrinterSetting, head: PrintHead): Drawing[] {
  if (logo === undefined) return [];
  const checked = checkLogo(logo, head.dots);
  if (!checked.ok) return [];
  return [{ bitmap: checked.value, place: 'centre' }, drawPart({ kind: 'space', mm: LOGO_AIR_MM }, head)];
}

function endCommand({ cutter = 'partial' }: PrinterSetting, foot: number): Buffer {
  return cutter === 'none' ? feedRows(TEAR_ROWS) : cut(cutter, foot);
}

/** As many whole commands together as a chunk may hold. */
export function chunksOf(commands: readonly Buffer[]): Buffer[] {
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
