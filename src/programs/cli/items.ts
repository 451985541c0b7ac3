import { failed, formatMoney, ok, oneLine, type Result, type Message, phrase } from '../../base/index.js';
import {
  type Encoding,
  encodingNamed,
  ENCODINGS,
  type ItemFile,
  MAX_CSV_BYTES,
  type RowWarning,
} from '../../shop/catalogue/index.js';
import type { PriceChange } from '../fleet/index.js';
import { callOperation } from './callOperation.js';
import { type Args, type Command, complain, print, printNote, SUCCESS, USAGE } from './command.js';
import { readGivenFile, sourceName, STREAM } from './inputFile.js';
import { inDinars, inLanguage, numberText } from './language.js';
import { writeTargetFile } from './outputFile.js';
import { commandOf } from './forms.js';

/** Maximum number of refused rows in the list. More rows usually have a common cause. */
const MAX_LISTED = 100;

/** Mode of a new file before the umask is applied, as in other programs. */
const USUAL_MODE = 0o666;

export const itemsCommand: Command = commandOf({
  name: 'items',
  summary: {
    sr: `увози и извози артикле као CSV (тачка-зарез, децимални зарез); FILE може бити -, за стандардни улаз или излаз.
      Увоз мења артикле са истом шифром (PLU) и прави оне којих нема; ред без шифре односи се на једини артикал без шифре
      са истим називом. Артикли којих нема у FILE остају какви јесу. Ако је и један ред погрешан, ништа се не увози.
      NAME је ${ENCODINGS.join(', ')}. Извоз замењује FILE ако постоји`,
    en: `imports and exports the catalogue as CSV (semicolons, decimal commas); FILE may be - for standard input or output.
      An import changes the items of the same PLU and creates the others; a row without a PLU matches the item without a PLU
      of exactly the same name. Items that are not in FILE stay unchanged. With one invalid row nothing is imported.
      NAME is ${ENCODINGS.join(', ')}. An export replaces an existing FILE`,
  },
  forms: {
    'import FILE [--dry-run] [--encoding NAME]': importItems,
    'export FILE': ({ folder }, file = '') => exportItems(folder, file),
  },
});

/** The encoding, by default UTF-8. */
export function givenEncoding(named = 'utf-8'): Result<Encoding, Message> {
  const encoding = encodingNamed(named);
  return encoding === undefined
    ? failed(
        phrase({
          sr: `--encoding је једно од: ${ENCODINGS.join(', ')}`,
          en: `--encoding must be one of ${ENCODINGS.join(', ')}`,
        }),
      )
    : ok(encoding);
}

async function importItems({ folder, values, flags }: Args, file: string): Promise<number> {
  const encoding = givenEncoding(values['encoding']);
  if (!encoding.ok) return complain(encoding.error, USAGE);
  const isDry = flags.has('dry-run');
  const name = sourceName(file);
  const bytes = await readItemsFile(file);
  if (!bytes.ok) return complain(bytes.error);
  const { readItems } = await import('./files/items.js');
  const read = readItems(bytes.value, encoding.value);
  if (!read.ok) return complain(`${name}: ${oneLine(inLanguage(read.error))}`);
  const { rows, faults, headingOf } = read.value;
  // If one row cannot be read, the others are still checked, so that one report lists everything that must be
  // corrected.
  const reply = await callOperation(folder, isDry || faults.length > 0 ? 'items.check' : 'items.import', { rows });
  if (!reply.ok) return complain(reply.error);
  const refused = [...faults, ...reply.value.faults].sort((a, b) => a.line - b.line);
  printRowFaults(refused, headingOf);
  printRowWarnings(reply.value.warnings, headingOf);
  const count = rows.length + faults.length;
  if (refused.length > 0)
    return complain({
      sr: `${name}: одбијено је ${refused.length} од ${count} редова, ништа није увезено.`,
      en: `${name}: ${refused.length} of ${count} rows refused, nothing imported.`,
    });
  const { created, changed, unchanged } = reply.value;
  const done = isDry
    ? inLanguage({ sr: ' (--dry-run: ништа није увезено)', en: ' (--dry-run: nothing imported)' })
    : '';
  print({
    sr: `нових: ${created}, измењених: ${changed}, непромењених: ${unchanged}${done}`,
    en: `${created} created, ${changed} changed, ${unchanged} unchanged${done}`,
  });
  return SUCCESS;
}

