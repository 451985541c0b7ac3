import type { JSX } from 'preact';
import type { Environment } from '../../../../../contract/index.js';
import { operate } from '../../net/http.js';
import { box } from '../../net/session.js';
import { useLoaded } from '../../components/load.js';
import { Notice } from '../../components/notice.js';
import { t } from '../../text/language.js';
import { SETTINGS } from '../../text/settings.js';
import { type Draft, type Members, processorChange } from './draft.js';

interface ProcessorWarningProps {
  readonly environment: Environment;
  readonly before: Members;
  readonly draft: Draft;
}

/** Warning before another kind of processor is stored: what is forgotten, and what will wait. */
export function ProcessorWarning({ environment, before, draft }: ProcessorWarningProps): JSX.Element | null {
  const isActive = box.value?.environment === environment;
  // The box lists the queue of the active environment.
  const queue = useLoaded(() => operate('queue.list', {}), [draft['mode']]).value ?? [];
  const waiting = isActive ? queue.filter(({ state }) => state === 'queued').length : 0;
  const { forgets, standing } = processorChange(before, draft, waiting);
  if (forgets === undefined && standing === 0) return null;
  return (
    <Notice kind="warning">
      {standing > 0 && <p>{t(SETTINGS.queueStands, { count: standing })}</p>}
      {forgets !== undefined && <p>{t(SETTINGS.addressForgotten, { url: forgets })}</p>}
    </Notice>
  );
}
