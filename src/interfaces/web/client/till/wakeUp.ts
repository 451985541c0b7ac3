/** Callbacks that end a sleep. */
const sleepers = new Set<() => void>();

/** Resolves when the time is over, or when something may have changed: the Wi-Fi is back, the tablet awake. */
export function sleep(ms: number): Promise<void> {
  return new Promise((done) => {
    const wake = (): void => {
      clearTimeout(timer);
      sleepers.delete(wake);
      done();
    };
    const timer = setTimeout(wake, ms);
    sleepers.add(wake);
  });
}

/** Ends every sleep. */
export function wakeAll(): void {
  for (const wake of sleepers) wake();
}
