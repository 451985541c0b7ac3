import { text as readAll } from 'node:stream/consumers';
import {
  actionOnTerminal,
  type Bilingual,
  ENVIRONMENTS,
  type Environment,
  failed,
  isRecord,
  ok,
  type Result,
  type Message,
  phrase,
} from '../../base/index.js';
import { ask } from './ask.js';
import { type Command, complain, complainUsage, print, SUCCESS } from './command.js';
import { STREAM } from './inputFile.js';
import { inLanguage } from './language.js';
import { readHiddenValue } from './password.js';
import { parseSettingValue } from './settingValue.js';

export const settingsCommand: Command = {
  usage: ['settings show [KEY] [--data DIR]', 'settings set KEY VALUE [--data DIR]', 'settings set KEY - [--data DIR]'],
  summary: {
    sr: `показује и мења подешавања. Са - је вредност један ред који се тражи на терминалу и не приказује, или цео стандардни
      улаз: тако лозинка не улази у списак процеса ни у историју љуске`,
    en: `shows and changes settings. With - the value is one row that is asked for on the terminal and not shown, or all of
      standard input: so a password stays out of the list of processes and of the history of the shell`,
  },
  async run({ folder, words }) {
    const [verb, name, value] = words;
    if (verb === 'show' && words.length <= 2) return show(folder, name);
    if (verb === 'set' && name !== undefined && value !== undefined && words.length === 3)
      return set(folder, name, value);
    return complainUsage(settingsCommand.usage);
  },
};

async function show(folder: string, name: string | undefined): Promise<number> {
  const reply = await ask(folder, 'settings.show', name === undefined ? {} : { name });
  if (!reply.ok) return complain(reply.error);
  print(JSON.stringify(name === undefined ? reply.value : reply.value[name], null, 2));
  return SUCCESS;
}

async function set(folder: string, name: string, given: string): Promise<number> {
  const text = given === STREAM ? await readValue(name) : ok(given);
  if (!text.ok) return complain(text.error);
  const parsed = parseSettingValue(name, text.value);
  if (!parsed.ok) return complain(parsed.error);
  const { value } = parsed;
  const reply = await ask(folder, 'settings.set', { name, value });
  if (!reply.ok) return complain(reply.error);
  print(inLanguage({ sr: `${name} је подешено.`, en: `${name} is set.` }));
  if (name === 'cardPin' && value === 'keep') print(inLanguage(KEPT_PIN_RISK));
  if (given !== STREAM && (await hasSecret(name, value))) process.stderr.write(`${seenWords(name)}\n`);
  const environment = ENVIRONMENTS.find((one) => name === `pfr.${one}`);
  if (environment !== undefined) await tellProcessor(folder, environment);
  return SUCCESS;
}

/**
 * Tests the address now, because an error is better found now than at the first sale. The setting is stored in either
 * case.
 */
async function tellProcessor(folder: string, environment: Environment): Promise<void> {
  process.stderr.write(`${inLanguage({ sr: 'Питам процесор…', en: 'Asking the processor…' })}\n`);
  const reply = await ask(folder, 'pfr.status', { environment });
  if (!reply.ok) {
    complain(reply.error);
    return;
  }
  const { words, findings } = reply.value;
  const finding = findings.find(({ blocks }) => blocks);
  const remedy = finding && actionOnTerminal(finding);
  const said = [words, remedy].flatMap((part) => (part == null ? [] : [inLanguage(part)])).join(' ');
  process.stderr.write(inLanguage({ sr: `Процесор сада: ${said}\n`, en: `The processor now: ${said}\n` }));
}

/** Only objects and lists contain secrets; for other values the settings need not be loaded. */
async function hasSecret(name: string, value: unknown): Promise<boolean> {
  return (isRecord(value) || Array.isArray(value)) && (await import('./box/settings.js')).hasSecret(name, value);
}

async function readValue(name: string): Promise<Result<string, Message>> {
  const read = process.stdin.isTTY
    ? await readHiddenValue(inLanguage({ sr: `Вредност за ${name}: `, en: `Value of ${name}: ` }))
    : ok(await readAll(process.stdin));
  return read.ok ? sensible(name, read.value.trim()) : read;
}

function nothingGiven(name: string): Bilingual {
  return {
    sr: `${name}: ништа није дато, и ништа није промењено.`,
    en: `${name}: nothing was given, and nothing was changed.`,
  };
}

function nothingForNullable(name: string): Bilingual {
  return {
    sr: `${name}: ништа није дато; null га искључује.`,
    en: `${name}: nothing was given; null switches it off.`,
  };
}

/** The text that was typed or pasted without echo, unless it is empty. */
async function sensible(name: string, text: string): Promise<Result<string, Message>> {
  if (text === '') {
    const { isNullable } = await import('./box/settings.js');
    return failed(phrase(isNullable(name) ? nothingForNullable(name) : nothingGiven(name)));
  }
  return ok(text);
}

const KEPT_PIN_RISK: Bilingual = {
  sr: 'Ризик: ПИН је у фасцикли с подацима, запечаћен кључем на истој меморијској картици. Ко украде и уређај и картицу може да издаје рачуне у име радње док се картица не пријави; без картице не вреди ништа. Да се одмах заборави: kasirbox settings set cardPin ask',
  en: 'The risk: the PIN stands in the data folder, sealed by a key on the same flash. Whoever steals the box and the card together can issue receipts in the name of the shop until the card is reported; without the card it is worth nothing. To forget it at once: kasirbox settings set cardPin ask',
};

function seenWords(name: string): string {
  return inLanguage({
    sr: `Његова тајна се видела у командном реду, у списку процеса и у историји љуске. Боље: kasirbox settings set ${name} -`,
    en: `Its secret was seen on the command line, by whoever lists processes, and in the history of the shell. Better: kasirbox settings set ${name} -`,
  });
}
