import { Column, hashOf } from './columns.js';

/** One text per row, with few distinct ones in a segment: JIDs, cashiers, buyers. Each is stored once. */
export class TextColumn {
  /** Positions in `texts`, created when the first row is added; a loaded index never grows. */
  private places: Map<string, number> | undefined;

  private constructor(
    private readonly texts: string[],
    private readonly rows: Column,
  ) {}

  static empty(): TextColumn {
    return new TextColumn([], Column.empty());
  }

  /** Inverse of {@link parts}. Throws SyntaxError or RangeError on parts that do not belong to one column. */
  static from(texts: Uint8Array, rows: Uint8Array): TextColumn {
    return new TextColumn(JSON.parse(Buffer.from(texts).toString()) as string[], Column.from(rows));
  }

  get length(): number {
    return this.rows.length;
  }

  /** The distinct texts, in order of first appearance. */
  get distinct(): readonly string[] {
    return this.texts;
  }

  push(text: string): void {
    this.places ??= new Map(this.texts.map((known, place) => [known, place]));
    const place = this.places.get(text) ?? this.texts.push(text) - 1;
    this.places.set(text, place);
    this.rows.push(place);
  }

  /** Index of a text in {@link distinct}; -1 when no row has it. */
  placeOf(text: string): number {
    return this.texts.indexOf(text);
  }

  /** Index of the text of a row. */
  at(row: number): number {
    return this.rows.at(row);
  }

  /** The hash of each distinct text except the empty one, which means none. */
  keyHashes(): number[] {
    return this.texts
      .filter((text) => text !== '')
      .map((text) => hashOf(Buffer.from(text), 0, Buffer.byteLength(text)));
  }

  get parts(): [texts: Uint8Array, rows: Uint8Array] {
    return [Buffer.from(JSON.stringify(this.texts)), this.rows.bytes];
  }
}
