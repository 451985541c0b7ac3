import type { Roll } from './roll.js';

/** How characters look. */
export interface Type {
  readonly font: 'A' | 'B';
  /** The cell after enlargement, dots. */
  readonly cellWidth: number;
  readonly cellHeight: number;
}

export type Align = 'left' | 'centre' | 'right';

interface Run extends Type {
  readonly x: number;
  text: string;
}

/** The line buffer: what will stand on the line that is being filled. */
export class LineBuffer {
  #runs: Run[] = [];
  #width = 0;

  constructor(private readonly dots: number) {}

  get isEmpty(): boolean {
    return this.#runs.length === 0;
  }

  /** Is there room for one more character of this width? */
  hasRoom(width: number): boolean {
    return this.#width + width <= this.dots;
  }

  add(character: string, type: Type): void {
    const last = this.#runs.at(-1);
    if (last !== undefined && sameType(last, type)) last.text += character;
    else this.#runs.push({ ...type, x: this.#width, text: character });
    this.#width += type.cellWidth;
  }

  /**
   * Prints the line, if there is one, and moves the paper by `feed` dots or by the height of the tallest character, whichever
   * is more. Signs of different heights stand on the same foot.
   */
  print(roll: Roll, align: Align, feed: number): void {
    const tallest = Math.max(0, ...this.#runs.map(({ cellHeight }) => cellHeight));
    const left = indent(this.dots - this.#width, align);
    for (const { x, cellHeight, ...run } of this.#runs) {
      roll.put({ kind: 'text', x: left + x, y: roll.y + tallest - cellHeight, cellHeight, ...run });
    }
    roll.feed(Math.max(feed, tallest));
    this.drop();
  }

  /** Forgets what was not yet printed. */
  drop(): void {
    this.#runs = [];
    this.#width = 0;
  }
}

/** Dots that stay white at the left of what leaves `spare` dots of the width. */
export function indent(spare: number, align: Align): number {
  switch (align) {
    case 'left':
      return 0;
    case 'centre':
      return Math.floor(spare / 2);
    case 'right':
      return spare;
  }
}

function sameType(one: Type, other: Type): boolean {
  return one.font === other.font && one.cellWidth === other.cellWidth && one.cellHeight === other.cellHeight;
}
