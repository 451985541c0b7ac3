import { bodyOf, type Invoice, textOfSheet } from '../answers.js';

/**
 * Rows of a sample as the tax authority prints it, in the words of the receipt that a processor composes today. Behind `←` stands what
 * the authority's sample has, where its words differ. `{…}` is what changes with each receipt: see {@link PLACEHOLDERS}.
 */
export interface SampleRows {
  /** Name of the sample. */
  readonly name: string;
  readonly source: string;
  readonly rows: string;
  /** Rows below the end of the receipt. */
  readonly below?: string;
  /** What the authority's picture has and this receipt has not, or has otherwise, and the clause that allows it; in Serbian. */
  readonly differs?: readonly string[];
}

/** How a row of a sample compares. */
export interface Compared {
  /** What the authority prints, in our words. */
  readonly wanted: string;
  /** What the authority prints, in its own words, where they differ. */
  readonly original: string | undefined;
  readonly isThere: boolean;
}

const TIME = String.raw`\d{2}\.\d{2}\.\d{4}\.\d{1,2}:\d{2}:\d{2}`;

/** Placeholders of rows, as patterns on text without blanks. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  време: TIME,
  'пфр број': String.raw`[A-Z\d]{8}-[A-Z\d]{8}-\d+`,
  бројач: String.raw`\d+/\d+`,
  'есир број': String.raw`\d+/\d+\.\d+\.\d+`,
  // The processor of the sandbox puts the country before it.
  пиб: String.raw`(?:RS)?\d{9}`,
};

/** Compares a receipt with a sample, row by row and in its order. `extra` lists additional rows of the receipt. */
export function compareRows(
  text: string,
  sample: Pick<SampleRows, 'rows'>,
): { readonly rows: readonly Compared[]; readonly extra: readonly string[] } {
  let rest = compact(text);
  const extra: string[] = [];
  const rows = parse(sample.rows).map(({ wanted, original }) => {
    const found = pattern(wanted).exec(rest);
    if (found === null) return { wanted, original, isThere: false };
    const before = rest.slice(0, found.index);
    if (before !== '') extra.push(before);
    rest = rest.slice(found.index + found[0].length);
    return { wanted, original, isThere: true };
  });
  return { rows, extra: rest === '' ? extra : [...extra, rest] };
}

/** The receipt up to its closing title. */
export function frameOf(journal: string): string {
  const at = journal.lastIndexOf('ФИСКАЛН');
  const end = journal.indexOf('\n', at);
  return end < 0 ? journal : journal.slice(0, end);
}

/** A text without blanks, ends of rows, and rules: long names go over two rows. */
function compact(text: string): string {
  return text.replace(/[=_]{2,}|-{3,}/g, '').replace(/\s+/g, '');
}

function parse(rows: string): { readonly wanted: string; readonly original: string | undefined }[] {
  const lines = rows.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [wanted = '', original] = line.split(' ← ');
      return { wanted, original };
    });
}

function pattern(row: string): RegExp {
  const parts = row.split(/\{([^}]+)\}/);
  const source = parts.map((part, at) => {
    if (at % 2 === 0) return compact(part).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    const known = PLACEHOLDERS[part];
    if (known === undefined) throw new Error(`no placeholder {${part}}`);
    return known;
  });
  return new RegExp(source.join(''), 'u');
}

/** The paper of a receipt as text, with the text below its end: that of the sheet of the slip. */
export async function paperText(
  call: (path: string) => Promise<{ readonly status: number; readonly text: string }>,
  { uuid }: Invoice,
): Promise<string> {
  const reply = await call(`/invoices/${uuid}/document?paper=a5&format=html`);
  if (reply.status !== 200) bodyOf(reply, 200);
  return textOfSheet(reply.text);
}
