import type { Piece } from '../../../kit/printer/types.js';

/** A row of dots with ink in it, or one run of characters. */
export interface Row {
  readonly ink: string;
  /** Dots from the top of the piece. */
  readonly y: number;
}

/** A slip, or its beginning, found on a piece. */
export interface Found<S> {
  readonly slip: S;
  readonly rows: number;
}

/** What is on one piece of paper. */
export interface Read<S> {
  readonly found: readonly Found<S>[];
  /** Rows that begin no slip. */
  readonly strange: number;
  readonly isCut: boolean;
}

export function rowsOf({ marks }: Piece): Row[] {
  return marks.flatMap((mark) => {
    if (mark.kind === 'text') {
      const { x, y, text, font, cellWidth, cellHeight } = mark;
      return text.trim() === '' ? [] : [{ ink: [x, text, font, cellWidth, cellHeight].join(' '), y }];
    }
    const bytes = mark.bits.length / mark.height;
    return Array.from({ length: mark.height }, (_, row) => row).flatMap((row) => {
      const bits = mark.bits.subarray(row * bytes, (row + 1) * bytes);
      if (bits.every((byte) => byte === 0)) return [];
      return [{ ink: `${mark.x} ${bits.toString('latin1').replace(/\0+$/, '')}`, y: mark.y + row }];
    });
  });
}

/** How many of its rows, from the first, a slip has from there on; each as far below the first as it should be. */
function common(paper: readonly Row[], from: number, slip: readonly Row[]): number {
  const shift = (paper[from]?.y ?? 0) - (slip[0]?.y ?? 0);
  const end = slip.findIndex(({ ink, y }, at) => {
    const row = paper[from + at];
    return row === undefined || row.ink !== ink || row.y - y !== shift;
  });
  return end < 0 ? slip.length : end;
}

/** Reads a piece from top to bottom: at each place the slip of which most is there. */
export function readPiece<S extends { readonly rows: readonly Row[] }>(piece: Piece, slips: readonly S[]): Read<S> {
  const rows = rowsOf(piece);
  const found: Found<S>[] = [];
  let strange = 0;
  for (let at = 0; at < rows.length;) {
    let best: Found<S> | undefined;
    for (const slip of slips) {
      const there = common(rows, at, slip.rows);
      if (there > (best?.rows ?? 0)) best = { slip, rows: there };
    }
    if (best === undefined) strange += 1;
    else found.push(best);
    at += best?.rows ?? 1;
  }
  return { found, strange, isCut: piece.end !== 'open' };
}

/** Rows that identify a slip: one more than it shares with any other. */
export function headOf<S extends { readonly rows: readonly Row[] }>(slip: S, others: readonly S[]): number {
  return 1 + Math.max(0, ...others.filter((other) => other !== slip).map(({ rows }) => common(slip.rows, 0, rows)));
}
