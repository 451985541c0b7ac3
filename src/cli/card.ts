import type { CardInfo } from '../admin/index.js';
import { oneLine } from '../base/index.js';
import { ask } from './ask.js';
import { type Command, complain, complainUsage, FAILURE, print, printRow, SUCCESS } from './command.js';
import { confirm } from './confirm.js';
import { inLanguage } from './language.js';
import { readPassword } from './password.js';

export const cardCommand: Command = {
  usage: [
    'card readers [--json] [--data DIR]',
    'card info [--json] [--data DIR]',
    'card accept UID [--data DIR]',
    'card pin [--tries N] [--data DIR]',
    'card certificate [--data DIR]',
  ],
  summary: `looks after the smart card in the reader of the box.
      readers lists the readers that are plugged in; info shows the card and what to do about it, exit 1 when it cannot be used.
      accept says that the card UID is this shop's: asked once for each new card.
      pin asks for the PIN, on the terminal or as a line of standard input, and gives it to the card once; the running service
      remembers it until the card leaves, and over a restart too where the setting cardPin is keep. When 2 tries or fewer are left, it asks first; --tries N says the number beforehand.
      certificate prints the certificates of the card as PEM`,
  options: ['tries'],
  flags: ['json'],
  async run({ folder, words, values, flags }) {
    const [verb, uid, ...rest] = words;
    const asJson = flags.has('json');
    const { tries } = values;
    if (rest.length === 0 && (tries === undefined || (verb === 'pin' && /^\d{1,2}$/.test(tries)))) {
      if (verb === 'readers' && uid === undefined) return readers(folder, asJson);
      if (verb === 'info' && uid === undefined) return info(folder, asJson);
      if (verb === 'accept' && uid !== undefined && !asJson) return accept(folder, uid);
      if (verb === 'pin' && uid === undefined && !asJson) {
        return pin(folder, tries === undefined ? undefined : Number(tries));
      }
      if (verb === 'certificate' && uid === undefined && !asJson) return certificate(folder);
    }
    return complainUsage(cardCommand.usage);
  },
};

async function readers(folder: string, asJson: boolean): Promise<number> {
  const reply = await ask(folder, 'card.readers', {});
  if (!reply.ok) return complain(reply.error);
  const { readers: found, faults } = reply.value;
  if (asJson) {
    print(JSON.stringify(reply.value));
    return SUCCESS;
  }
  for (const { name, way, isOurs, isUsed } of found) {
    printRow(way, `${name}${isUsed ? ' (used by the box)' : isOurs ? ' (held by the box)' : ''}`);
  }
  for (const { found: fault, action } of faults) complain(`${inLanguage(fault)} ${inLanguage(action)}`);
  if (found.length === 0 && faults.length === 0) print('No card reader is plugged in.');
  return faults.length === 0 ? SUCCESS : FAILURE;
}

async function info(folder: string, asJson: boolean): Promise<number> {
  const reply = await ask(folder, 'card.info', {});
  if (!reply.ok) return complain(reply.error);
  if (asJson) print(JSON.stringify(reply.value));
  else printInfo(reply.value);
  return reply.value.findings.some(({ state }) => state === 'failure') ? FAILURE : SUCCESS;
}

async function accept(folder: string, uid: string): Promise<number> {
  const reply = await ask(folder, 'card.accept', { uid });
  if (!reply.ok) return complain(reply.error);
  print(`The card ${reply.value.card?.uid ?? uid} is this shop's.`);
  if (!reply.value.isCompared) print('Its TIN could not be compared with any: set the company.');
  printInfo(reply.value);
  return SUCCESS;
}

async function pin(folder: string, confirmed: number | undefined): Promise<number> {
  const read = await readPassword({ name: 'PIN', file: undefined, isInputTaken: false, prompt: 'PIN of the card: ' });
  if (!read.ok) return complain(read.error);
  const question = { pin: read.value, ...(confirmed !== undefined && { confirmed }) };
  const first = await ask(folder, 'card.pin', question);
  if (!first.ok) return complain(first.error);
  const { kind, triesLeft, words } = first.value;
  const isSure = kind === 'confirm' && (await confirm(inLanguage(words))) === true;
  const reply = isSure ? await ask(folder, 'card.pin', { pin: read.value, confirmed: triesLeft }) : first;
  if (!reply.ok) return complain(reply.error);
  const outcome = oneLine(inLanguage(reply.value.words));
  if (reply.value.kind !== 'accepted') return complain(outcome);
  print(outcome);
  return SUCCESS;
}

async function certificate(folder: string): Promise<number> {
  const reply = await ask(folder, 'card.certificate', {});
  if (!reply.ok) return complain(reply.error);
  const { element, key } = reply.value;
  print(`${element}${key ?? ''}`.trimEnd());
  return SUCCESS;
}

function printInfo({ state, pin: its, isKept, card, unread, findings }: CardInfo): void {
  print(`card: ${state}`);
  if (card !== null) {
    const { triesLeft, lastInvoice: last } = card;
    const rows: readonly (readonly [string, string | number | null])[] = [
      ['UID', card.uid],
      ['TIN', card.tin],
      ['organisation', card.organisation],
      ['location', card.location],
      ['address', card.address],
      ['environment', card.environment],
      ['valid', `from ${card.from} until ${card.until}`],
      ['software', card.version],
      ['tries left', `${triesLeft.key ?? '?'} for the key, ${triesLeft.element ?? '?'} for receipts`],
      ['amount used', card.usedPercent === null ? null : `${card.usedPercent} %`],
      ['last receipt', last === null ? null : `${last.kindCounter}/${last.totalCounter}, ${last.at}`],
      ['V-PFR', card.vsdcUrl],
      ['PIN', isKept ? `${its ?? 'not told'}, kept over a restart` : its],
    ];
    for (const [name, value] of rows) printRow(name, value === null ? 'not told' : String(value));
  }
  if (unread !== null) printRow('not read', unread);
  for (const { state: how, found, action } of findings) printRow(how, `${inLanguage(found)} ${inLanguage(action)}`);
}
