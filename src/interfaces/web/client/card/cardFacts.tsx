import type { JSX } from 'preact';
import type { CardRow } from '../../../admin/index.js';
import type { Bilingual } from '../../../../base/index.js';
import { moment } from '../parts/moment.js';
import { day } from '../parts/money.js';
import { CARD } from '../text/card.js';
import { t } from '../text/language.js';
import { SETTINGS } from '../text/settings.js';

const ENVIRONMENTS: Readonly<Record<CardRow['environment'], Bilingual>> = {
  sandbox: SETTINGS.sandbox,
  production: SETTINGS.production,
  other: CARD.otherEnvironment,
};

/** The holder of the card, and the data read from it. */
export function CardFacts({ card }: { readonly card: CardRow }): JSX.Element {
  const { usedPercent, triesLeft, lastInvoice: last } = card;
  const facts = [
    [CARD.holder, card.organisation],
    [SETTINGS.tin, card.tin],
    [CARD.premises, card.location],
    [CARD.address, card.address],
    [CARD.uid, card.uid],
    [SETTINGS.environment, t(ENVIRONMENTS[card.environment])],
    [SETTINGS.until, day(card.until)],
    [CARD.software, card.version],
    [CARD.triesKey, triesLeft.key],
    [CARD.triesElement, triesLeft.element],
    [CARD.used, usedPercent === null ? null : `${usedPercent}\u00a0%`],
    [CARD.lastInvoice, last === null ? null : `${last.kindCounter}/${last.totalCounter}, ${moment(last.at)}`],
    [CARD.vpfr, card.vsdcUrl],
  ] as const;
  return (
    <>
      <dl class="facts">
        {facts.map(([title, value]) => (
          <div key={title.en} class="fact">
            <dt>{t(title)}</dt>
            <dd>{value === null ? t(CARD.notTold) : <bdi>{value}</bdi>}</dd>
          </div>
        ))}
      </dl>
      <p class="muted">{t(CARD.triesWhy)}</p>
    </>
  );
}
