import { join } from 'node:path';
import type { Disk } from '../../../base/index.js';
import { type Formats, loadView, madeOf, readPieces, saveView } from './image.js';
import { InvoiceIndex } from './invoices.js';
import { type RowKey, rowsOfKey } from './rowsOfKey.js';

export interface IndexFolder {
  readonly disk: Disk;
  /** Folder of saved indexes and snapshots. */
  readonly folder: string;
  readonly boxId: string;
}

/** The saved indexes of full segments: `000001.idx`. */
export class IndexFiles {
  constructor(private readonly place: IndexFolder) {}

  /** Throws DiskError. */
  async save(index: InvoiceIndex): Promise<void> {
    const { disk, boxId } = this.place;
    const head = { box: boxId, segment: index.segment };
    await saveView(disk, this.pathOf(index.segment), { head, parts: index.parts });
  }

  /** Undefined when no intact index of this box is saved. */
  async load(segment: number, formats: Formats = {}): Promise<InvoiceIndex | undefined> {
    const saved = await loadView(this.place.disk, this.pathOf(segment), formats);
    if (saved === undefined || !this.isOf(segment, saved.head)) return undefined;
    return madeOf(() => InvoiceIndex.from(segment, saved.parts));
  }

  /** {@link rowsOfKey} of a saved index; undefined also when it could not be read. */
  rowsOf(segment: number, key: RowKey): Promise<InvoiceIndex | undefined> {
    return readPieces(this.place.disk, this.pathOf(segment), async (view) =>
      this.isOf(segment, view.head) ? rowsOfKey(segment, view, key) : undefined,
    );
  }

  private pathOf(segment: number): string {
    return join(this.place.folder, `${String(segment).padStart(6, '0')}.idx`);
  }

  private isOf(segment: number, head: Readonly<Record<string, unknown>>): boolean {
    return head['box'] === this.place.boxId && head['segment'] === segment;
  }
}
