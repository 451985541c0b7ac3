import { searchKey } from '../../../../../base/bilingual.js';

/** A document of the help page, as the build writes it. */
export interface HelpDocument {
  readonly language: 'sr' | 'en';
  /** Its part of the address: `help/uputstvo`. */
  readonly name: string;
  readonly title: string;
  /** Made from the project's own Markdown; headings have ids. */
  readonly html: string;
}

/** A heading and the text up to the next one. */
export interface Section {
  readonly document: string;
  readonly id: string;
  /** 1 for the title of the document. */
  readonly depth: number;
  readonly heading: string;
  readonly text: string;
}

/** Those with every word of `sought`, in either alphabet; sections with all words in the heading come first. */
export function findSections(sections: readonly Section[], sought: string): Section[] {
  const words = searchKey(sought)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const hasAll = (text: string): boolean => {
    const key = searchKey(text);
    return words.every((word) => key.includes(word));
  };
  const found = sections.filter(({ heading, text }) => hasAll(`${heading} ${text}`));
  const isNamed = ({ heading }: Section): boolean => hasAll(heading);
  return [...found.filter(isNamed), ...found.filter((section) => !isNamed(section))];
}

/** Characters shown before and after a found word. */
const AROUND = 70;

/** The text around the first of the words; its beginning where only the heading has them. */
export function excerpt(text: string, sought: string): string {
  const [word = ''] = searchKey(sought).trim().split(/\s+/);
  // A key has other lengths than its text, so the words of the text are compared one by one.
  const at = text.split(' ').findIndex((one) => searchKey(one).includes(word));
  const begin = at < 0 ? 0 : text.split(' ').slice(0, at).join(' ').length;
  const from = Math.max(0, begin - AROUND);
  const until = begin + 2 * AROUND;
  return `${from > 0 ? '…' : ''}${text.slice(from, until)}${until < text.length ? '…' : ''}`;
}
