/** Letters of Serbian Cyrillic in Serbian Latin. */
const SERBIAN_LATIN: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', ђ: 'đ', е: 'e', ж: 'ž', з: 'z', и: 'i', ј: 'j', к: 'k', л: 'l' },
  ...{ љ: 'lj', м: 'm', н: 'n', њ: 'nj', о: 'o', п: 'p', р: 'r', с: 's', т: 't', ћ: 'ć', у: 'u', ф: 'f', х: 'h' },
  ...{ ц: 'c', ч: 'č', џ: 'dž', ш: 'š' },
};

/**
 * Transliterates Serbian Cyrillic to Serbian Latin; other characters are unchanged. `Љубав` is `Ljubav`, `ЉУБАВ` is
 * `LJUBAV`. Also runs in a browser.
 */
export function latin(text: string): string {
  return text.replace(/\p{Script=Cyrillic}/gu, (letter, at: number) => {
    const lower = SERBIAN_LATIN[letter.toLowerCase()];
    if (lower === undefined || letter === letter.toLowerCase()) return lower ?? letter;
    const [next, before] = [text.charAt(at + 1), text.charAt(at - 1)];
    // At the end of a word the previous letter decides whether the word is in capitals.
    const beside = /\p{L}/u.test(next) ? next : before;
    const isShouted = beside !== beside.toLowerCase();
    return isShouted ? lower.toUpperCase() : lower.charAt(0).toUpperCase() + lower.slice(1);
  });
}

const MARKS = /\p{M}/gu;
/** One letter in Serbian, written as two without a key for it. */
const STROKED = 'dj';
const LATIN: Readonly<Record<string, string>> = { ...SERBIAN_LATIN, ђ: STROKED, đ: STROKED };

/**
 * A text for comparison: in lower-case Latin letters without marks, so that `Ћевапи`, `Ćevapi` and `cevapi` are equal.
 */
export function searchKey(text: string): string {
  let key = '';
  for (const letter of text.toLowerCase()) key += LATIN[letter] ?? letter;
  return key.normalize('NFD').replace(MARKS, '');
}

/** A text in both languages. */
export interface Bilingual {
  /** Serbian Cyrillic, ekavica. */
  readonly sr: string;
  readonly en: string;
}

/** Languages of texts for people: Serbian in Cyrillic or Latin, and English. */
export const LANGUAGES = ['sr-Cyrl', 'sr-Latn', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The text in one language, with `{name}` replaced by its value. */
export function translate(
  { sr, en }: Bilingual,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const words = language === 'en' ? en : language === 'sr-Latn' ? latin(sr) : sr;
  return words.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** A problem, and what to do about it. */
export interface Finding {
  /** The code of the device or the standard, such as `1300`; null without one. */
  readonly code: string | null;
  /** True when the box cannot issue receipts until it is fixed. */
  readonly blocks: boolean;
  readonly found: Bilingual;
  readonly action: Bilingual;
  /** The command for a technician; absent when there is none, or the action names it. Pages for sellers omit it. */
  readonly command?: string;
  /** The name in the system or a library, such as `ECONNREFUSED`, for a technician with a terminal. */
  readonly detail?: string;
  /** Set when a device could not be reached at all. */
  readonly isOutOfReach?: true;
}

/** The action as shown on a terminal, with its command. */
export function actionOnTerminal({ action, command }: Pick<Finding, 'action' | 'command'>): Bilingual {
  if (command === undefined) return action;
  return { sr: `${action.sr} Покрените: ${command}`, en: `${action.en} Run: ${command}` };
}
