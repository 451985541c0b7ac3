import { day } from './money.js';

/** `23. нов 2026. 10:05` from `2026-11-23 10:05:12`. */
export function moment(localTime: string): string {
  return `${day(localTime.slice(0, 10))} ${localTime.slice(11, 16)}`;
}
