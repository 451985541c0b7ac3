import type { Bilingual } from '../../../base/index.js';
import { API } from './api.js';
import { fieldName, settingTitle } from './fieldNames.js';
import { CERTIFICATES } from './certificates.js';
import { COMMANDS } from './commands.js';
import { ITEMS } from './items.js';
import { PEOPLE } from './people.js';
import type { Refusals } from './refusals.js';
import { SETTINGS } from './settings.js';
import { UPDATES } from './updates.js';
import { WORK } from './work.js';

/** A longer sentence contains a text of the caller and is not translated. */
const MAX_LENGTH = 4000;
/** A field by its path, or the whole value. */
const FIELD = /^(?:[^\s:]+|the value|the body)$/;
const WHOLE: Readonly<Record<string, string>> = { 'the value': 'вредност', 'the body': 'тело захтева' };
const PLACE = /\{(!?)(\w+)\}/;

interface Known {
  /** The fixed text before, between and after the places. */
  readonly parts: readonly string[];
  readonly places: readonly { readonly name: string; readonly isSentence: boolean }[];
  readonly sr: string;
  readonly weight: number;
}

const ON_PAGES: Refusals = { ...PEOPLE, ...WORK, ...CERTIFICATES, ...SETTINGS, ...ITEMS, ...API, ...UPDATES };

const PAGES = byWeight(ON_PAGES);
const TERMINAL = byWeight({ ...ON_PAGES, ...COMMANDS });

/** More specific refusals come first. */
function byWeight(refusals: Refusals): readonly Known[] {
  return Object.entries(refusals)
    .map(([en, sr]) => knownOf(en, sr))
    .sort((one, other) => other.weight - one.weight);
}

function knownOf(en: string, sr: string): Known {
  const [first = '', ...rest] = en.split(PLACE);
  const parts = [first];
  const places: Known['places'][number][] = [];
  for (let at = 0; at < rest.length; at += 3) {
    places.push({ isSentence: rest[at] === '!', name: rest[at + 1] ?? '' });
    parts.push(rest[at + 2] ?? '');
  }
  return { parts, places, sr, weight: parts.join('').length };
}

/** The Serbian text of a page for an English sentence of the box; undefined without a translation. */
export function wordsOf(en: string): Bilingual | undefined {
  return wordsAmong(PAGES, en, undefined);
}

/** The Serbian text of a command for an English sentence of the box; undefined without a translation. */
export function commandWordsOf(en: string): Bilingual | undefined {
  return wordsAmong(TERMINAL, en, undefined);
}

/**
 * Refusals in both languages; several may be joined by semicolons, with or without full stops. Sentences without a
 * translation remain in English.
 */
export function refusalWords(en: string): Bilingual {
  const words = en.split('; ').map((one) => (commandWordsOf(one) ?? commandWordsOf(`${one}.`))?.sr ?? one);
  return { sr: words.join('; '), en };
}

/** `setting`: the setting of the sentence, if it is a part of one that names it. */
function wordsAmong(all: readonly Known[], en: string, setting: string | undefined): Bilingual | undefined {
  if (en.length > MAX_LENGTH) return undefined;
  for (const known of all) {
    const sr = serbian(known, en, all, setting);
    if (sr !== undefined) return { sr, en };
  }
  return undefined;
}

/** A quoted cell in a sentence, with English quotation marks; JSON text is unchanged. */
const QUOTED = /^"([^"]*)"$/;

function serbian(
  { parts, places, sr }: Known,
  en: string,
  all: readonly Known[],
  outer: string | undefined,
): string | undefined {
  let setting = outer;
  const values = valuesIn(parts, en);
  if (values === undefined) return undefined;
  const words = new Map<string, string>();
  for (const [at, { name, isSentence }] of places.entries()) {
    const value = values[at] ?? '';
    if (name === 'setting') setting = value;
    const inner = isSentence ? wordsAmong(all, value, setting)?.sr : value.replace(QUOTED, '„$1”');
    if (inner === undefined || (name === 'field' && !FIELD.test(value))) return undefined;
    words.set(
      name,
      all === PAGES ? (inPageWords(name, inner, sr, setting) ?? inner) : (name === 'field' && WHOLE[inner]) || inner,
    );
  }
  return sr.replace(/\{(\w+)\}/g, (place, name: string) => words.get(name) ?? place);
}

/** Display name of a field or setting; undefined for any other value. */
function inPageWords(name: string, value: string, sr: string, setting: string | undefined): string | undefined {
  switch (name) {
    case 'field':
      // A sentence that begins with a field uses its display name as subject.
      return WHOLE[value] ?? (sr.startsWith('{field}') ? `Поље „${fieldName(value, setting)}”` : value);
    case 'member':
    case 'moved':
      return fieldName(value, setting);
    case 'setting':
      return settingTitle(value);
    default:
      return undefined;
  }
}

/** The texts between the fixed parts, found in linear time. */
function valuesIn(parts: readonly string[], text: string): string[] | undefined {
  const [first = '', ...others] = parts;
  const last = others.pop();
  if (last === undefined) return text === first ? [] : undefined;
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const end = text.length - last.length;
  const values: string[] = [];
  let at = first.length;
  for (const part of others) {
    const next = text.indexOf(part, at);
    if (next < 0) return undefined;
    values.push(text.slice(at, next));
    at = next + part.length;
  }
  if (at > end) return undefined;
  values.push(text.slice(at, end));
  return values;
}
