import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ClockBounds, isBehind, isPossible } from '../../../base/index.js';
import { bytesOf } from './boardSensors.js';

/**
 * State of the real-time clock of the board at the start. `none`: the board has no such clock. `lost`: the clock did
 * not run on, because its battery is empty or missing. `kept`: its time is plausible.
 */
export type RtcState = 'none' | 'lost' | 'kept';

/** A real-time clock as the kernel exposes it (Documentation/ABI/testing/sysfs-class-rtc). */
export interface Rtc {
  /** Driver and chip, such as `rtc-ds1307 1-0068`. */
  readonly name: string;
  /** True when the kernel set its own clock from this one at the start. */
  readonly isSource: boolean;
  /** Seconds since 1970; null when the clock itself reports that its time is not valid. */
  readonly seconds: number | null;
}

/** The real-time clocks below `root`, which is `/` except in tests. */
export function rtcsOf(root: string): readonly Rtc[] {
  const folder = join(root, 'sys/class/rtc');
  return namesIn(folder).map((rtc) => {
    const file = (name: string): string | undefined =>
      bytesOf(join(folder, rtc, name))
        ?.toString('latin1')
        .trim();
    const seconds = file('since_epoch') ?? '';
    return {
      name: file('name') ?? rtc,
      isSource: file('hctosys') === '1',
      seconds: /^\d{1,12}$/.test(seconds) ? Number(seconds) : null,
    };
  });
}

/** One clock with a plausible time is sufficient. */
export function rtcStateOf(rtcs: readonly Rtc[], bounds: ClockBounds): RtcState {
  if (rtcs.length === 0) return 'none';
  return rtcs.some(({ seconds }) => seconds !== null && isKept(seconds * 1000, bounds)) ? 'kept' : 'lost';
}

function isKept(time: number, bounds: ClockBounds): boolean {
  return isPossible(time, bounds.buildTime) && !isBehind(time, bounds);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return []; // the machine has no such clock
  }
}
