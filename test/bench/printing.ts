import type { Bench } from './bench.js';
import type { Row } from './figures.js';
import { firstByteRows } from './firstByte.js';
import { jammedRow } from './jammed.js';

/** What printers cost those who sell. */
export async function printingRows(bench: Bench): Promise<Row[]> {
  return [...(await firstByteRows(bench)), await jammedRow(bench)];
}
