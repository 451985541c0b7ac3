import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { readWhole } from '../../base/atomic.js';
import { type Disk, DiskError } from '../../base/disk.js';
import { Serial } from '../../base/serial.js';
import { PAPERS, type Paper } from '../sheet/sheet.js';

/**
 * `<sequence>-<bytes>-<CRC-32>-<uuid>-<paper>-<version>.pdf`: the names of the folder are the whole index, in the order
 * of writing. The version is that of the box which has drawn it: another one may draw otherwise.
 */
const NAME = new RegExp(
  String.raw`^(\d{12})-(\d+)-([\da-f]{8})-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-(${PAPERS.join('|')})-(.+)\.pdf$`,
);

export interface PdfCacheOptions {
  readonly disk: Disk;
  /** A folder of its own; whoever needs room may delete it while the box does not run. */
  readonly folder: string;
  /** Of the box; what others have drawn is cleared away. */
  readonly version: string;
  /** The files together stay below this. */
  readonly maxBytes?: number;
  /** Nothing is kept while less than this is free: receipts need the room more. */
  readonly minFreeBytes?: number;
}

interface Entry {
  readonly name: string;
  readonly bytes: number;
  readonly crc: string;
}

/**
 * PDFs that were drawn already. Nothing depends on them: what is lost, or cannot be written, is drawn again. So nothing
 * is flushed, which would wear the flash and hold up the flushes of sales; what a power cut has left of a file is told by
 * its checksum. The oldest go when the room is used up.
 */
export class PdfCache {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #version: string;
  readonly #maxBytes: number;
  readonly #minFreeBytes: number;
  readonly #serial = new Serial();
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

  /** The PDF as it was put in; undefined when it is not there, or not whole. */
  get(uuid: string, paper: Paper): Promise<Buffer | undefined> {
    return this.#attempt(async () => {
      const entry = (await this.#index()).get(key(uuid, paper));
      if (entry === undefined) return undefined;
      const bytes = await readWhole(this.#disk, join(this.#folder, entry.name));
      return bytes?.length === entry.bytes && checksum(bytes) === entry.crc ? bytes : undefined;
    });
  }

  /** Keeps a PDF; one that is larger than the whole cache, or that the disk does not take, is not kept. */
  async put(uuid: string, paper: Paper, bytes: Uint8Array): Promise<void> {
    await this.#attempt(async () => {
      const entries = await this.#index();
      if (bytes.length > this.#maxBytes) return;
      if ((await this.#disk.freeBytes(this.#folder)) < this.#minFreeBytes) return;
      await this.#drop(key(uuid, paper));
      for (const oldest of [...entries.keys()]) {
        if (this.#bytes + bytes.length <= this.#maxBytes) break;
        await this.#drop(oldest);
      }
      const entry = this.#entryOf(uuid, paper, bytes);
      this.#sequence += 1;
      await this.#write(join(this.#folder, entry.name), bytes);
      this.#add(key(uuid, paper), entry);
    });
  }

  #entryOf(uuid: string, paper: Paper, bytes: Uint8Array): Entry {
    const sequence = String(this.#sequence).padStart(12, '0');
    const crc = checksum(bytes);
    const name = `${sequence}-${bytes.length}-${crc}-${uuid}-${paper}-${this.#version}.pdf`;
    return { name, bytes: bytes.length, crc };
  }

  async #write(path: string, bytes: Uint8Array): Promise<void> {
    const file = await this.#disk.create(path);
    try {
      file.write(0, bytes);
    } catch (error) {
      // A full disk gets its room back. When even this fails, the first error is the one that tells something.
      await this.#disk.remove(path).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
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

  /** Read from the folder at first use. What is not a file of ours, or drawn by another version, goes. */
  async #index(): Promise<Map<string, Entry>> {
    if (this.#entries !== undefined) return this.#entries;
    await this.#disk.makeDir(this.#folder);
    const names = await this.#disk.list(this.#folder);
    this.#entries = new Map();
    const leftOver: string[] = [];
    for (const name of names) {
      const [, sequence, bytes, crc = '', uuid = '', paper = '', version] = NAME.exec(name) ?? [];
      const id = `${uuid} ${paper}`;
      if (sequence !== undefined) this.#sequence = Number(sequence) + 1;
      if (version !== this.#version || this.#entries.has(id)) leftOver.push(name);
      else this.#add(id, { name, bytes: Number(bytes), crc });
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

function checksum(bytes: Uint8Array): string {
  return crc32(bytes).toString(16).padStart(8, '0');
}
