import { ask } from './ask.js';
import { type Command, complain, DEFAULT_FOLDER, print, readArgs, SUCCESS, USAGE } from './command.js';

export const keysCommand: Command = {
  usage: ['keys create --label L [--data DIR]', 'keys list [--data DIR]', 'keys revoke ID [--data DIR]'],
  summary: 'makes, lists and revokes API keys',
  async run(args) {
    const parsed = readArgs(args, ['label']);
    if (!parsed.ok) return complain(parsed.error, USAGE);
    const { values, words } = parsed.value;
    const folder = values['data'] ?? DEFAULT_FOLDER;
    const [verb, id] = words;
    if (verb === 'create' && words.length === 1) return create(folder, values['label']);
    if (verb === 'list' && words.length === 1) return list(folder);
    if (verb === 'revoke' && words.length === 2) return revoke(folder, id ?? '');
    return complain(`usage: kasirbox ${keysCommand.usage.join(' | ')}`, USAGE);
  },
};

async function create(folder: string, label: string | undefined): Promise<number> {
  if (label === undefined) return complain('a key needs a label: --label L', USAGE);
  const reply = await ask(folder, 'keys.create', { label });
  if (!reply.ok) return complain(reply.error);
  process.stderr.write(`Key ${reply.value.id} (${label}). It is shown this once; only its hash is kept.\n`);
  print(reply.value.key);
  return SUCCESS;
}

async function list(folder: string): Promise<number> {
  const reply = await ask(folder, 'keys.list', {});
  if (!reply.ok) return complain(reply.error);
  if (reply.value.length === 0) process.stderr.write('no keys; make one: kasirbox keys create --label NAME\n');
  for (const key of reply.value) {
    const state = key.revokedAt === null ? 'active' : `revoked ${key.revokedAt}`;
    print(
      [key.id, key.prefix, state, `created ${key.createdAt}`, `used ${key.lastUsedAt ?? 'never'}`, key.label].join(
        '\t',
      ),
    );
  }
  return SUCCESS;
}

async function revoke(folder: string, text: string): Promise<number> {
  if (!/^\d{1,9}$/.test(text)) return complain(`"${text}" is not the number of a key; see: kasirbox keys list`);
  const reply = await ask(folder, 'keys.revoke', { id: Number(text) });
  if (!reply.ok) return complain(reply.error);
  print(`Key ${text} is revoked.`);
  return SUCCESS;
}
