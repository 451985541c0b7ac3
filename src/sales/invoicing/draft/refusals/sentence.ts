import {
  type Bilingual,
  type Explanation,
  fieldName,
  pointerTo,
  type Rule,
  type SchemaPath,
} from '../../../../base/index.js';

/** Why a request is refused, and where: a JSON pointer into its body, or the name of a parameter or header. */
export interface ValidationError extends Explanation {
  readonly field: string;
}

/** Name shown to people for the part of the body that a path leads to; entries are counted from 1. */
const PLACES: Readonly<Record<string, Bilingual>> = {
  items: { sr: 'Ставка', en: 'Line' },
  payments: { sr: 'Плаћање', en: 'Payment' },
};

function placeOf([list, entry]: SchemaPath): Bilingual | undefined {
  const place = typeof list === 'string' ? PLACES[list] : undefined;
  if (place === undefined || typeof entry !== 'number') return undefined;
  return { sr: `${place.sr} ${entry + 1}`, en: `${place.en} ${entry + 1}` };
}

/** Name of the field within its line or payment; '' for the line itself. */
export function nameInPlace(path: SchemaPath): string {
  return fieldName(placeOf(path) === undefined ? path : path.slice(2));
}

/** The field as the subject of a sentence. */
export function subject(name: string): Bilingual {
  return name === '' ? { sr: '', en: 'it ' } : { sr: `поље „${name}” `, en: `field "${name}" ` };
}

/** A refusal about a place in the body. For a line or a payment, the sentence begins with its number. */
export function at(rule: Rule, path: SchemaPath, words: Bilingual): ValidationError {
  const place = placeOf(path);
  return about(rule, pointerTo(path), {
    sr: place === undefined ? capitalised(words.sr) : `${place.sr}: ${words.sr}`,
    en: place === undefined ? capitalised(words.en) : `${place.en}: ${words.en}`,
  });
}

/** `line` is an index from 0; the sentence names it from 1. */
export function atLine(rule: Rule, line: number, field: string, words: Bilingual): ValidationError {
  return at(rule, ['items', line, field], words);
}

/** A refusal with a sentence of its own. `field`: a JSON pointer, or the name of a parameter or header. */
export function about(rule: Rule, field: string, { sr, en }: Bilingual): ValidationError {
  return { rule, field, message: `${sr}.`, messageEn: `${en}.` };
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The two documents that close an advance. */
export type ClosingDocument = 'refund' | 'final';

const DOCUMENTS: Readonly<Record<ClosingDocument, Bilingual>> = {
  refund: { sr: 'Рефундација аванса', en: 'Refund of the advance' },
  final: { sr: 'Коначни рачун', en: 'Final receipt' },
};

/** Adds the name of the document that the explanation is about, and the number of a refund that was already issued. */
export function inDocument<E extends Explanation>(document: ClosingDocument, explained: E, refund?: string): E {
  const { sr, en } = DOCUMENTS[document];
  const issued =
    refund === undefined
      ? { sr: '', en: '' }
      : {
          sr: ` Рефундација аванса ${refund} је издата и важи; поновите захтев да се изда само коначни рачун.`,
          en: ` The refund ${refund} of the advance was issued and stands; repeat the request to issue only the final receipt.`,
        };
  const { message, messageEn } = explained;
  return { ...explained, message: `${sr}: ${message}${issued.sr}`, messageEn: `${en}: ${messageEn}${issued.en}` };
}
