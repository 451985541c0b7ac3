import { latin } from './latin.js';

/** The same sentence for the seller and for the technician. */
export interface Bilingual {
  /** Serbian Cyrillic, ekavica. */
  readonly sr: string;
  readonly en: string;
}

/** What people read: Serbian in Cyrillic or in Latin, or English. */
export const LANGUAGES = ['sr-Cyrl', 'sr-Latn', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A sentence in one of them, with `{name}` replaced by its value. */
export function said(
  { sr, en }: Bilingual,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const words = language === 'en' ? en : language === 'sr-Latn' ? latin(sr) : sr;
  return words.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** What is wrong, and what to do about it. */
export interface Finding {
  /** The code as the device or the standard has it, such as `1300`; null where there is none. */
  readonly code: string | null;
  /** Does it stop the box from issuing receipts until it is fixed? */
  readonly blocks: boolean;
  readonly found: Bilingual;
  readonly action: Bilingual;
  /** What a technician types for it; absent where there is nothing to type, or the action names it. Pages of a seller leave it out. */
  readonly command?: string;
  /** What the system or a library calls it, such as `ECONNREFUSED`: for a technician, who has a terminal. */
  readonly detail?: string;
  /** A device could not be reached at all; absent otherwise. */
  readonly isOutOfReach?: true;
}

/** What to do, as a terminal shows it: with the command for it. */
export function actionOnTerminal({ action, command }: Pick<Finding, 'action' | 'command'>): Bilingual {
  if (command === undefined) return action;
  return { sr: `${action.sr} Покрените: ${command}`, en: `${action.en} Run: ${command}` };
}
