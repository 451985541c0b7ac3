import { computed, signal } from '@preact/signals';
import type { Bilingual } from '../../../../base/index.js';
import { latin } from '../../../../base/latin.js';

/** Serbian in Cyrillic or in Latin, or English. */
export const LANGUAGES = ['sr-Cyrl', 'sr-Latn', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

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
  const { value } = language;
  const words = value === 'en' ? text.en : value === 'sr-Latn' ? latin(text.sr) : text.sr;
  return words.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
