import type { Bilingual } from '../../base/index.js';
import { API } from './api.js';
import { CERTIFICATES } from './certificates.js';
import { ITEMS } from './items.js';
import { PEOPLE } from './people.js';
import { SETTINGS } from './settings.js';
import { UPDATES } from './updates.js';
import { WORK } from './work.js';

/** Of a longer sentence the caller's text is a part; nobody reads it to its end. */
const MAX_LENGTH = 4000;
/** A field by its path, or the whole of what was sent. */
const FIELD = /^(?:[^\s:]+|the value|the body)$/;
const PLACE = /\{(!?)(\w+)\}/;

interface Known {
  /** What stands before, between and behind the places. */
  readonly parts: readonly string[];
  readonly places: readonly { readonly name: string; readonly isSentence: boolean }[];
  readonly sr: string;
  readonly weight: number;
}

/** Those that say more come first. */
const KNOWN: readonly Known[] = [PEOPLE, WORK, CERTIFICATES, SETTINGS, ITEMS, API, UPDATES]
  .flatMap((area) => Object.entries(area).map(([en, sr]) => knownOf(en, sr)))
  .sort((one, other) => other.weight - one.weight);

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

/** What a page says in place of an English sentence of the box; undefined when nothing is known for it. */
export function wordsOf(en: string): Bilingual | undefined {
  if (en.length > MAX_LENGTH) return undefined;
  for (const known of KNOWN) {
    const sr = serbian(known, en);
    if (sr !== undefined) return { sr, en };
  }
  return undefined;
}

function serbian({ parts, places, sr }: Known, en: string): string | undefined {
  const values = valuesIn(parts, en);
  if (values === undefined) return undefined;
  const words = new Map<string, string>();
  for (const [at, { name, isSentence }] of places.entries()) {
    const value = values[at] ?? '';
    const inner = isSentence ? wordsOf(value)?.sr : value;
    if (inner === undefined || (name === 'field' && !FIELD.test(value))) return undefined;
    words.set(name, inner);
  }
  return sr.replace(/\{(\w+)\}/g, (place, name: string) => words.get(name) ?? place);
}

/** What stands between the parts, in time that grows with the length only. */
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
