import type { JSX } from 'preact';
import { Button } from '../../parts/button.js';
import { LanguageChoice } from '../../parts/field.js';
import { go } from '../../route.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { HelpScreen } from '../screens.js';

/** The help page without signing in: a link back replaces the menu. */
export function OpenHelp(): JSX.Element {
  return (
    <main class="open-help">
      <header class="head">
        <Button onClick={() => go('')}>{t(COMMON.back)}</Button>
        <LanguageChoice />
      </header>
      <HelpScreen />
    </main>
  );
}
