/** How far long work is, on a terminal. */
export interface Meter {
  /** Bytes done, of so many where it is known how many there are. */
  show(done: number, all?: number): void;
  /** Takes the line away. */
  end(): void;
}

/** Between two lines, ms: a terminal behind a serial line is slow. */
const EVERY = 200;
const MEGABYTE = 1_000_000;

/** Writes one line on standard error over and over, and nothing at all where that is no terminal. */
export function meter(what: string): Meter {
  const { stderr } = process;
  let last = 0;
  return {
    show(done, all) {
      if (!stderr.isTTY || performance.now() - last < EVERY) return;
      last = performance.now();
      const share = all === undefined || all === 0 ? '' : ` (${Math.floor((100 * done) / all)} %)`;
      stderr.write(`\r\u001b[K${(done / MEGABYTE).toFixed(1)} MB ${what}${share}`);
    },
    end() {
      if (stderr.isTTY) stderr.write('\r\u001b[K');
    },
  };
}
