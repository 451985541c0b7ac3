import type { JSX } from 'preact';
import { Button } from '../../components/button.js';
import { DialogButton } from '../../components/dialog.js';
import { go } from '../../route.js';
import { locale, t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { cartTotal } from '../../till/cart.js';
import { namesOf } from '../../till/cart.js';
import { type Parked, takeBack } from '../../till/tillState.js';
import { till } from './till.js';
import { para } from './tillText.js';
import { TillDialog } from './scanNotice.js';

interface ParkedProps {
  readonly parked: readonly Parked[];
  readonly onTaken?: () => void;
}

/** Parked bills that wait for their customers: the time, the content and the sum of each. */
export function ParkedBills({ parked, onTaken }: ParkedProps): JSX.Element {
  const time = new Intl.DateTimeFormat(locale.value, { hour: '2-digit', minute: '2-digit' });
  const take = async (key: string): Promise<void> => {
    await till.change((state, newKey) => takeBack(state, key, newKey(), Date.now()));
    onTaken?.();
    go('till');
  };
  return (
    <div class="rows">
      {parked.map(({ cart, at }) => (
        <Button key={cart.key} onClick={() => take(cart.key)}>
          {t(TILL.takeBack, { time: time.format(at), amount: para(cartTotal(cart)) })}
          {cart.by !== undefined && ` (${cart.by})`}
          <br />
          <span class="muted">{namesOf(cart)}</span>
        </Button>
      ))}
    </div>
  );
}

/** Shows on the till that bills are parked, and opens them. */
export function ParkedChip({ parked }: Pick<ParkedProps, 'parked'>): JSX.Element | null {
  if (parked.length === 0) return null;
  return (
    <DialogButton
      class="parked-chip"
      text={t(TILL.parkedCount, { count: parked.length })}
      title={t(TILL.parked)}
      frame={TillDialog}
    >
      {(close) => <ParkedBills parked={parked} onTaken={close} />}
    </DialogButton>
  );
}
