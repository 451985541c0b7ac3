import type { JSX } from 'preact';
import { go } from '../route.js';
import { HELP } from '../text/help.js';
import { t } from '../text/language.js';
import { Button } from './button.js';

/** Link to the help page, for screens without a menu. */
export function HelpLink(): JSX.Element {
  return (
    <Button kind="link" onClick={() => go('help')}>
      {t(HELP.title)}
    </Button>
  );
}
