/** Shows the progress of long work on a terminal. */
interface Meter {
  /** Bytes done, of all if their number is known. */
  show(done: number, all?: number): void;
  /** Removes the row. */
  end(): void;
}

/** Time between two updates, ms: a terminal on a serial port is slow. */
const INTERVAL = 200;
const MEGABYTE = 1_000_000;

/** Rewrites one row on standard error. Writes nothing when standard error is not a terminal. */
export function meter(what: string): Meter {
  const { stderr } = process;
  let last = 0;
  return {
    show(done, all) {
      if (!stderr.isTTY || performance.now() - last < INTERVAL) return;
      last = performance.now();
      const share = all === undefined || all === 0 ? '' : ` (${Math.floor((100 * done) / all)} %)`;
      stderr.write(`\r\u001b[K${(done / MEGABYTE).toFixed(1)} MB ${what}${share}`);
    },
    end() {
      if (stderr.isTTY) stderr.write('\r\u001b[K');
    },
  };
}
