import type { ChangedKey, KeyRow } from '../../interfaces/admin/index.js';
import { type Bilingual, oneLine, paraFrom } from '../../base/index.js';
import { ask } from './ask.js';
import { type Command, complain, complainUsage, print, printRow, SUCCESS, USAGE } from './command.js';
import { inDinars, inLanguage } from './language.js';

export const keysCommand: Command = {
  usage: [
    'keys create --label L [--data DIR]',
    'keys list [--json] [--data DIR]',
    'keys revoke ID [--data DIR]',
    'keys accept ID [--data DIR]',
  ],
  summary: {
    sr: `прави, набраја и опозива API кључеве. Списак каже кад је и одакле сваки коришћен, и шта је њиме издато у последња 24
      сата; --json: за програме. accept: досадашње коришћење је у реду, doctor више не упозорава на њега`,
    en: `creates, lists and revokes API keys. The list shows when and from where each was used, and what was issued with it
      in the last 24 hours; --json: for programs. accept: confirms its use so far, so that doctor no longer warns`,
  },
  options: ['label'],
  flags: ['json'],
  async run({ folder, words, values, flags }) {
    const [verb, id] = words;
    if (verb === 'create' && words.length === 1) return create(folder, values['label']);
    if (verb === 'list' && words.length === 1) return list(folder, flags.has('json'));
    if (verb === 'revoke' && words.length === 2) return change(folder, 'keys.revoke', id ?? '', revokedWords);
    if (verb === 'accept' && words.length === 2) return change(folder, 'keys.accept', id ?? '', acceptedWords);
    return complainUsage(keysCommand.usage);
  },
};

async function create(folder: string, label: string | undefined): Promise<number> {
  if (label === undefined)
    return complain(inLanguage({ sr: 'кључу треба назив: --label L', en: 'a key needs a label: --label L' }), USAGE);
  const reply = await ask(folder, 'keys.create', { label });
  if (!reply.ok) return complain(reply.error);
  process.stderr.write(
    inLanguage({
      sr: `Кључ ${reply.value.id} (${label}). Приказује се само сада; чува се само његов хеш.\n`,
      en: `Key ${reply.value.id} (${label}). It is shown this once; only its hash is kept.\n`,
    }),
  );
  print(reply.value.key);
  return SUCCESS;
}

async function list(folder: string, isJson: boolean): Promise<number> {
  const reply = await ask(folder, 'keys.list', {});
  if (!reply.ok) return complain(reply.error);
  if (reply.value.length === 0)
    process.stderr.write(
      inLanguage({
        sr: 'нема кључева; направите један: kasirbox keys create --label NAME\n',
        en: 'no keys; make one: kasirbox keys create --label NAME\n',
      }),
    );
  if (isJson) print(JSON.stringify(reply.value, null, 2));
  else for (const key of reply.value) printKey(key);
  return SUCCESS;
}

/** Maximum number of new addresses listed; further ones are only counted. */
const MAX_NAMED = 2;

/** At most 100 columns: a label has 80. */
function printKey(key: KeyRow): void {
  const { id, prefix, label, createdAt, lastUsedAt, revokedAt, addresses, newAddresses, lastDay } = key;
  print(oneLine(`${id}  ${label}`));
  printRow(inLanguage(TEXTS.key), `${prefix}…  ${inLanguage(TEXTS.created(createdAt))}`);
  printRow(inLanguage(TEXTS.state), inLanguage(revokedAt === null ? TEXTS.active : TEXTS.revoked(revokedAt)));
  printRow(
    inLanguage(TEXTS.lastUse),
    inLanguage(lastUsedAt === null ? TEXTS.never : TEXTS.used(lastUsedAt, addresses[0])),
  );
  if (addresses.length > 1) printRow(inLanguage(TEXTS.addresses), inLanguage(TEXTS.inThirtyDays(addresses.length)));
  if (newAddresses.length > 0) {
    const named = newAddresses.slice(0, MAX_NAMED).join(', ');
    const more = newAddresses.length - MAX_NAMED;
    printRow(inLanguage(TEXTS.new), `${named}${more > 0 ? ` +${more}` : ''}`);
  }
  printRow(inLanguage(TEXTS.lastDay), inLanguage(TEXTS.issued(lastDay)));
}

async function change(
  folder: string,
  operation: 'keys.revoke' | 'keys.accept',
  text: string,
  words: (changed: ChangedKey) => string,
): Promise<number> {
  if (!/^\d{1,9}$/.test(text))
    return complain(
      inLanguage({
        sr: `„${text}” није број кључа; погледајте: kasirbox keys list`,
        en: `"${text}" is not the number of a key; see: kasirbox keys list`,
      }),
    );
  const reply = await ask(folder, operation, { id: Number(text) });
  if (!reply.ok) return complain(reply.error);
  print(
    oneLine(
      inLanguage({
        sr: `Кључ ${Number(text)} (${reply.value.label})${words(reply.value)}`,
        en: `Key ${Number(text)} (${reply.value.label})${words(reply.value)}`,
      }),
    ),
  );
  return SUCCESS;
}

function revokedWords({ wasRevoked }: ChangedKey): string {
  return wasRevoked === null
    ? inLanguage({ sr: ' је опозван; његове везе су затворене.', en: ' is revoked; its connections are closed.' })
    : inLanguage({ sr: ` је већ опозван, ${wasRevoked}.`, en: ` was revoked already, on ${wasRevoked}.` });
}

function acceptedWords(): string {
  return inLanguage({
    sr: ': његове досадашње адресе и рефундације су у реду; doctor више не упозорава на њега.',
    en: ': its addresses and refunds so far are in order; doctor no longer warns of it.',
  });
}

/** Captions have 14 columns. */
const TEXTS = {
  key: { sr: 'кључ', en: 'key' },
  state: { sr: 'стање', en: 'state' },
  lastUse: { sr: 'коришћен', en: 'last use' },
  addresses: { sr: 'адресе', en: 'addresses' },
  new: { sr: 'нове адресе', en: 'new addresses' },
  lastDay: { sr: 'за 24 сата', en: 'last 24 h' },
  active: { sr: 'активан', en: 'active' },
  never: { sr: 'још није', en: 'never used' },
  created: (at: string): Bilingual => ({ sr: `направљен ${at}`, en: `created ${at}` }),
  revoked: (at: string): Bilingual => ({ sr: `опозван ${at}`, en: `revoked ${at}` }),
  used: (at: string, address?: string): Bilingual => ({
    sr: address === undefined ? at : `${at} са ${address}`,
    en: address === undefined ? at : `${at} from ${address}`,
  }),
  inThirtyDays: (count: number): Bilingual => ({ sr: `за 30 дана: ${count}`, en: `${count} in 30 days` }),
  usual: { sr: '', en: '' },
  moreThanBefore: { sr: ', много више него раније', en: ', far more than before' },
  unusuallyMany: { sr: ', необично много', en: ', unusually many' },
  issued({ receipts, refunds: { count, amount }, isUnusual, isNew }: KeyRow['lastDay']): Bilingual {
    const sum = count === 0 ? '' : ` (${inDinars(paraFrom(amount))})`;
    const unusual = isNew ? TEXTS.unusuallyMany : TEXTS.moreThanBefore;
    const { sr, en } = isUnusual ? unusual : TEXTS.usual;
    return {
      sr: `рачуна ${receipts}, од тога рефундација ${count}${sum}${sr}`,
      en: `receipts ${receipts}, ${count} of them refunds${sum}${en}`,
    };
  },
} as const;
