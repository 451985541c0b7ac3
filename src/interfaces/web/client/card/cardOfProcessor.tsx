import type { JSX } from 'preact';
import type { Environment } from '../../../../base/index.js';
import type { PfrSetting } from '../../../../shop/settings/index.js';
import { session } from '../net/session.js';
import { useSettings } from '../parts/useSettings.js';
import { CardFindings } from './findings.js';
import { useCard } from './followCard.js';
import { ToCard } from './toCard.js';

/** What the card needs from a person, if the active processor uses its key; otherwise nothing. */
export function CardOfProcessor({ environment }: { readonly environment: Environment }): JSX.Element | null {
  const { value } = session;
  const name = `pfr.${environment}`;
  const loaded = useSettings(name);
  const processor = loaded.value?.[name] as PfrSetting | undefined;
  const isSelling = value.state === 'signed-in' && value.box.environment === environment;
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
