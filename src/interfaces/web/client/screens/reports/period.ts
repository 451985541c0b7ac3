import { today } from '../../parts/money.js';

export const PRESETS = ['today', 'yesterday', 'week', 'month', 'lastMonth', 'custom'] as const;
export type Preset = (typeof PRESETS)[number];

/** Belgrade days, `2026-11-23`, both inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The days of a preset, relative to today; weeks begin on Monday. */
export function daysOf(preset: Exclude<Preset, 'custom'>): Period {
  const now = today();
  switch (preset) {
    case 'today':
      return { from: now, to: now };
    case 'yesterday':
      return { from: shifted(now, -1), to: shifted(now, -1) };
    case 'week':
      return { from: shifted(now, -((new Date(`${now}T00:00:00Z`).getUTCDay() + 6) % 7)), to: now };
    case 'month':
      return { from: `${now.slice(0, 7)}-01`, to: now };
    case 'lastMonth': {
      const last = shifted(`${now.slice(0, 7)}-01`, -1);
      return { from: `${last.slice(0, 7)}-01`, to: last };
    }
  }
}

function shifted(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
