import { setTimeout as delay } from 'node:timers/promises';

/** Between two looks, ms. */
const BETWEEN = 5;
/** After this time the output names what is awaited, ms. */
const SAID_AFTER = 20_000;

/**
 * Waits until something holds, however long that takes: on a busy machine everything takes longer. What is in vain ends at the
 * time limit of its file, and by then the output says what it was. `pause`: what is done between two looks.
 */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  pause: () => Promise<unknown> = () => delay(BETWEEN),
): Promise<void> {
  const saying = setTimeout(() => process.stderr.write(`still waiting: ${what}\n`), SAID_AFTER);
  try {
    while (!(await holds())) await pause();
  } finally {
    clearTimeout(saying);
  }
}
