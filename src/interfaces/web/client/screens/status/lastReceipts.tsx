import type { JSX } from 'preact';
import { operate } from '../../net/http.js';
import { Show, useLoaded } from '../../parts/load.js';
import { moment } from '../../parts/moment.js';
import { ReceiptAmount } from '../../parts/receiptAmount.js';
import { t } from '../../text/language.js';
import { STATUS } from '../../text/status.js';

/** How many are shown. */
const MAX_SHOWN = 5;

/** The last receipts, each a link to its page. */
export function LastReceipts({ round }: { readonly round: number }): JSX.Element {
  const found = useLoaded(() => operate('receipts.find', {}), [], [round]);
  return (
    <section class="card">
      <h2>{t(STATUS.lastReceipts)}</h2>
      <Show loaded={found}>
        {({ receipts }) => (
          <>
            {receipts.length === 0 && <p class="muted">{t(STATUS.noReceipts)}</p>}
            <ul class="last">
              {receipts.slice(0, MAX_SHOWN).map((receipt) => (
                <li key={receipt.uuid}>
                  <a href={`#/receipts/${receipt.uuid}`}>
                    {moment(receipt.time)} <ReceiptAmount receipt={receipt} />
                  </a>
                </li>
              ))}
            </ul>
            {receipts.length > MAX_SHOWN && (
              <a class="button" href="#/receipts">
                {t(STATUS.allReceipts)}
              </a>
            )}
          </>
        )}
      </Show>
    </section>
  );
}
