import type { JSX } from 'preact';
import { COMMON } from '../text/common.js';
import { type Language, LANGUAGES } from '../../../../base/bilingual.js';
import { language, setLanguage, t } from '../text/language.js';
import { Button } from './button.js';

const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { 'sr-Cyrl': 'Ћир', 'sr-Latn': 'Lat', en: 'Eng' };

/** The languages of the pages, by their own names. */
export function LanguageChoice(): JSX.Element {
  return (
    <div class="languages" role="group" aria-label={t(COMMON.language)}>
      {LANGUAGES.map((one) => (
        <Button key={one} kind="link" pressed={language.value === one} onClick={() => setLanguage(one)}>
          {LANGUAGE_NAMES[one]}
        </Button>
      ))}
    </div>
  );
}
