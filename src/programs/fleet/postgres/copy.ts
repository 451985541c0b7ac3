import { once } from 'node:events';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A value of a row; null is NULL. */
type Cell = string | number | bigint | boolean | null;

const SPECIAL = /[\\\b\f\n\r\t\v]/;
const SPECIALS = /[\\\b\f\n\r\t\v]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

/** A cell in the text format of COPY. */
function cellText(cell: Cell): string {
  if (cell === null) return '\\N';
  if (typeof cell !== 'string') return String(cell);
  return SPECIAL.test(cell) ? cell.replace(SPECIALS, (found) => ESCAPES[found] ?? found) : cell;
}

/** Rows of one table to be sent by COPY, as text. */
export class CopyRows {
  private text = '';

  constructor(
    private readonly table: string,
    private readonly columns: readonly string[],
  ) {}

  add(cells: readonly Cell[]): void {
    this.text += `${cells.map(cellText).join('\t')}\n`;
  }

  async send(client: Client): Promise<void> {
    if (this.text === '') return;
    const stream = client.query(copyFrom(`COPY ${this.table} (${this.columns.join(', ')}) FROM STDIN`));
    const done = once(stream, 'finish');
    stream.end(this.text);
    this.text = '';
    await done;
  }
}
