import type { Bilingual } from '../../base/index.js';
import { type Args, type Command, complainUsage } from './command.js';

/** Run by a row of a table, with the options and the words in the places of capitals. Resolves with the exit code. */
type Run = (args: Args, ...words: string[]) => Promise<number> | number;

interface Table {
  /** Name of the command. */
  readonly name: string;
  readonly summary: Bilingual;
  /** False for a command that has no data folder. */
  readonly hasFolder?: boolean;
  /**
   * The rows: a form as people type it, without the name of the command, and what it runs. Small letters are typed as
   * they are, capitals stand for a word or value, brackets enclose what may be absent.
   */
  readonly forms: Readonly<Record<string, Run>>;
  /** Runs for a command line that no form fits. Undefined: the usage is shown; otherwise the exit code. */
  readonly otherwise?: (args: Args) => number | undefined;
}

/** A form in parts. */
interface Form {
  readonly usage: string;
  readonly verb: string | undefined;
  readonly words: readonly { readonly name: string; readonly isLiteral: boolean; readonly isOptional: boolean }[];
  readonly options: ReadonlyMap<string, { readonly takesValue: boolean; readonly isOptional: boolean }>;
  readonly run: Run;
}

/**
 * A command from its table. Usage, options and their check are derived from the rows. A form takes only its own
 * options, so that no given option is ignored; where no form fits, those of the same verb are shown.
 *
 * @example
 *   commandOf({
 *     name: 'items',
 *     summary: { sr: 'увози артикле', en: 'imports items' },
 *     forms: { 'import FILE [--dry-run]': ({ flags }, file) => importItems(file, flags.has('dry-run')) },
 *   });
 */
export function commandOf({ name, summary, hasFolder = true, forms: rows, otherwise }: Table): Command {
  const forms = Object.entries(rows).map(([form, run]) => readForm(form, run));
  const usageOf = ({ usage }: Form): string =>
    [name, usage, ...(hasFolder ? ['[--data DIR]'] : [])].filter((part) => part !== '').join(' ');
  const options = forms.flatMap((form) => [...form.options]);
  return {
    usage: forms.map(usageOf),
    summary,
    options: options.flatMap(([option, { takesValue }]) => (takesValue ? [option] : [])),
    flags: options.flatMap(([option, { takesValue }]) => (takesValue ? [] : [option])),
    async run(args) {
      const ofVerb = forms.filter(({ verb }) => verb !== undefined && verb === args.words[0]);
      const candidates = ofVerb.length > 0 ? ofVerb : forms;
      const form = candidates.find((one) => fits(one, args));
      if (form === undefined) {
        return otherwise?.(args) ?? complainUsage(candidates.map(usageOf));
      }
      const words = args.words.filter((_, at) => form.words[at]?.isLiteral !== true);
      return form.run({ ...args, words }, ...words);
    },
  };
}

function readForm(usage: string, run: Run): Form {
  const words: Form['words'][number][] = [];
  const options = new Map<string, { readonly takesValue: boolean; readonly isOptional: boolean }>();
  const parts = usage.match(/[[\]]|[^\s[\]]+/g) ?? [];
  let depth = 0;
  for (const [at, part] of parts.entries()) {
    const isValue = (parts[at - 1] ?? '').startsWith('--') && !part.startsWith('--');
    if (part === '[') depth += 1;
    else if (part === ']') depth -= 1;
    else if (part.startsWith('--')) {
      const takesValue = /^[^[\]-]/.test(parts[at + 1] ?? '');
      options.set(part.slice(2), { takesValue, isOptional: depth > 0 });
    } else if (!isValue) words.push({ name: part, isLiteral: /^[a-z-]/.test(part), isOptional: depth > 0 });
  }
  const [first] = words;
  const verb = first?.isLiteral === true && first.name !== '-' ? first.name : undefined;
  return { usage, verb, words, options, run };
}

function fits({ words, options }: Form, { words: given, values, flags }: Args): boolean {
  const names = new Set([...Object.keys(values), ...flags]);
  const hasWords = words.every(({ name, isLiteral, isOptional }, at) => {
    const word = given[at];
    return word === undefined ? isOptional : !isLiteral || word === name;
  });
  return (
    hasWords &&
    given.length <= words.length &&
    [...names].every((name) => options.has(name)) &&
    [...options].every(([name, { isOptional }]) => isOptional || names.has(name))
  );
}
