import type { ProcessorRow } from '../../interfaces/admin/index.js';
import { actionOnTerminal, oneLine } from '../../base/index.js';
import { type Environment, PFR_TRAITS } from '../../contract/index.js';
import type { ProcessorTestReport } from '../../sales/invoicing/index.js';
import { callOperation } from './callOperation.js';
import {
  type Args,
  type Command,
  complain,
  FAILURE,
  print,
  printJson,
  printNote,
  printProgress,
  printRow,
  printTable,
  readEnvironment,
  SUCCESS,
  USAGE,
} from './command.js';
import { inLanguage, rateText } from './language.js';
import { readPassword } from './password.js';
import { listOpen, settle } from './pfrSettle.js';
import { exitUnlessConfirmed } from './terminal.js';
import { commandOf } from './forms.js';

interface OfEnvironment {
  readonly environment?: Environment;
}

const WARNING = {
  sr: `Ово је прави процесор. Два рачуна „Обука” (продаја и рефундација) нису фискални, али добијају редне бројеве и
пријављују се Пореској управи.`,
  en: `This is a real processor. Two Training receipts (a sale and its refund) are not fiscal, but they take running numbers
and are reported to the tax authority.`,
};

const NOT_NEEDED = {
  sr: 'Демо процесор је део уређаја: провера му није потребна.',
  en: 'The demo processor is part of the box and needs no test.',
};

const STATES = {
  ok: { sr: 'у реду', en: 'ok' },
  note: { sr: 'напомена', en: 'note' },
  fails: { sr: 'грешка', en: 'fails' },
} as const;

/** Tests the processor, and shows the results; {@link FAILURE} when the box cannot be used with it. */
async function testProcessor({ folder, flags }: Args, { environment: given }: OfEnvironment): Promise<number> {
  const asJson = flags.has('json');
  const state = await callOperation(folder, 'pfr.status', given === undefined ? {} : { environment: given });
  if (!state.ok) return complain(state.error);
  const { environment, mode, ok: passed, findings } = state.value;
  if (!PFR_TRAITS[mode].isRemote) {
    // The demo works in the sandbox only; in production it reports the action.
    if (asJson) print(JSON.stringify({ environment, mode, passed }, null, 2));
    else if (passed) print(NOT_NEEDED);
    else for (const one of findings) print(`${inLanguage(one.found)} ${inLanguage(actionOnTerminal(one))}`);
    return passed ? SUCCESS : FAILURE;
  }
  if (environment === 'production' && !flags.has('yes')) {
    printNote(WARNING);
    const refused = { sr: 'Ништа није проверено.', en: 'Nothing was tested.' };
    const code = await exitUnlessConfirmed({ sr: 'Издати их?', en: 'Issue them?' }, refused);
    if (code !== undefined) return code;
  }
  const reply = await callOperation(folder, 'pfr.test', { environment }, printProgress);
  if (!reply.ok) return complain(reply.error);
  if (asJson) printJson(reply.value);
  else printTestReport(reply.value);
  return reply.value.passed ? SUCCESS : FAILURE;
}

function printTestReport({ environment, mode, uid, rows }: ProcessorTestReport): void {
  print(oneLine(`${environment}: ${mode} ${uid}`).trimEnd());
  printTable(
    rows.map(({ title, state, found, action }) => {
      const sentences = action === null ? [found] : [found, action];
      return [inLanguage(title), inLanguage(STATES[state]), sentences.map(inLanguage).join(' ')];
    }),
  );
}

export const pfrCommand: Command = commandOf({
  name: 'pfr',
  summary: {
    sr: `разговара са фискалним процесором активног окружења, или окружења E (sandbox, production).
      status га пита за стање и приказује га са пореским стопама; излазни код 1 ако није спреман.
      pin тражи ПИН картице, на терминалу или као ред стандардног улаза, и предаје га једном:
      неколико погрешних заувек закључава картицу.
      test га испробава пре првог купца и у табели каже шта је битно: продаја и рефундација „Обука”, тражење рачуна
      по броју захтева, бројеви, стопе, време; излазни код 1 ако уређај не може да ради са њим. У продукцији та два рачуна нису
      фискална, али добијају редне бројеве и пријављују се: прво пита, осим са --yes.
      settle набраја рачуне који су послати, а исход им се не зна, или бележи шта је о једном утврђено:
      LINK је његова веза за проверу (-, за стандардни улаз), TEXT каже како је то утврђено и остаје у дневнику`,
    en: `manages the fiscal processor of the active environment, or of E (sandbox, production).
      status requests its state and shows it with its rates; exit 1 when it is not ready.
      pin asks for the PIN of the card, on the terminal or as a line of standard input, and sends it once:
      a few wrong ones block the card for good.
      test tests it before the first sale, and shows the result in a table: a Training sale and its refund, look-ups by
      request id, numbers, rates, time; exit 1 when the box cannot work with it. In production the two receipts are not
      fiscal, but they use running numbers and are reported: it asks first, unless --yes.
      settle lists the receipts with an unknown outcome, or records what a person has found out about one of them:
      LINK is its verification link (- for standard input), TEXT is the reason, which is recorded in the ledger`,
  },
  forms: {
    'status [--environment E]': withEnvironment(status),
    'pin [--environment E]': withEnvironment(pin),
    'test [--environment E] [--yes] [--json]': withEnvironment(testProcessor),
    settle: ({ folder }) => listOpen(folder),
    'settle ID --signed LINK --reason TEXT': settle,
    'settle ID --not-signed --reason TEXT [--yes]': settle,
  },
});

