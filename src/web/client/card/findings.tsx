import type { JSX } from 'preact';
import type { CardInfo } from '../../../admin/index.js';
import { Notice } from '../parts/notice.js';
import { CARD } from '../text/card.js';
import { t } from '../text/language.js';

/** What is wrong with reader or card and what to do, or that nothing is. */
export function CardFindings({ info }: { readonly info: CardInfo }): JSX.Element {
  const { findings, card, pin } = info;
  const isReady = card !== null && pin === 'accepted' && findings.every(({ state }) => state !== 'failure');
  return (
    <>
      {isReady && <Notice kind="success">{t(CARD.ready)}</Notice>}
      {findings.map((finding) => (
        <Notice key={finding.found.en} kind={kindOf(info, finding.state)}>
          <strong>
            <bdi>{t(finding.found)}</bdi>
          </strong>
          <br />
          {t(finding.action)}
        </Notice>
      ))}
    </>
  );
}

/** What no processor needs is no failure. */
function kindOf({ state, isUsed }: CardInfo, found: 'failure' | 'warning'): 'info' | 'warning' | 'failure' {
  if (state === 'reading') return 'info';
  return found === 'failure' && isUsed ? 'failure' : 'warning';
}
