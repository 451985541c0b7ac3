import { computed, signal } from '@preact/signals';
import { type Bilingual, type Language, LANGUAGES, translate } from '../../../../base/bilingual.js';

const STORED = 'language';

function storedLanguage(): Language {
  const stored = localStorage.getItem(STORED);
  return LANGUAGES.find((language) => language === stored) ?? 'sr-Cyrl';
}

export const language = signal<Language>(storedLanguage());

/** Locale for `Intl`, in the language of the page. */
export const locale = computed(() => (language.value === 'en' ? 'en-GB' : `${language.value}-RS`));

export function setLanguage(chosen: Language): void {
  localStorage.setItem(STORED, chosen);
  language.value = chosen;
  document.documentElement.lang = chosen;
}

/**
 * A text of the catalogue, or a bilingual text of the box, in the language of the page, with `{name}` replaced by its
 * value.
 */
export function t(text: Bilingual, values: Readonly<Record<string, string | number>> = {}): string {
  return translate(text, language.value, values);
}
