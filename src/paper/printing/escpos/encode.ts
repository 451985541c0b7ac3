import type { PrinterSetting } from '../../../shop/settings/index.js';
import type { Slip } from '../../slips/index.js';
import { cut, feedRows, INITIALISE, kick, MAX_CHUNK, ONE_BYTE_GLYPHS } from './commands.js';
import { dotsOf, type PrintHead, printHeadOf, mmOf } from './font.js';
import { checkLogo } from './logo.js';
import { codePagesOf } from './codePages.js';
import { type Drawing, drawPart } from './drawing.js';
import { drawSlip, type Printed, printedDrawing } from './raster.js';
import { charactersWithoutCodePage, writeSlip } from './text.js';

/** A slip as bytes for one printer. */
export interface EncodedSlip {
  /**
   * The chunks in order. Each has whole commands and at most {@link MAX_CHUNK} bytes, so that requests may be sent
   * between two chunks. They are drawn lazily: the first can be sent before the last one exists.
   */
  readonly stream: () => Iterable<Buffer>;
  /** All chunks at once. */
  readonly chunks: readonly Buffer[];
  /** The mode that was used: `text` falls back to `raster` where a character is in no code page of the printer. */
  readonly mode: 'raster' | 'text';
  /** Characters that caused the fallback, each once; empty without a fallback. */
  readonly unencodable: readonly string[];
  /** Length of the paper, mm. Reading it draws the whole slip. */
  readonly height: number;
}

/** An encoded slip from finished commands. `height` is in mm. */
export function drawnSlip(commands: readonly Buffer[], mode: EncodedSlip['mode'], height: number): EncodedSlip {
  const chunks = [...chunksOf(commands)];
  return { stream: () => chunks, chunks, mode, unencodable: [], height };
}

/** Blank paper between the last row and the edge, mm. */
export const FOOT_MM = 3;
/** Blank paper between a logo and the slip, mm. */
const LOGO_AIR_MM = 2;
/** Rows that feed the last row past the edge where paper is torn off by hand. */
export const TEAR_ROWS = 4;

/**
 * Encodes a slip for a printer's settings: initialisation, the slip, feed and cut, without the requests that prove it.
 * Any slip can be drawn: invisible characters draw nothing, and a character that the font lacks is `□`. Throws when the
 * fonts are missing.
 */
export function encodeSlip(slip: Slip, printer: PrinterSetting): EncodedSlip {
  const head = printHeadOf(printer);
  const codePages = codePagesOf(printer);
  const unencodable = printer.mode === 'text' ? charactersWithoutCodePage(slip, codePages) : [];
  const mode = unencodable.length > 0 ? 'raster' : printer.mode;
  const foot = dotsOf(FOOT_MM, head);
  const blocks = keep(
    (function* (): Generator<Printed> {
      yield { commands: [INITIALISE, ONE_BYTE_GLYPHS, ...drawerCommands(slip, printer)], dots: 0 };
      for (const drawing of logoDrawings(printer, head)) yield printedDrawing(drawing);
      if (mode === 'text') yield writeSlip(slip, printer, codePages);
      else yield* drawSlip(slip, head);
      yield { commands: [endCommand(printer, foot)], dots: foot };
    })(),
  );
  const stream = (): Iterable<Buffer> => chunksOf(commandsIn(blocks()));
  return {
    stream,
    get chunks() {
      return [...stream()];
    },
    mode,
    unencodable,
    get height() {
      return mmOf(
        [...blocks()].reduce((sum, { dots }) => sum + dots, 0),
        head,
      );
    },
  };
}

/** Reads a generator lazily and once, and replays what was read to every reader. */
function keep<T>(source: Iterator<T>): () => Iterable<T> {
  const kept: T[] = [];
  return function* () {
    for (let at = 0; ; at += 1) {
      if (at === kept.length) {
        const next = source.next();
        if (next.done === true) return;
        kept.push(next.value);
      }
      yield kept[at] as T;
    }
  };
}

function* commandsIn(blocks: Iterable<Printed>): Generator<Buffer> {
  for (const { commands } of blocks) yield* commands;
}

/** Opens the drawer without printing; undefined where no drawer is configured. */
export function encodeKick({ drawer = 'none', mode }: PrinterSetting): EncodedSlip | undefined {
  if (drawer === 'none') return undefined;
  return drawnSlip([INITIALISE, kick(drawer)], mode, 0);
}

function drawerCommands({ opensDrawer }: Slip, { drawer = 'none' }: PrinterSetting): Buffer[] {
  return opensDrawer === true && drawer !== 'none' ? [kick(drawer)] : [];
}

/** A logo that cannot be drawn is skipped: it is checked when it is configured, and the receipt matters more. */
export function logoDrawings({ logo }: PrinterSetting, head: PrintHead): Drawing[] {
  if (logo === undefined) return [];
  const checked = checkLogo(logo, head.dots);
  if (!checked.ok) return [];
  return [{ bitmap: checked.value, place: 'centre' }, drawPart({ kind: 'space', mm: LOGO_AIR_MM }, head)];
}

function endCommand({ cutter = 'partial' }: PrinterSetting, foot: number): Buffer {
  return cutter === 'none' ? feedRows(TEAR_ROWS) : cut(cutter, foot);
}

/** Combines as many whole commands as fit into a chunk. */
function* chunksOf(commands: Iterable<Buffer>): Generator<Buffer> {
  let chunk: Buffer[] = [];
  let length = 0;
  for (const command of commands) {
    if (length + command.length > MAX_CHUNK) {
      yield Buffer.concat(chunk);
      [chunk, length] = [[], 0];
    }
    chunk.push(command);
    length += command.length;
  }
  yield Buffer.concat(chunk);
}
