import { Column, hashOf } from './columns.js';

/** One text per row, of which there are few different ones in a segment: JIDs, cashiers, buyers. Each is kept once. */
export class TextColumn {
  /** Positions in `texts`, made when the first row is added: an index that was loaded grows no more. */
  private places: Map<string, number> | undefined;

  private constructor(
    private readonly texts: string[],
    private readonly rows: Column,
  ) {}

  static empty(): TextColumn {
    return new TextColumn([], Column.empty());
  }

  /** The inverse of {@link parts}. Throws SyntaxError or RangeError on parts that are not of one column. */
  static from(texts: Uint8Array, rows: Uint8Array): TextColumn {
    return new TextColumn(JSON.parse(Buffer.from(texts).toString()) as string[], Column.from(rows));
  }

  get length(): number {
    return this.rows.length;
  }

  /** The different texts, in the order in which they came. */
  get distinct(): readonly string[] {
    return this.texts;
  }

  push(text: string): void {
    this.places ??= new Map(this.texts.map((known, place) => [known, place]));
    const place = this.places.get(text) ?? this.texts.push(text) - 1;
    this.places.set(text, place);
    this.rows.push(place);
  }

  /** Where a text stands in {@link distinct}; -1 for one that no row has. */
  placeOf(text: string): number {
    return this.texts.indexOf(text);
  }

  /** The place of the text of a row. */
  at(row: number): number {
    return this.rows.at(row);
  }

  /** The hash of each different text but the empty one, which stands for none. */
  keyHashes(): number[] {
    return this.texts
      .filter((text) => text !== '')
      .map((text) => hashOf(Buffer.from(text), 0, Buffer.byteLength(text)));
  }

  get parts(): [texts: Uint8Array, rows: Uint8Array] {
    return [Buffer.from(JSON.stringify(this.texts)), this.rows.bytes];
  }
}
