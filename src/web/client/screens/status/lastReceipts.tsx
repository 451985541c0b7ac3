import type { JSX } from 'preact';
import { operate } from '../../net/http.js';
import { Show, useLoaded } from '../../parts/load.js';
import { moment } from '../../parts/moment.js';
import { money } from '../../parts/money.js';
import { Paper } from '../../parts/paper.js';
import { t } from '../../text/language.js';
import { STATUS } from '../../text/status.js';

const MOST = 5;

/** The last receipts, the newest of them as paper. */
export function LastReceipts({ round }: { readonly round: number }): JSX.Element {
  const found = useLoaded(() => operate('receipts.find', {}), [round]);
  return (
    <section class="card">
      <h2>{t(STATUS.lastReceipts)}</h2>
      <Show loaded={found}>
        {({ receipts }) => (
          <>
            {receipts.length === 0 && <p class="muted">{t(STATUS.noReceipts)}</p>}
            {receipts.slice(0, MOST).map(({ uuid, number, time, total }, place) => (
              <LastReceipt key={uuid} isOpen={place === 0} {...{ uuid, number, time, total }} />
            ))}
          </>
        )}
      </Show>
      <p>
        <a class="button" href="#/receipts">
          {t(STATUS.allReceipts)}
        </a>
      </p>
    </section>
  );
}

interface LastReceiptProps {
  readonly uuid: string;
  readonly number: string;
  readonly time: string;
  /** Para. */
  readonly total: number;
  readonly isOpen: boolean;
}

function LastReceipt({ uuid, number, time, total, isOpen }: LastReceiptProps): JSX.Element {
  return (
    <details class="last" open={isOpen}>
      <summary>
        {moment(time)} <strong>{money(total / 100)}</strong>
      </summary>
      <Paper uuid={uuid} label={number} />
      <p class="actions">
        <a class="button" href={`#/receipts/${uuid}`}>
          {t(STATUS.open)}
        </a>
      </p>
    </details>
  );
}
