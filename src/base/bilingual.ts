import { latin } from './latin.js';

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
