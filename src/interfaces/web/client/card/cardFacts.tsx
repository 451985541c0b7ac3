import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { PfrSetting } from '../../../../shop/settings/index.js';
import type { CardInfo, CardRow } from '../../../admin/index.js';
import type { Bilingual } from '../../../../base/index.js';
import type { Environment } from '../../../../contract/index.js';
import { operate } from '../net/http.js';
import { box } from '../net/session.js';
import { Facts } from '../components/facts.js';
import { type Loaded, useLoaded, useSettings } from '../components/load.js';
import { day, moment } from '../components/valueText.js';
import { Notice } from '../components/notice.js';
import { LinkButton } from '../components/button.js';
import { CARD } from '../text/card.js';
import { COMMON } from '../text/common.js';
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
    [COMMON.taxpayer, card.organisation],
    [COMMON.tin, card.tin],
    [COMMON.premises, card.location],
    [COMMON.address, card.address],
    [CARD.uid, card.uid],
    [COMMON.environment, t(ENVIRONMENTS[card.environment])],
    [COMMON.validUntil, day(card.until)],
    [CARD.software, card.version],
    [CARD.triesKey, triesLeft.key],
    [CARD.triesElement, triesLeft.element],
    [CARD.used, usedPercent === null ? null : `${usedPercent}\u00a0%`],
    [CARD.lastInvoice, last === null ? null : `${last.kindCounter}/${last.totalCounter}, ${moment(last.at)}`],
    [CARD.vpfr, card.vsdcUrl],
  ] as const;
  return (
    <>
      <Facts facts={facts.map(([title, value]) => [t(title), value === null ? t(CARD.notTold) : String(value)])} />
      <p class="muted">{t(CARD.triesWhy)}</p>
    </>
  );
}

interface CardFindingsProps {
  readonly info: CardInfo;
  /** True when the card can be accepted, and its PIN entered, directly below. */
  readonly hasDeeds?: boolean;
  /** True when the outcome of a PIN entry already shows the number of remaining tries. */
  readonly isPinTold?: boolean;
}

/** The faults of reader or card with actions, or that there are none. */
export function CardFindings({ info, hasDeeds = false, isPinTold = false }: CardFindingsProps): JSX.Element {
  const { findings, card, pin } = info;
  const isReady = card !== null && pin === 'accepted' && findings.every(({ state }) => state !== 'failure');
  const shown = isPinTold ? findings.filter(({ deed }) => deed !== 'pin') : findings;
  return (
    <>
      {isReady && <Notice kind="success">{t(CARD.ready)}</Notice>}
      {shown.map((finding) => (
        <Notice key={finding.found.en} kind={kindOf(info, finding.state)}>
          <strong>
            <bdi>{t(finding.found)}</bdi>
          </strong>
          {!(hasDeeds && finding.deed !== undefined) && <p>{t(finding.action)}</p>}
        </Notice>
      ))}
    </>
  );
}

/** A fault of a card that no processor needs is not a failure. */
function kindOf({ state, isUsed }: CardInfo, found: 'failure' | 'warning'): 'info' | 'warning' | 'failure' {
  if (state === 'reading') return 'info';
  if (isUsed) return found;
  return state === 'no reader' || state === 'no card' ? 'info' : 'warning';
}

/** Link to the page of the card and its actions. */
export function ToCard(): JSX.Element {
  return <LinkButton text={t(CARD.toCard)} href="#/settings/card" />;
}

/** Time from an answer to the next request of a page, ms; the box answers from memory. */
const PAUSE = 2000;

/** State of reader and card while the page shows them; a hidden page sends no requests. */
export function useCard(): Loaded<CardInfo> {
  const wasAsked = useRef(false);
  const loaded = useLoaded((signal) => {
    const fresh = !wasAsked.current;
    wasAsked.current = true;
    return operate('card.info', { fresh }, signal);
  });
  const { value, fault, reload } = loaded;
  useEffect(() => {
    if (value === undefined && fault === undefined) return undefined;
    const ask = (): void => {
      if (document.hidden) timer = setTimeout(ask, PAUSE);
      else void reload();
    };
    let timer = setTimeout(ask, PAUSE);
    return () => clearTimeout(timer);
  }, [value, fault]);
  return loaded;
}

/** What the card needs from a person, if the active processor uses its key; otherwise nothing. */
export function CardOfProcessor({ environment }: { readonly environment: Environment }): JSX.Element | null {
  const name = `pfr.${environment}`;
  const loaded = useSettings(name);
  const processor = loaded.value?.[name] as PfrSetting | undefined;
  const isSelling = box.value?.environment === environment;
  return isSelling && processor?.key === 'card' ? <UsedCard /> : null;
}

function UsedCard(): JSX.Element | null {
  const { value: info } = useCard();
  if (info === undefined) return null;
  return (
    <div class="test card-here">
      <CardFindings info={info} />
      <ToCard />
    </div>
  );
}
