import type { Fault } from './problem.js';
import { FILE_TEXTS } from './texts.js';

const CURLY = new RegExp('[\\u201c\\u201d\\u201e\\u201f\\u2018\\u2019\\u201a\\u00ab\\u00bb]', 'u');
const INVISIBLE = new RegExp('[\\p{Cc}\\p{Cf}\\u00a0\\u2000-\\u200a\\u202f]', 'u');
const NOT_ENGLISH = new RegExp('[^\\u0000-\\u007f]', 'u');

/** The fault of a line that is not TOML, explained by common mistakes. */
export function syntaxFault(line: string): Fault {
  const text = line.trim();
  if (text.startsWith('[')) return { text: FILE_TEXTS.section };
  const equals = text.indexOf('=');
  if (INVISIBLE.test(text.replaceAll('\t', ' '))) return { text: FILE_TEXTS.invisible };
  if (equals < 0) return { text: FILE_TEXTS.noEquals };
  if (NOT_ENGLISH.test(text.slice(0, equals))) return { text: FILE_TEXTS.keyLetters };
  const value = text.slice(equals + 1).trim();
  if (/^["']/.test(value)) {
    const isClosed = value.lastIndexOf(value.charAt(0)) > 0;
    if (value.startsWith('"') && value.includes('\\')) return { text: FILE_TEXTS.backslash };
    if (!isClosed) return { text: CURLY.test(value) ? FILE_TEXTS.smartQuotes : FILE_TEXTS.openQuote };
    return { text: FILE_TEXTS.notUnderstood };
  }
  if (CURLY.test(value)) return { text: FILE_TEXTS.smartQuotes };
  return { text: value.startsWith('[') ? FILE_TEXTS.notUnderstood : FILE_TEXTS.needsQuotes };
}
