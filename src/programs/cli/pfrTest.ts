import type { Tell } from '../../interfaces/admin/index.js';
import { actionOnTerminal, type Environment, oneLine, PFR_TRAITS } from '../../base/index.js';
import type { ProcessorTestReport } from '../../sales/invoicing/index.js';
import { ask } from './ask.js';
import { column, complain, FAILURE, print, SUCCESS, USAGE } from './command.js';
import { confirm } from './terminal.js';
import { inLanguage } from './language.js';

/** Flags of `pfr test`. */
export const TEST_FLAGS = ['yes', 'json'] as const;

interface TestQuestion {
  readonly environment?: Environment;
  /** `--yes`: no question about production is asked. */
  readonly isSure: boolean;
  readonly asJson: boolean;
}

const WARNING = {
  sr: `Ово је прави процесор. Два рачуна „Обука” (продаја и рефундација) нису фискални, али добијају редне бројеве и
пријављују се Пореској управи.`,
  en: `This is a real processor. Two Training receipts (a sale and its refund) are not fiscal, but they take running numbers
and are reported to the tax authority.`,
};

const NOT_NEEDED = {
  sr: 'Демо процесор је део уређаја: провера му није потребна.',
  en: 'The demo processor is a part of the box and needs no test.',
};

const STATES = {
  ok: { sr: 'у реду', en: 'ok' },
  note: { sr: 'напомена', en: 'note' },
  fails: { sr: 'грешка', en: 'fails' },
} as const;

/** Tests the processor, and shows the results; {@link FAILURE} when the box cannot be used with it. */
export async function testProcessor(folder: string, { environment: asked, isSure, asJson }: TestQuestion) {
  const state = await ask(folder, 'pfr.status', asked === undefined ? {} : { environment: asked });
  if (!state.ok) return complain(state.error);
  const { environment, mode, ok: passed, findings } = state.value;
  if (!PFR_TRAITS[mode].isRemote) {
    // The demo works in the sandbox only; in production it reports the action.
    if (asJson) print(JSON.stringify({ environment, mode, passed }, null, 2));
    else if (passed) print(inLanguage(NOT_NEEDED));
    else for (const one of findings) print(`${inLanguage(one.found)} ${inLanguage(actionOnTerminal(one))}`);
    return passed ? SUCCESS : FAILURE;
  }
  if (environment === 'production' && !isSure) {
    const code = await confirmProduction();
    if (code !== undefined) return code;
  }
  const tell: Tell = (step) => process.stderr.write(`${oneLine(inLanguage(step))}\n`);
  const reply = await ask(folder, 'pfr.test', { environment }, tell);
  if (!reply.ok) return complain(reply.error);
  if (asJson) print(JSON.stringify(reply.value, null, 2));
  else printTable(reply.value);
  return reply.value.passed ? SUCCESS : FAILURE;
}

/** Undefined when it is confirmed; otherwise the exit code. */
async function confirmProduction(): Promise<number | undefined> {
  process.stderr.write(`${inLanguage(WARNING)}\n`);
  const isSure = await confirm(inLanguage({ sr: 'Издати их?', en: 'Issue them?' }));
  if (isSure === undefined)
    return complain(
      inLanguage({
        sr: 'нема терминала за питање: наведите --yes ако сте сигурни',
        en: 'there is no terminal to ask on: give --yes when you are certain',
      }),
      USAGE,
    );
  return isSure ? undefined : complain(inLanguage({ sr: 'Ништа није проверено.', en: 'Nothing was tested.' }));
}

/** Parts of the texts come from the processor: control characters must not reach the terminal. */
function printTable({ environment, mode, uid, rows }: ProcessorTestReport): void {
  print(oneLine(`${environment}: ${mode} ${uid}`).trimEnd());
  for (const { title, state, found, action } of rows) {
    const text = [inLanguage(found), action === null ? '' : inLanguage(action)].filter((part) => part !== '').join(' ');
    print(oneLine(`  ${column(inLanguage(title), 17)}${column(inLanguage(STATES[state]), 10)}${text}`));
  }
}