/** Prints the errors in rows of a file. */
export function printRowFaults(faults: ItemFile['faults'], headingOf: ItemFile['headingOf']): void {
  for (const { line, column, reason } of faults.slice(0, MAX_LISTED)) {
    const place =
      column === null
        ? inLanguage({ sr: `ред ${line}`, en: `line ${line}` })
        : inLanguage({ sr: `ред ${line}, ${headingOf(column)}`, en: `line ${line}, ${headingOf(column)}` });
    printNote(oneLine(`${place}: ${inLanguage(reason)}`));
  }
  if (faults.length > MAX_LISTED)
    printNote({ sr: `и још ${faults.length - MAX_LISTED}`, en: `and ${faults.length - MAX_LISTED} more` });
}

/** Prints warnings about rows. The rows are still imported. */
export function printRowWarnings(warnings: readonly RowWarning[] = [], headingOf: ItemFile['headingOf']): void {
  for (const { line, field, message, messageEn } of warnings.slice(0, MAX_LISTED)) {
    const words = inLanguage({
      sr: `упозорење, ред ${line}, ${headingOf(field)}: ${message}`,
      en: `warning, line ${line}, ${headingOf(field)}: ${messageEn}`,
    });
    printNote(oneLine(words));
  }
  const more = warnings.length - MAX_LISTED;
  if (more > 0) printNote({ sr: `и још упозорења: ${more}`, en: `and ${more} more warnings` });
}

async function exportItems(folder: string, file: string): Promise<number> {
  const reply = await callOperation(folder, 'items.export', {});
  if (!reply.ok) return complain(reply.error);
  const { writeItems } = await import('./files/items.js');
  const written = await writeItemsFile(file, writeItems(reply.value));
  if (!written.ok) return complain(written.error);
  if (file !== STREAM)
    print({ sr: `артикала: ${reply.value.length}, у ${file}`, en: `${reply.value.length} items in ${file}` });
  return SUCCESS;
}

/** The bytes of FILE, at most {@link MAX_CSV_BYTES}. */
export function readItemsFile(file: string): Promise<Result<Uint8Array, Message>> {
  return readGivenFile(file, {
    maxBytes: MAX_CSV_BYTES,
    tooLarge: { sr: 'поделите је', en: 'split it' },
    fromShell: 'kasirbox items import - < FILE',
  });
}

/** Writes a text to FILE, completely or not at all. */
export function writeItemsFile(file: string, text: string): Promise<Result<void, Message>> {
  return writeTargetFile(file, Buffer.from(text), { mode: USUAL_MODE, fromShell: 'kasirbox items export - > FILE' });
}

/** A price that changes by this factor, up or down, needs a check by a person. */
const ODD_FACTOR = 3;
/** A new price above this needs a check too, para: 100,000 RSD. */
const ODD_PRICE = 10_000_000;
const MAX_SHOWN = 20;

/** True for a price that a person should check. */
export function isOdd({ before, after }: PriceChange): boolean {
  if (before === null || before === 0) return after > ODD_PRICE;
  return after > before * ODD_FACTOR || after * ODD_FACTOR < before;
}

/** Prints prices that change, old → new; unusual ones first, including new items. */
export function printPrices(prices: readonly PriceChange[]): void {
  const changed = prices.filter((price) => price.before !== null && !isOdd(price));
  const sorted = [...prices.filter(isOdd), ...changed];
  for (const { name, before, after } of sorted.slice(0, MAX_SHOWN)) {
    print(oneLine(`  ${name}: ${before === null ? '—' : numberText(formatMoney(before))} → ${inDinars(after)}`));
  }
  const more = sorted.length - MAX_SHOWN;
  if (more > 0) print({ sr: `  и још цена: ${more}`, en: `  and ${more} more prices` });
}
