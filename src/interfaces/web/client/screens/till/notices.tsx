import type { ComponentChildren, JSX } from 'preact';
import { troubles } from '../../net/live.js';
import { BoxNews } from '../../parts/boxNews.js';
import { Icon } from '../../parts/icon.js';
import { Notice } from '../../parts/notice.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import type { TillState } from '../../till/state.js';
import { CardNotice, useWants } from './cardNotice.js';
import { KeepingNotice } from './keeping.js';

interface TillNoticesProps {
  readonly state: TillState;
  /** The view's own messages. */
  readonly children?: ComponentChildren;
}

/**
 * Messages of a till while its seller taps. They may appear at any moment, so they are below what is tapped, and above
 * the amount due: nothing moves under a finger.
 */
export function TillNotices({ state, children }: TillNoticesProps): JSX.Element {
  const wants = useWants(state.refusal);
  return (
    <div class="till-notices">
      {children}
      {state.unsettled.length > 0 && (
        <Notice kind="warning">{t(TILL.unsettled, { count: state.unsettled.length })}</Notice>
      )}
      <KeepingNotice />
      <CardNotice wants={wants} />
      <Troubles isCardNamed={wants !== null} />
      <BoxNews />
    </div>
  );
}

/**
 * A small warning before the next sale fails, or has no paper. While the card waits for a person, the processor waits
 * for the same.
 */
function Troubles({ isCardNamed }: { readonly isCardNamed: boolean }): JSX.Element | null {
  const shown = troubles.value.filter(({ of }) => of === 'printer' || !isCardNamed);
  if (shown.length === 0) return null;
  return (
    <div class="troubles" role="status">
      {shown.map(({ found, action }, at) => (
        <p key={at}>
          <Icon name="warning" /> <strong>{t(found)}</strong> {t(action)}
        </p>
      ))}
    </div>
  );
}
