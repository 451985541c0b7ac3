import { join } from 'node:path';
import { readWhole, writeAtomic } from '../../base/atomic.js';
import { type Disk, DiskError } from '../../base/disk.js';
import { Serial } from '../../base/serial.js';
import { PAPERS, type Paper } from '../sheet/sheet.js';

/** `<sequence>-<bytes>-<uuid>-<paper>.pdf`: the names of the folder are the whole index, in the order of writing. */
const NAME = new RegExp(String.raw`^(\d{12})-(\d+)-([\da-f-]{36})-(${PAPERS.join('|')})\.pdf$`);

export interface PdfCacheOptions {
  readonly disk: Disk;
  /** A folder of its own; whoever needs room may delete it while the box does not run. */
  readonly folder: string;
  /** The files together stay below this. */
  readonly maxBytes?: number;
}

interface Entry {
  readonly name: string;
  readonly bytes: number;
}

/**
 * PDFs that were drawn already. Nothing depends on them: what is lost, or cannot be written, is drawn again. The oldest
 * go when the room is used up.
 */
export class PdfCache {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #serial = new Serial();
  /** By uuid and paper, oldest first. */
  #entries: Map<string, Entry> | undefined;
  #sequence = 0;
  #bytes = 0;

  constructor({ disk, folder, maxBytes = 20_000_000 }: PdfCacheOptions) {
    this.#disk = disk;
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** The PDF as it was put in; undefined when it is not there, or not whole. */
  get(uuid: string, paper: Paper): Promise<Buffer | undefined> {
    return this.#attempt(async () => {
      const entry = (await this.#index()).get(key(uuid, paper));
      if (entry === undefined) return undefined;
      const bytes = await readWhole(this.#disk, join(this.#folder, entry.name));
      return bytes?.length === entry.bytes ? bytes : undefined;
    });
  }

  /** Keeps a PDF; one that is larger than the whole cache, or that the disk does not take, is not kept. */
  async put(uuid: string, paper: Paper, bytes: Uint8Array): Promise<void> {
    await this.#attempt(async () => {
      const entries = await this.#index();
      if (bytes.length > this.#maxBytes) return;
      await this.#drop(key(uuid, paper));
      for (const oldest of [...entries.keys()]) {
        if (this.#bytes + bytes.length <= this.#maxBytes) break;
        await this.#drop(oldest);
      }
      const name = `${String(this.#sequence).padStart(12, '0')}-${bytes.length}-${uuid}-${paper}.pdf`;
      this.#sequence += 1;
      await writeAtomic(this.#disk, join(this.#folder, name), bytes);
      this.#add(key(uuid, paper), { name, bytes: bytes.length });
    });
  }

  /** One after the other; a disk that fails makes it a miss. */
  #attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    return this.#serial.run(async () => {
      try {
        return await work();
      } catch (error) {
        if (error instanceof DiskError) return undefined;
        throw error;
      }
    });
  }

  /** Read from the folder at first use. What is not a finished file of ours is left over from a power cut, and goes. */
  async #index(): Promise<Map<string, Entry>> {
    if (this.#entries !== undefined) return this.#entries;
    await this.#disk.makeDir(this.#folder);
    const names = await this.#disk.list(this.#folder);
    this.#entries = new Map();
    const leftOver: string[] = [];
    for (const name of names) {
      const [, sequence, bytes, uuid = '', paper = ''] = NAME.exec(name) ?? [];
      const id = `${uuid} ${paper}`;
      if (sequence === undefined || this.#entries.has(id)) {
        leftOver.push(name);
        continue;
      }
      this.#sequence = Number(sequence) + 1;
      this.#add(id, { name, bytes: Number(bytes) });
    }
    for (const name of leftOver) await this.#disk.remove(join(this.#folder, name));
    return this.#entries;
  }

  #add(id: string, entry: Entry): void {
    this.#entries?.set(id, entry);
    this.#bytes += entry.bytes;
  }

  async #drop(id: string): Promise<void> {
    const entry = this.#entries?.get(id);
    if (entry === undefined) return;
    await this.#disk.remove(join(this.#folder, entry.name));
    this.#entries?.delete(id);
    this.#bytes -= entry.bytes;
  }
}

function key(uuid: string, paper: Paper): string {
  return `${uuid} ${paper}`;
}
