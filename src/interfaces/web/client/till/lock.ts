import { signal } from '@preact/signals';

/** Only one window of a device may have the till: two would change one bill. */
const LOCK = 'till';

/** `elsewhere`: another window has it. */
export const hold = signal<'asking' | 'here' | 'elsewhere'>('asking');

/** Takes the till if it is free; with `steal` also from another window. */
export async function takeTill(
  steal: boolean,
  { onTaken, onLost }: { onTaken: () => void; onLost: () => void },
): Promise<void> {
  const options: LockOptions = steal ? { steal: true } : { ifAvailable: true };
  try {
    await navigator.locks.request(LOCK, options, async (lock) => {
      hold.value = lock === null ? 'elsewhere' : 'here';
      if (lock === null) return;
      onTaken();
      await new Promise<never>(() => undefined);
    });
  } catch {
    // Another window has taken it over.
    onLost();
    hold.value = 'elsewhere';
  }
}