const READY = { sr: 'спреман', en: 'ready' };
const NOT_READY = { sr: 'није спреман', en: 'not ready' };

/** A form that may have `--environment`. */
function withEnvironment(run: (args: Args, question: OfEnvironment) => Promise<number>) {
  return (args: Args): Promise<number> | number => {
    const read = readEnvironment(args);
    if (!read.ok) return complain(read.error, USAGE);
    return run(args, read.value === undefined ? {} : { environment: read.value });
  };
}

async function status({ folder }: Args, question: OfEnvironment): Promise<number> {
  const reply = await callOperation(folder, 'pfr.status', question);
  if (!reply.ok) return complain(reply.error);
  const { environment, mode, isActive, ok, words, findings } = reply.value;
  print(
    `${environment}: ${mode}${isActive ? '' : inLanguage({ sr: ' (није активно окружење)', en: ' (not the active environment)' })}`,
  );
  printRow({ sr: 'стање', en: 'state' }, `${inLanguage(ok ? READY : NOT_READY)}. ${inLanguage(words)}`);
  for (const { code, blocks, found, detail, ...rest } of findings) {
    const [fault, remedy] = [found, actionOnTerminal(rest)].map(inLanguage);
    printRow(
      blocks ? inLanguage({ sr: 'квар', en: 'failure' }) : inLanguage({ sr: 'упозорење', en: 'warning' }),
      [code, fault, detail === undefined ? '' : `(${detail})`, remedy]
        .filter((part) => part != null && part !== '')
        .join(' '),
    );
  }
  for (const [name, value] of rowsOf(reply.value)) if (value !== '') printRow(name, value);
  return ok ? SUCCESS : FAILURE;
}

/** What the processor reports about itself; '' for missing values. */
function rowsOf({ uid, address = '', fields, taxLabels }: ProcessorRow): readonly (readonly [string, string])[] {
  const reported = (name: string): string => {
    const value = fields[name];
    return (Array.isArray(value) ? value : [value ?? '']).join(', ');
  };
  return [
    [inLanguage({ sr: 'адреса', en: 'address' }), address],
    ['UID', uid],
    [
      inLanguage({ sr: 'уређај', en: 'device' }),
      [reported('make'), reported('model')].filter((part) => part !== '').join(' '),
    ],
    [inLanguage({ sr: 'серијски број', en: 'serial number' }), reported('deviceSerialNumber')],
    [inLanguage({ sr: 'програм', en: 'software' }), reported('softwareVersion')],
    [inLanguage({ sr: 'хардвер', en: 'hardware' }), reported('hardwareVersion')],
    [inLanguage({ sr: 'протокол', en: 'protocol' }), reported('protocolVersion')],
    [inLanguage({ sr: 'картица', en: 'card' }), reported('secureElementVersion')],
    [inLanguage({ sr: 'његов сат', en: 'its clock' }), reported('sdcDateTime')],
    [inLanguage({ sr: 'посл. рачун', en: 'last receipt' }), reported('lastInvoiceNumber')],
    [inLanguage({ sr: 'кодови', en: 'codes' }), reported('gsc')],
    [inLanguage({ sr: 'код. произв.', en: 'maker’s codes' }), reported('mssc')],
    [inLanguage({ sr: 'језици', en: 'languages' }), reported('supportedLanguages')],
    ...taxLabels.map(
      (one) =>
        [inLanguage({ sr: `ознака ${one.label}`, en: `label ${one.label}` }), `${rateText(one)}  ${one.name}`] as const,
    ),
  ];
}

async function pin({ folder }: Args, question: OfEnvironment): Promise<number> {
  const read = await readPassword({
    name: 'PIN',
    file: undefined,
    isInputTaken: false,
    prompt: inLanguage({ sr: 'ПИН картице: ', en: 'PIN of the card: ' }),
  });
  if (!read.ok) return complain(read.error);
  const reply = await callOperation(folder, 'pfr.pin', { pin: read.value, ...question });
  if (!reply.ok) return complain(reply.error);
  if (reply.value !== null) return complain(oneLine(inLanguage(reply.value)));
  print({ sr: 'ПИН је прихваћен.', en: 'The PIN is accepted.' });
  return SUCCESS;
}
