import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { typedMembers, Field } from '../../components/field.js';
import { today } from '../../components/valueText.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { REPORTS } from '../../text/reports.js';

const PRESETS = ['today', 'yesterday', 'week', 'month', 'lastMonth', 'custom'] as const;
type Preset = (typeof PRESETS)[number];

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

interface PeriodChoiceProps {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
}

/** The usual periods by one tap, any other by its days. */
export function PeriodChoice({ period, onChange }: PeriodChoiceProps): JSX.Element {
  const [preset, setPreset] = useState<Preset>('today');
  const [typed, setTyped] = useState(period);
  const choose = (chosen: Preset): void => {
    setPreset(chosen);
    if (chosen === 'custom') {
      setTyped(period);
      return;
    }
    onChange(daysOf(chosen));
  };
  const type = (change: Partial<Period>): void => {
    const changed = { ...typed, ...change };
    setTyped(changed);
    if (changed.from !== '' && changed.to !== '' && changed.from <= changed.to) onChange(changed);
  };
  const day = typedMembers(typed, type);
  return (
    <div class="period screen-only">
      <div class="acts" role="group" aria-label={t(REPORTS.period)}>
        {PRESETS.map((one) => (
          <Button key={one} pressed={one === preset} text={t(REPORTS[one])} onClick={() => choose(one)} />
        ))}
      </div>
      {preset === 'custom' && (
        <div class="search">
          <Field label={t(COMMON.from)} type="date" {...day('from')} />
          <Field
            label={t(COMMON.to)}
            type="date"
            {...day('to')}
            fault={typed.from > typed.to && typed.to !== '' ? t(REPORTS.order) : undefined}
          />
        </div>
      )}
    </div>
  );
}
