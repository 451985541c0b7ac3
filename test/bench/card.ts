import { hasPcscd } from '../kit/card/pcscd.js';
import type { Bench } from './bench.js';
import { memoryRows } from './card/memory.js';
import { readingRows } from './card/reading.js';
import { sellingRows } from './card/selling.js';
import type { Row } from './figures.js';

/** The smart card: in software, behind readers in the process, and behind Debian's pcscd for the built box. */
export async function cardRows(bench: Bench): Promise<Row[]> {
  if (!hasPcscd) throw new Error('there is no pcscd with the reader of vsmartcard; scripts/test installs them');
  return [...(await readingRows(bench)), ...(await sellingRows(bench)), ...(await memoryRows(bench))];
}
