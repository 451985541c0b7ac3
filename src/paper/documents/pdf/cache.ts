import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Disk, DiskError, flashAccount, readWhole, TaskQueue } from '../../../base/index.js';
import { PAPERS, type Paper } from '../sheet/sheet.js';

/**
 * `<sequence>-<bytes>-<CRC-32>-<uuid>-<paper>-<mark>-<version>.pdf`: the file names are the whole index, in the order
 * of writing. The mark identifies the company details that were used. The version is that of the box that has drawn the
 * PDF, since another version may draw it differently.
 */
const NAME = new RegExp(
  String.raw`^(\d{12})-(\d+)-([\da-f]{8})-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-(${PAPERS.join('|')})-([\da-f]{8})-(.+)\.pdf$`,
);

interface PdfCacheOptions {
  readonly disk: Disk;
  /** A dedicated folder; it may be deleted while the box is stopped. */
  readonly folder: string;
  /** Version of the box; PDFs of other versions are removed. */
  readonly version: string;
  /** Limit for all files together. */
  readonly maxBytes?: number;
  /** Nothing is stored while less than this is free: receipts need the space more. */
  readonly minFreeBytes?: number;
}

/** What a file uses besides its bytes: the rest of its last block, and its name. */
const FILE_BYTES = 8192;

interface Entry {
  readonly name: string;
  readonly bytes: number;
  readonly crc: string;
  readonly mark: string;
}

/**
 * A cache of drawn PDFs. Nothing depends on it: a PDF that is lost, or cannot be written, is drawn again. So nothing is
 * flushed, which would wear the flash and delay the flushes of sales. The checksum detects a file that a power cut has
 * truncated. The oldest files are removed when the limit is reached.
 */
export class PdfCache {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #version: string;
  readonly #maxBytes: number;
  readonly #minFreeBytes: number;
  readonly #queue = new TaskQueue();
  /** By uuid and paper, oldest first. */
  #entries: Map<string, Entry> | undefined;
  #sequence = 0;
  #bytes = 0;

  constructor({ disk, folder, version, maxBytes = 20_000_000, minFreeBytes = 100_000_000 }: PdfCacheOptions) {
    this.#disk = disk;
    this.#folder = folder;
    this.#version = version;
    this.#maxBytes = maxBytes;
    this.#minFreeBytes = minFreeBytes;
  }

  /** The PDF that was stored with this mark; undefined when it is missing or damaged. */
  get(uuid: string, paper: Paper, mark: string): Promise<Buffer | undefined> {
    return this.#attempt(async () => {
      const entry = (await this.#index()).get(key(uuid, paper));
      if (entry?.mark !== mark) return undefined;
      const bytes = await readWhole(this.#disk, join(this.#folder, entry.name));
      return bytes?.length === entry.bytes && checksum(bytes) === entry.crc ? bytes : undefined;
    });
  }

  /** Stores a PDF, unless it is larger than the whole cache, the daily write quota is used up, or the disk fails. */
  async put(uuid: string, paper: Paper, mark: string, bytes: Uint8Array): Promise<void> {
    await this.#attempt(async () => {
      const entries = await this.#index();
      const account = flashAccount();
      if (bytes.length > this.#maxBytes || account?.isSpent() === true) return;
      if ((await this.#disk.freeBytes(this.#folder)) < this.#minFreeBytes) return;
      await this.#drop(key(uuid, paper));
      for (const oldest of [...entries.keys()]) {
        if (this.#bytes + bytes.length <= this.#maxBytes) break;
        await this.#drop(oldest);
      }
      const entry = this.#entryOf(uuid, paper, mark, bytes);
      this.#sequence += 1;
      await this.#write(join(this.#folder, entry.name), bytes);
      this.#add(key(uuid, paper), entry);
      account?.charge(bytes.length + FILE_BYTES);
    });
  }

  #entryOf(uuid: string, paper: Paper, mark: string, bytes: Uint8Array): Entry {
    const sequence = String(this.#sequence).padStart(12, '0');
    const crc = checksum(bytes);
    const name = `${sequence}-${bytes.length}-${crc}-${uuid}-${paper}-${mark}-${this.#version}.pdf`;
    return { name, bytes: bytes.length, crc, mark };
  }

  async #write(path: string, bytes: Uint8Array): Promise<void> {
    const file = await this.#disk.create(path);
    try {
      file.write(0, bytes);
    } catch (error) {
      // Frees the space on a full disk. If this fails too, the first error is the one that matters.
      await this.#disk.remove(path).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
  }

  /** Runs one operation at a time; a failing disk counts as a cache miss. */
  #attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    return this.#queue.run(async () => {
      try {
        return await work();
      } catch (error) {
        if (error instanceof DiskError) return undefined;
        throw error;
      }
    });
  }

  /** Read from the folder at first use. Other files, and those of other versions, are removed. */
  async #index(): Promise<Map<string, Entry>> {
    if (this.#entries !== undefined) return this.#entries;
    await this.#disk.makeDir(this.#folder);
    const names = await this.#disk.list(this.#folder);
    this.#entries = new Map();
    const obsolete: string[] = [];
    for (const name of names) {
      const [, sequence, bytes, crc = '', uuid = '', paper = '', mark = '', version] = NAME.exec(name) ?? [];
      const id = `${uuid} ${paper}`;
      if (sequence !== undefined) this.#sequence = Number(sequence) + 1;
      if (version !== this.#version || this.#entries.has(id)) obsolete.push(name);
      else this.#add(id, { name, bytes: Number(bytes), crc, mark });
    }
    for (const name of obsolete) await this.#disk.remove(join(this.#folder, name));
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

function checksum(bytes: Uint8Array): string {
  return crc32(bytes).toString(16).padStart(8, '0');
}
