import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { offeredPayments, paymentName, PAYMENTS } from '../../../src/contract/payments.js';
import { BUYER_NAMES, OPTIONAL_FIELD_NAMES } from '../../../src/interfaces/web/client/text/buyer.js';
import type { Texts } from '../../../src/interfaces/web/client/text/texts.js';
import { CODES } from '../../../src/processors/pfr/wire/codeTable.js';
import { COMMANDS } from '../../../src/programs/cli/run.js';
import { guideChapter } from '../../interfaces/health/guide/document.js';
import { filesBelow, ROOT } from '../documents.js';

/** The documents in Serbian, as paths relative to the root. */
export const MANUAL = filesBelow('docs/sr', '.md');

/** Tables and lists that are made from the program. They stand between `<!-- списак: NAME -->` and `<!-- крај списка -->`. */
const LISTS: Readonly<Record<string, () => string>> = {
  купци: () => tableOfNames(['Шифра', 'Документ купца'], BUYER_NAMES),
  'опционо-поље': () => tableOfNames(['Шифра', 'Опционо поље купца'], OPTIONAL_FIELD_NAMES),
  'начини-плаћања': () =>
    table(
      ['На каси', 'На рачуну'],
      offeredPayments(false).map((type) => [`**${PAYMENTS[type].name.sr}**`, paymentName(type)]),
    ),
  'шифре-пфр': () =>
    table(
      ['Шифра', 'Узрок', 'Шта учинити'],
      [...CODES].map(([code, { found, action }]) => [`\`${code}\``, found.sr, action.sr]),
    ),
  провере: () => guideChapter('sr').replace(/^##.*\n/, ''),
  команде: () =>
    Object.entries(COMMANDS)
      .map(([name, { usage, summary }]) => {
        const forms = usage.map((form) => `kasirbox ${form}`).join('\n');
        return `### kasirbox ${name}\n\n\`\`\`text\n${forms}\n\`\`\`\n\n${prose(summary.sr)}\n`;
      })
      .join('\n'),
};

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function tableOfNames(head: readonly string[], names: Texts): string {
  return table(
    head,
    Object.entries(names).map(([code, { sr }]) => [`\`${code}\``, sr]),
  );
}

/** A text of the command line in a paragraph: names such as `NAME_OR_ID` and `cardPin` are no emphasis. */
function prose(text: string): string {
  const joined = text.replaceAll(/\n\s*/g, ' ').replaceAll(/([*_<>[\]])/g, '\\$1');
  return `${joined.charAt(0).toUpperCase()}${joined.slice(1)}.`;
}

const LIST = /(<!-- списак: (\S+) -->\n)(.*?)(<!-- крај списка -->)/gs;

/** A document with its lists as the program has them now, in lines of at most 118 characters. */
export async function withLists(document: string): Promise<string> {
  const file = join(ROOT, document);
  const text = readFileSync(file, 'utf8').replace(LIST, (_, begin: string, name: string, _old: string, end: string) => {
    const list = LISTS[name];
    if (list === undefined) throw new Error(`${document}: there is no list ${name}`);
    return `${begin}\n${list()}\n\n${end}`;
  });
  return format(text, { ...(await resolveConfig(file)), parser: 'markdown', proseWrap: 'always', printWidth: 118 });
}

/** Writes the lists of all documents anew. */
export async function keepLists(): Promise<void> {
  for (const document of MANUAL) writeFileSync(join(ROOT, document), await withLists(document));
}
