import type { JSX } from 'preact';
import { user } from '../../net/session.js';
import { Button } from '../../parts/button.js';
import { Icon } from '../../parts/icon.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { previousOf, type TillState, withoutPrevious } from '../../till/state.js';
import { till } from './till.js';
import { leftToDo } from './words.js';

/** What the cashier may still owe the previous buyer, after a scan or tap has begun the next bill. A tap hides it. */
export function Previous({ state }: { readonly state: TillState }): JSX.Element | null {
  const receipt = previousOf(state);
  if (receipt === undefined || (receipt.by !== undefined && receipt.by !== user.value?.name)) return null;
  const left = leftToDo(receipt);
  if (left.length === 0) return null;
  return (
    <Button class="chip-row" onClick={() => till.change(withoutPrevious)}>
      {t(TILL.previous, { what: left.join(', ') })} <Icon name="cross" />
    </Button>
  );
}
