import { t } from '../text/language.js';
import { NUMBERS } from '../text/common.js';
import { money, quantity } from './money.js';
import { type NumberBounds, type NumberFault, numberFault } from './typed.js';

/** The message at the field of a typed number that is not accepted; undefined when it is accepted. */
export function numberText(typed: string, bounds: NumberBounds): string | undefined {
  const fault = numberFault(typed, bounds);
  return fault && faultText(fault, bounds);
}

function faultText(fault: NumberFault, { places, least, most }: NumberBounds): string {
  const shown = (value: number): string => (places === 2 ? money(value / 100) : quantity(value / 1000));
  switch (fault) {
    case 'none':
      return t(NUMBERS.none);
    case 'decimals':
      return t(NUMBERS.decimals, { places });
    case 'low':
      return least === 1 ? t(NUMBERS.zero) : t(NUMBERS.low, { least: shown(least) });
    case 'high':
      return t(NUMBERS.high, { most: shown(most) });
  }
}
