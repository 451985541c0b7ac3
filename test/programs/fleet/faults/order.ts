import { join } from 'node:path';

/** What a process of small boxes is told. */
export interface SmallBoxesOrder {
  /** Has a folder for each box, or none yet. */
  readonly folder: string;
  readonly seed: number;
  readonly boxes: number;
  /** Value of the setting `stream` of all of them, but for the URL. */
  readonly stream: object;
  /** Those of the boxes, in turn. */
  readonly urls: readonly string[];
  /** Of all boxes together, in a second. */
  readonly receipts: number;
}

/** What it is asked: to sell no more and to try again to reach the server at once. */
export type SmallBoxesAsked = 'end' | 'heal';

export function folderOfSmallBox(folder: string, number: number): string {
  return join(folder, `box${number}`);
}
