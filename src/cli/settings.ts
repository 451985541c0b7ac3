import { text as readAll } from 'node:stream/consumers';
import { ask } from './ask.js';
import { type Command, complain, DEFAULT_FOLDER, print, readArgs, SUCCESS, USAGE } from './command.js';

export const settingsCommand: Command = {
  usage: ['settings show [KEY] [--data DIR]', 'settings set KEY VALUE [--data DIR]', 'settings set KEY - < FILE'],
  summary: 'shows and changes settings; a value from standard input stays out of the list of processes',
  async run(args) {
    const parsed = readArgs(args);
    if (!parsed.ok) return complain(parsed.error, USAGE);
    const { values, words } = parsed.value;
    const folder = values['data'] ?? DEFAULT_FOLDER;
    const [verb, name, value] = words;
    if (verb === 'show' && words.length <= 2) return show(folder, name);
    if (verb === 'set' && name !== undefined && value !== undefined && words.length === 3)
      return set(folder, name, value);
    return complain(`usage: kasirbox ${settingsCommand.usage.join(' | ')}`, USAGE);
  },
};

async function show(folder: string, name: string | undefined): Promise<number> {
  const reply = await ask(folder, 'settings.show', name === undefined ? {} : { name });
  if (!reply.ok) return complain(reply.error);
  print(JSON.stringify(name === undefined ? reply.value : reply.value[name], null, 2));
  return SUCCESS;
}

async function set(folder: string, name: string, given: string): Promise<number> {
  const value = given === '-' ? (await readAll(process.stdin)).trim() : given;
  const reply = await ask(folder, 'settings.set', { name, value: valueOf(value) });
  if (!reply.ok) return complain(reply.error);
  print(`${name} is set.`);
  return SUCCESS;
}

/** JSON where it parses as JSON, else text. */
function valueOf(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}
