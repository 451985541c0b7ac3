import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.js';
import { Field } from '../../parts/field.js';
import { t } from '../../text/language.js';
import { REPORTS } from '../../text/reports.js';
import { daysOf, type Period, type Preset, PRESETS } from './period.js';

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
  return (
    <div class="period screen-only">
      <div class="acts" role="group" aria-label={t(REPORTS.period)}>
        {PRESETS.map((one) => (
          <Button key={one} pressed={one === preset} onClick={() => choose(one)}>
            {t(REPORTS[one])}
          </Button>
        ))}
      </div>
      {preset === 'custom' && (
        <div class="search">
          <Field label={t(REPORTS.from)} type="date" value={typed.from} onInput={(from) => type({ from })} />
          <Field
            label={t(REPORTS.to)}
            type="date"
            value={typed.to}
            onInput={(to) => type({ to })}
            fault={typed.from > typed.to && typed.to !== '' ? t(REPORTS.order) : undefined}
          />
        </div>
      )}
    </div>
  );
}
