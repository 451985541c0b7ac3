import type { JSX } from 'preact';
import type { CardInfo } from '../../../admin/index.js';
import { Notice } from '../parts/notice.js';
import { CARD } from '../text/card.js';
import { t } from '../text/language.js';

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
