import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** One run: where it writes, how much it measures, and where it says what it does. */
export class Bench {
  private readonly root: string;

  /** @param parent an existing folder on the disk to be measured; made when absent */
  constructor(
    parent: string,
    readonly quick: boolean,
    /** How many sales the part `loss` makes of each kind; undefined: as many as it chooses. */
    readonly sales?: number,
  ) {
    mkdirSync(parent, { recursive: true });
    this.root = mkdtempSync(join(parent, 'kasirbox-bench-'));
  }

  /** A new empty folder on the disk that is measured. */
  folder(): string {
    return mkdtempSync(join(this.root, 'data-'));
  }

  size({ full, quick }: { readonly full: number; readonly quick: number }): number {
    return this.quick ? quick : full;
  }

  say(line: string): void {
    process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
  }

  /** Type of the file system, as the kernel names it. */
  get fileSystem(): string {
    const mounts = readFileSync('/proc/self/mounts', 'utf8').trim().split('\n');
    const places = mounts.map((line) => line.split(' ')).map(([, place = '', type = '']) => ({ place, type }));
    const holding = places.filter(({ place }) => `${this.root}/`.startsWith(place === '/' ? place : `${place}/`));
    return holding.reduce((best, next) => (next.place.length >= best.place.length ? next : best)).type;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
