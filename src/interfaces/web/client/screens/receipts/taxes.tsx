import type { JSX } from 'preact';
import { money } from '../../parts/money.js';
import { rateWords } from '../../parts/taxLabel.js';
import { t } from '../../text/language.js';
import { RECEIPTS } from '../../text/receipts.js';
import type { Invoice } from './invoice.js';

/** The taxes of a receipt, as printed on it; nothing when it has none. */
export function Taxes({ taxItems }: Pick<Invoice, 'taxItems'>): JSX.Element | null {
  if (taxItems.length === 0) return null;
  // In para, because a sum of decimals would not be exact.
  const total = taxItems.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return (
    <section class="card">
      <h2>{t(RECEIPTS.tax)}</h2>
      <div class="table" tabIndex={0} role="region" aria-label={t(RECEIPTS.tax)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(RECEIPTS.taxLabel)}</th>
              <th scope="col" class="number">
                {t(RECEIPTS.taxRate)}
              </th>
              <th scope="col" class="number">
                {t(RECEIPTS.tax)}
              </th>
            </tr>
          </thead>
          <tbody>
            {taxItems.map(({ label, categoryName, amount, ...rate }, place) => (
              <tr key={place}>
                <td>
                  <bdi>{`${label}: ${categoryName}`}</bdi>
                </td>
                <td class="number">{rateWords(rate)}</td>
                <td class="number">{money(amount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {t(RECEIPTS.totalTax)}
              </th>
              <td class="number">{money(total / 100)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}
