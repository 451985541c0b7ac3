import type { ChangedKey, KeyRow } from '../../interfaces/admin/index.js';
import { type Bilingual, oneLine, paraFrom } from '../../base/index.js';
import { callOperation, printList } from './callOperation.js';
import { type Args, type Command, complain, print, printNote, printRow, SUCCESS } from './command.js';
import { inDinars, inLanguage } from './language.js';
import { commandOf } from './forms.js';

export const keysCommand: Command = commandOf({
  name: 'keys',
  summary: {
    sr: `прави, набраја и опозива API кључеве. Списак каже кад је и одакле сваки коришћен, и шта је њиме издато у последња 24
      сата; --json: за програме. accept: досадашње коришћење је у реду, doctor више не упозорава на њега`,
    en: `creates, lists and revokes API keys. The list shows when and from where each was used, and what was issued with it
      in the last 24 hours; --json: for programs. accept confirms the use of a key so far, so that doctor no longer warns about it`,
  },
  forms: {
    'create --label L': create,
    'list [--json]': list,
    'revoke ID': ({ folder }, id = '') => change(folder, 'keys.revoke', id, revokedText),
    'accept ID': ({ folder }, id = '') => change(folder, 'keys.accept', id, acceptedText),
  },
});

async function create({ folder, values: { label = '' } }: Args): Promise<number> {
  const reply = await callOperation(folder, 'keys.create', { label });
  if (!reply.ok) return complain(reply.error);
  printNote({
    sr: `Кључ ${reply.value.id} (${label}). Приказује се само сада; чува се само његов хеш.`,
    en: `Key ${reply.value.id} (${label}). It is shown only now: the box stores only its hash.`,
  });
  print(reply.value.key);
  return SUCCESS;
}

async function list({ folder, flags }: Args): Promise<number> {
  return printList(await callOperation(folder, 'keys.list', {}), {
    asJson: flags.has('json'),
    none: {
      sr: 'нема кључева; направите један: kasirbox keys create --label NAME',
      en: 'no keys; create one: kasirbox keys create --label NAME',
    },
    show: printKey,
  });
}

/** Maximum number of new addresses listed; further ones are only counted. */
const MAX_NAMED = 2;

/** At most 100 columns: a label has 80. */
function printKey(key: KeyRow): void {
  const { id, prefix, label, createdAt, lastUsedAt, revokedAt, addresses, newAddresses, lastDay } = key;
  print(oneLine(`${id}  ${label}`));
  printRow(TEXTS.key, `${prefix}…  ${inLanguage(TEXTS.created(createdAt))}`);
  printRow(TEXTS.state, inLanguage(revokedAt === null ? TEXTS.active : TEXTS.revoked(revokedAt)));
  printRow(TEXTS.lastUse, inLanguage(lastUsedAt === null ? TEXTS.never : TEXTS.used(lastUsedAt, addresses[0])));
  if (addresses.length > 1) printRow(TEXTS.addresses, inLanguage(TEXTS.inThirtyDays(addresses.length)));
  if (newAddresses.length > 0) {
    const named = newAddresses.slice(0, MAX_NAMED).join(', ');
    const more = newAddresses.length - MAX_NAMED;
    printRow(TEXTS.new, `${named}${more > 0 ? ` +${more}` : ''}`);
  }
  printRow(TEXTS.lastDay, inLanguage(TEXTS.issued(lastDay)));
}

async function change(
  folder: string,
  operation: 'keys.revoke' | 'keys.accept',
  text: string,
  words: (changed: ChangedKey) => string,
): Promise<number> {
  if (!/^\d{1,9}$/.test(text))
    return complain({
      sr: `„${text}” није број кључа; погледајте: kasirbox keys list`,
      en: `"${text}" is not the number of a key; see: kasirbox keys list`,
    });
  const reply = await callOperation(folder, operation, { id: Number(text) });
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

function revokedText({ wasRevoked }: ChangedKey): string {
  return wasRevoked === null
    ? inLanguage({ sr: ' је опозван; његове везе су затворене.', en: ' is revoked; its connections are closed.' })
    : inLanguage({ sr: ` је већ опозван, ${wasRevoked}.`, en: ` was already revoked, on ${wasRevoked}.` });
}

function acceptedText(): string {
  return inLanguage({
    sr: ': његове досадашње адресе и рефундације су у реду; doctor више не упозорава на њега.',
    en: ': its addresses and refunds so far are accepted; doctor no longer warns about it.',
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
