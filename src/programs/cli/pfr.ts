import type { ProcessorRow, Tell } from '../../interfaces/admin/index.js';
import { actionOnTerminal, formatMoney, oneLine, scaledDecimal } from '../../base/index.js';
import { type Environment, PFR_TRAITS, type TaxLabel } from '../../contract/index.js';
import type { ProcessorTestReport } from '../../sales/invoicing/index.js';
import { ask } from './ask.js';
import {
  column,
  type Command,
  complain,
  complainUsage,
  FAILURE,
  print,
  printRow,
  readEnvironment,
  SUCCESS,
  USAGE,
} from './command.js';
import { inLanguage } from './language.js';
import { readPassword } from './password.js';
import { listOpen, readSettleArgs, settle, SETTLE_OPTIONS } from './pfrSettle.js';
import { confirm } from './terminal.js';

/** Flags of `pfr test`. */
const TEST_FLAGS = ['yes', 'json'] as const;

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
async function testProcessor(folder: string, { environment: asked, isSure, asJson }: TestQuestion) {
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

export const pfrCommand: Command = {
  usage: [
    'pfr status [--environment E] [--data DIR]',
    'pfr pin [--environment E] [--data DIR]',
    'pfr test [--environment E] [--yes] [--json] [--data DIR]',
    'pfr settle [--data DIR]',
    'pfr settle ID --signed LINK --reason TEXT [--data DIR]',
    'pfr settle ID --not-signed --reason TEXT [--yes] [--data DIR]',
  ],
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
      request id, numbers, rates, time; exit 1 when the box cannot be used with it. In production the two receipts are not
      fiscal, but they use running numbers and are reported: it asks first, unless --yes.
      settle lists the receipts with an unknown outcome, or records what a person has found out about one of them:
      LINK is its verification link (- for standard input), TEXT is the reason, which is recorded in the ledger`,
  },
  options: ['environment', ...SETTLE_OPTIONS.values],
  flags: [...new Set([...SETTLE_OPTIONS.flags, ...TEST_FLAGS])],
  async run(args) {
    const { folder, words, values, flags } = args;
    const [verb, id, ...rest] = words;
    const read = readEnvironment(args);
    if (!read.ok) return complain(read.error, USAGE);
    const environment = read.value;
    // An option of one task is an error in another, so that no given option is ignored.
    const hasValues = SETTLE_OPTIONS.values.some((name) => values[name] !== undefined);
    const question = environment === undefined ? {} : { environment };
    if (verb === 'test' && id === undefined && !hasValues && !flags.has('not-signed')) {
      return testProcessor(folder, { ...question, isSure: flags.has('yes'), asJson: flags.has('json') });
    }
    if (rest.length === 0 && id === undefined && flags.size === 0 && !hasValues) {
      if (verb === 'status') return status(folder, question);
      if (verb === 'pin') return pin(folder, question);
      if (verb === 'settle' && environment === undefined) return listOpen(folder);
    }
    if (verb === 'settle' && id !== undefined && rest.length === 0 && environment === undefined) {
      const settling = readSettleArgs(id, args);
      if (settling !== undefined) return settle(folder, settling);
    }
    return complainUsage(pfrCommand.usage);
  },
};

const READY = { sr: 'спреман', en: 'ready' };
const NOT_READY = { sr: 'није спреман', en: 'not ready' };

interface OfEnvironment {
  readonly environment?: Environment;
}

async function status(folder: string, question: OfEnvironment): Promise<number> {
  const reply = await ask(folder, 'pfr.status', question);
  if (!reply.ok) return complain(reply.error);
  const { environment, mode, isActive, ok, words, findings } = reply.value;
  print(
    `${environment}: ${mode}${isActive ? '' : inLanguage({ sr: ' (није активно окружење)', en: ' (not the active environment)' })}`,
  );
  printRow(inLanguage({ sr: 'стање', en: 'state' }), `${inLanguage(ok ? READY : NOT_READY)}. ${inLanguage(words)}`);
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
        [
          inLanguage({ sr: `ознака ${one.label}`, en: `label ${one.label}` }),
          `${rateWords(one)}  ${one.name}`,
        ] as const,
    ),
  ];
}

function rateWords({ rate, perUnit }: TaxLabel): string {
  const figure = formatMoney(scaledDecimal(rate, 2));
  if (perUnit !== true) return `${figure} %`;
  return inLanguage({ sr: `${figure} РСД по јединици`, en: `${figure} RSD per unit` });
}

async function pin(folder: string, question: OfEnvironment): Promise<number> {
  const read = await readPassword({
    name: 'PIN',
    file: undefined,
    isInputTaken: false,
    prompt: inLanguage({ sr: 'ПИН картице: ', en: 'PIN of the card: ' }),
  });
  if (!read.ok) return complain(read.error);
  const reply = await ask(folder, 'pfr.pin', { pin: read.value, ...question });
  if (!reply.ok) return complain(reply.error);
  if (reply.value !== null) return complain(oneLine(inLanguage(reply.value)));
  print(inLanguage({ sr: 'ПИН је прихваћен.', en: 'The PIN is accepted.' }));
  return SUCCESS;
}
