import type { JSX } from 'preact';
import { isOutdated } from '../net/live.js';
import { isAway, isRestarting } from '../net/session.js';
import { COMMON } from '../text/common.js';
import { t } from '../text/language.js';
import { Button } from './button.js';

/**
 * Messages about the box that may appear at any moment. Each screen shows them at its bottom, where they do not move
 * anything that is being tapped.
 */
export function BoxNews(): JSX.Element {
  return (
    <div class="news">
      {isOutdated.value && (
        <p class="banner" role="status">
          {t(COMMON.outdated)}{' '}
          <Button kind="link" onClick={() => location.reload()}>
            {t(COMMON.reload)}
          </Button>
        </p>
      )}
      {isAway.value && !isRestarting.value && (
        <p class="banner failure" role="status">
          {t(COMMON.offline)}
        </p>
      )}
    </div>
  );
}
