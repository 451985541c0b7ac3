import { collectYoungGarbage } from '../base/index.js';

/** Bytes after which what they came in is freed. */
const FREE_EVERY = 4 * 1024 * 1024;

/**
 * Frees what uploads leave behind. Node reads each 64 KiB into memory of its own, which V8 frees with the object that stands for
 * it: a small one, so that V8 sees little to collect until tens of megabytes hang on such objects. To collect them often takes
 * less time than to collect them late.
 */
export class ReceivedBytes {
  private since = 0;

  constructor(private readonly collect: () => void = collectYoungGarbage) {}

  add(bytes: number): void {
    this.since += bytes;
    if (this.since < FREE_EVERY) return;
    this.since = 0;
    this.collect();
  }
}
