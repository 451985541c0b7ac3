import { collectYoungGarbage } from '../../base/index.js';

/** Number of received bytes after which their memory is freed. */
const FREE_EVERY = 4 * 1024 * 1024;

/**
 * Frees the memory of uploads. Node reads each 64 KiB into separate memory, which V8 frees with a small object that
 * represents it. V8 therefore sees little to collect until such objects hold tens of megabytes. Frequent collection
 * takes less time than a late one.
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
