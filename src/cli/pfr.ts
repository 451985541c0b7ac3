import type { ProcessorLine } from '../admin/processors.js';
import { type Environment, ENVIRONMENTS } from '../base/fiscal.js';
import { oneLine } from '../base/text.js';
import { ask } from './ask.js';
import {
  type Command,
  complain,
  DEFAULT_FOLDER,
  FAILURE,
  print,
  printRow,
  readArgs,
  SUCCESS,
  USAGE,
} from './command.js';
import { inLanguage } from './language.js';
import { readPassword } from './password.js';
import { listOpen, readSettleArgs, settle, SETTLE_OPTIONS } from './settle.js';

export const pfrCommand: Command = {
  usage: [
    'pfr status [--environment E] [--data DIR]',
    'pfr pin [--environment E] [--data DIR]',
    'pfr settle [--data DIR]',
    'pfr settle ID --signed LINK --reason TEXT [--data DIR]',
    'pfr settle ID --not-signed --reason TEXT [--yes] [--data DIR]',
  ],
  summary: `speaks with the fiscal processor of the active environment, or of E (sandbox, production).
      status asks for its state now and shows it with its rates; exit 1 when it is not ready.
      pin asks for the PIN of the card, on the terminal or as a line of standard input, and hands it over once:
      a few wrong ones lock the card for ever.
      settle lists the receipts that were sent and have no known end, or records what was found out about one of them:
      LINK is its verification link (- for standard input), TEXT says how it was found out and stays in the ledger`,
  async run(args) {
    const parsed = readArgs(args, ['environment', ...SETTLE_OPTIONS.values], SETTLE_OPTIONS.flags);
    if (!parsed.ok) return complain(parsed.error, USAGE);
    const { values, words } = parsed.value;
    const { data: folder = DEFAULT_FOLDER, environment: given, ...others } = values;
    const [verb, id, ...rest] = words;
    const environment = ENVIRONMENTS.find((known) => known === given);
    if (given !== undefined && environment === undefined) {
      return complain(`--environment is one of ${ENVIRONMENTS.join(', ')}`, USAGE);
    }
    // The option of one task is a mistake in another: nothing that was said is passed over.
    const isPlain = Object.keys(others).length === 0;
    if (rest.length === 0 && id === undefined && isPlain) {
      const question = environment === undefined ? {} : { environment };
      if (verb === 'status') return status(folder, question);
      if (verb === 'pin') return pin(folder, question);
      if (verb === 'settle' && given === undefined) return listOpen(folder);
    }
    if (verb === 'settle' && id !== undefined && rest.length === 0 && given === undefined) {
      const settling = readSettleArgs(id, others);
      if (settling !== undefined) return settle(folder, settling);
    }
    return complain(`usage: kasirbox ${pfrCommand.usage.join(' | ')}`, USAGE);
  },
};

interface OfEnvironment {
  readonly environment?: Environment;
}

async function status(folder: string, question: OfEnvironment): Promise<number> {
  const reply = await ask(folder, 'pfr.status', question);
  if (!reply.ok) return complain(reply.error);
  const { environment, mode, isActive, ok, words, findings } = reply.value;
  print(`${environment}: ${mode}${isActive ? '' : ' (not the active environment)'}`);
  printRow('state', `${ok ? 'ready' : 'not ready'}. ${inLanguage(words)}`);
  for (const { code, blocks, found, action } of findings) {
    const [told, toDo] = [found, action].map(inLanguage);
    printRow(
      blocks ? 'failure' : 'warning',
      [code, told, toDo].filter((part) => part != null && part !== '').join(' '),
    );
  }
  for (const [name, value] of rowsOf(reply.value)) if (value !== '') printRow(name, value);
  return ok ? SUCCESS : FAILURE;
}

/** What the processor tells of itself; '' for what it does not. */
function rowsOf({ uid, fields, taxLabels }: ProcessorLine): readonly (readonly [string, string])[] {
  const told = (name: string): string => {
    const value = fields[name];
    return (Array.isArray(value) ? value : [value ?? '']).join(', ');
  };
  return [
    ['UID', uid],
    ['device', [told('make'), told('model')].filter((part) => part !== '').join(' ')],
    ['serial number', told('deviceSerialNumber')],
    ['software', told('softwareVersion')],
    ['hardware', told('hardwareVersion')],
    ['protocol', told('protocolVersion')],
    ['card', told('secureElementVersion')],
    ['its clock', told('sdcDateTime')],
    ['last receipt', told('lastInvoiceNumber')],
    ['codes', told('gsc')],
    ['maker’s codes', told('mssc')],
    ['languages', told('supportedLanguages')],
    ...taxLabels.map(({ label, name, rate }) => [`label ${label}`, `${rate} %  ${name}`] as const),
  ];
}

async function pin(folder: string, question: OfEnvironment): Promise<number> {
  const typed = await readPassword({ name: 'PIN', file: undefined, isInputTaken: false, prompt: 'PIN of the card: ' });
  if (!typed.ok) return complain(typed.error);
  const reply = await ask(folder, 'pfr.pin', { pin: typed.value, ...question });
  if (!reply.ok) return complain(reply.error);
  if (reply.value !== null) return complain(oneLine(inLanguage(reply.value)));
  print('The PIN is accepted.');
  return SUCCESS;
}
