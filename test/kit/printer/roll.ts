import type { Mark, Piece } from './types.js';

/** A picture that is being printed, row by row. */
interface Band {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly rows: Buffer[];
}

/**
 * The paper, from the first piece to what still hangs out of the printer. The way from the head to the cutter is left
 * out: a piece begins where its first mark could stand.
 */
export class Roll {
  #cut: Piece[] = [];
  #marks: Mark[] = [];
  #height = 0;
  #band: Band | undefined;
  #fed = 0;

  /** Dots that the paper has moved in all. */
  get fed(): number {
    return this.#fed;
  }

  /** All pieces in their order, as they are now. */
  get pieces(): readonly Piece[] {
    if (this.#height === 0) return [...this.#cut];
    const band = this.#band === undefined ? [] : marksOf(this.#band);
    return [...this.#cut, { marks: [...this.#marks, ...band], height: this.#height, end: 'open' }];
  }

  /** Dots from the top of the piece to the head. */
  get y(): number {
    return this.#height;
  }

  get isInBand(): boolean {
    return this.#band !== undefined;
  }

  put(mark: Mark): void {
    this.#marks.push(mark);
  }

  feed(dots: number): void {
    this.#height += dots;
    this.#fed += dots;
  }

  beginBand(x: number, width: number): void {
    this.#band = { x, y: this.#height, width, rows: [] };
  }

  /** Prints one row of the band; the paper moves on by a dot. */
  row(bits: Buffer): void {
    this.#band?.rows.push(bits);
    this.feed(1);
  }

  /** The band has all its rows, or will never get them. */
  endBand(): void {
    if (this.#band !== undefined) this.#marks.push(...marksOf(this.#band));
    this.#band = undefined;
  }

  cut(end: 'full' | 'partial'): void {
    this.#cut.push({ marks: this.#marks, height: this.#height, end });
    this.#marks = [];
    this.#height = 0;
  }
}

function marksOf({ x, y, width, rows }: Band): Mark[] {
  return rows.length === 0 ? [] : [{ kind: 'bitmap', x, y, width, height: rows.length, bits: Buffer.concat(rows) }];
}
