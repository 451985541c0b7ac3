import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { failed, ok, type Result } from '../../src/base/result.js';
import { REQUIREMENTS } from './requirements/index.js';
import type { Requirement } from './requirements/requirement.js';

export const USAGE = `npm run approval -- [--sandbox] [--out FOLDER] [ID …]

Runs the tax authority's test procedure for an ESIR against the built box with the stand-ins for an L-PFR, a V-PFR,
printers and a mail server, by the API and on the pages, and writes a report in Serbian with the sample set of the
questionnaire and the documents in Serbian as PDF, in both alphabets. IDs such as P01 run only those requirements, and only a chapter for a letter such as P.

  --sandbox      the processor of the real sandbox; test/sandbox/access.ts lists the variables for it.
                 What needs a stand-in is not run then
  --out FOLDER   where the report goes: .cache/approval
  --help         this text

Exit code: 0 every requirement that software can show is met, 1 some are not, 2 the run was not possible.
`;

/** What the command line asks for. */
export interface Options {
  readonly isSandbox: boolean;
  /** Absolute path. */
  readonly folder: string;
  readonly requirements: readonly Requirement[];
  /** True without ids: the sample set is made whole. */
  readonly isWhole: boolean;
}

const FOLDER = resolve(import.meta.dirname, '../../.cache/approval');

/** Reads the command line; the error says what is wrong with it. */
export function readOptions(args: readonly string[]): Result<Options | 'help', string> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { sandbox: { type: 'boolean' }, out: { type: 'string' }, help: { type: 'boolean' } },
    });
    if (values.help === true) return ok('help');
    const unknown = positionals.filter((id) => !REQUIREMENTS.some((requirement) => requirement.id.startsWith(id)));
    if (unknown.length > 0) return failed(`there is no requirement ${unknown.join(', ')}`);
    const requirements = REQUIREMENTS.filter(
      ({ id }) => positionals.length === 0 || positionals.some((asked) => id.startsWith(asked)),
    );
    const folder = values.out === undefined ? FOLDER : resolve(values.out);
    return ok({ isSandbox: values.sandbox === true, folder, requirements, isWhole: positionals.length === 0 });
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}
