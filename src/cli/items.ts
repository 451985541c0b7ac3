import { oneLine } from '../base/text.js';
import { ENCODINGS, type Encoding, readItems } from '../catalogue/csv/read.js';
import { writeItems } from '../catalogue/csv/write.js';
import { byName } from '../catalogue/items.js';
import { ask } from './ask.js';
import { type Command, complain, DEFAULT_FOLDER, print, readArgs, SUCCESS, USAGE } from './command.js';
import { sourceName } from './givenFile.js';
import { readItemsFile, writeItemsFile } from './itemsFile.js';

/** Refused rows that are told one by one; more of them have a cause in common, or nobody reads them. */
const MAX_TOLD = 100;

export const itemsCommand: Command = {
  usage: ['items import FILE [--dry-run] [--encoding NAME] [--data DIR]', 'items export FILE [--data DIR]'],
  summary: `takes the catalogue in and out as CSV (semicolons, decimal commas); FILE may be - for standard input or output.
      An import changes the items of the same PLU and creates those of others; a row without a PLU is about the one item
      without a PLU of exactly its name. Items that are not in FILE stay as they are. With one bad row nothing is imported.
      NAME is ${ENCODINGS.join(', ')}. An export replaces FILE when it is there`,
  async run(args) {
    const parsed = readArgs(args, ['encoding'], ['dry-run']);
    if (!parsed.ok) return complain(parsed.error, USAGE);
    const { values, words } = parsed.value;
    const folder = values['data'] ?? DEFAULT_FOLDER;
    const [verb, file] = words;
    const given = values['encoding'] ?? 'utf-8';
    const encoding = ENCODINGS.find((known) => known === given.toLowerCase());
    if (encoding === undefined) return complain(`--encoding is one of ${ENCODINGS.join(', ')}`, USAGE);
    if (verb === 'import' && file !== undefined && words.length === 2) {
      return importItems(folder, file, encoding, values['dry-run'] !== undefined);
    }
    const isPlain = values['encoding'] === undefined && values['dry-run'] === undefined;
    if (verb === 'export' && file !== undefined && words.length === 2 && isPlain) return exportItems(folder, file);
    return complain(`usage: kasirbox ${itemsCommand.usage.join(' | ')}`, USAGE);
  },
};

async function importItems(folder: string, file: string, encoding: Encoding, isDry: boolean): Promise<number> {
  const name = sourceName(file);
  const bytes = await readItemsFile(file);
  if (!bytes.ok) return complain(bytes.error);
  const read = readItems(bytes.value, encoding);
  if (!read.ok) return complain(`${name}: ${oneLine(read.error)}`);
  const { rows, faults, headingOf } = read.value;
  // Where a row is lost already, the others are looked at all the same: one report names all that is to be mended.
  const reply = await ask(folder, isDry || faults.length > 0 ? 'items.check' : 'items.import', { rows });
  if (!reply.ok) return complain(reply.error);
  const refused = [...faults, ...reply.value.faults].sort((a, b) => a.line - b.line);
  for (const { line, column, reason } of refused.slice(0, MAX_TOLD)) {
    const place = column === null ? `line ${line}` : `line ${line}, ${headingOf(column)}`;
    process.stderr.write(`${oneLine(`${place}: ${reason}`)}\n`);
  }
  if (refused.length > MAX_TOLD) process.stderr.write(`and ${refused.length - MAX_TOLD} more\n`);
  const count = rows.length + faults.length;
  if (refused.length > 0) return complain(`${name}: ${refused.length} of ${count} rows refused, nothing imported.`);
  const { created, changed, unchanged } = reply.value;
  const done = isDry ? ' (--dry-run: nothing imported)' : '';
  print(`${created} created, ${changed} changed, ${unchanged} unchanged${done}`);
  return SUCCESS;
}

async function exportItems(folder: string, file: string): Promise<number> {
  const reply = await ask(folder, 'items.export', {});
  if (!reply.ok) return complain(reply.error);
  const written = await writeItemsFile(file, writeItems([...reply.value].sort(byName)));
  if (!written.ok) return complain(written.error);
  if (file !== '-') print(`${reply.value.length} items in ${file}`);
  return SUCCESS;
}
