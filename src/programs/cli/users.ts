import type { UserRow } from '../../interfaces/admin/index.js';
import { type Bilingual, failed, ok, oneLine, type Result, defineMessages, type Message } from '../../base/index.js';
import { callOperation, printList } from './callOperation.js';
import { type Args, type Command, complain, print, printNote, printRow, SUCCESS, USAGE } from './command.js';
import { readPassword } from './password.js';
import { inLanguage } from './language.js';
import { commandOf } from './forms.js';

const MESSAGES = defineMessages('cliUsers', {
  unknown: {
    en: 'There is no user "{name}". See: kasirbox users list',
    sr: 'Нема корисника „{name}”. Погледајте: kasirbox users list',
  },
});

const ROLES = ['owner', 'technician', 'cashier'] as const;
type Role = (typeof ROLES)[number];

export const usersCommand: Command = commandOf({
  name: 'users',
  summary: {
    sr: `прави, набраја и уклања људе који се пријављују на страницама: R је owner (све), technician (све осим промета
      и кључева) или cashier (продаје, са ПИН-ом од 4 до 8 цифара). Лозинка или ПИН тражи се на терминалу, или је
      први ред датотеке F или стандардног улаза. code приказује код за преузимање, којим се на страницама прави први власник`,
    en: `creates, lists and removes the users of the pages: R is owner (everything), technician (all but turnover
      and keys) or cashier (sells, with a PIN of 4 to 8 digits). The password or PIN is typed on the terminal, or is the
      first line of F or of standard input. code shows the claim code, which creates the first owner on the pages`,
  },
  forms: {
    code: ({ folder }) => showCode(folder),
    'create NAME --role R [--password-file F]': create,
    'list [--json]': list,
    'password NAME_OR_ID [--password-file F]': setSecret,
    'remove NAME_OR_ID': ({ folder }, named = '') => remove(folder, named),
  },
});

async function showCode(folder: string): Promise<number> {
  const reply = await callOperation(folder, 'users.code', {});
  if (!reply.ok) return complain(reply.error);
  const { code } = reply.value;
  if (code === null)
    return complain({
      sr: 'Овај уређај већ има власника, па нема кода за преузимање. Погледајте: kasirbox users list',
      en: 'This box already has an owner, so it has no claim code. See: kasirbox users list',
    });
  print(code);
  return SUCCESS;
}

async function create({ folder, values }: Args, name: string): Promise<number> {
  const role = ROLES.find((known) => known === values['role']);
  if (role === undefined)
    return complain(
      { sr: `--role је једно од: ${ROLES.join(', ')}`, en: `--role must be one of ${ROLES.join(', ')}` },
      USAGE,
    );
  const secret = await readSecret(role, name, values['password-file']);
  if (!secret.ok) return complain(secret.error);
  const reply = await callOperation(folder, 'users.create', { name, role, secret: secret.value });
  if (!reply.ok) return complain(reply.error);
  const { id, recoveryCode } = reply.value;
  printNote(
    oneLine(
      inLanguage({
        sr: `Нов корисник ${id} (${reply.value.name}), улога: ${ROLE_NAMES[role].sr}.`,
        en: `New user ${id} (${reply.value.name}), role: ${role}.`,
      }),
    ),
  );
  if (recoveryCode !== null) {
    printNote({
      sr: 'Код за заборављену лозинку отвара странице кад се лозинка заборави. Приказује се само сада.',
      en: 'The recovery code opens the pages when the password is forgotten. It is shown only now.',
    });
    print(recoveryCode);
  }
  return SUCCESS;
}

async function list({ folder, flags }: Args): Promise<number> {
  return printList(await callOperation(folder, 'users.list', {}), {
    asJson: flags.has('json'),
    none: {
      sr: 'нема корисника; први власник се прави са: kasirbox users code',
      en: 'no users; create the first owner with: kasirbox users code',
    },
    show: printUser,
  });
}

const ROLE_NAMES: Readonly<Record<Role, Bilingual>> = {
  owner: { sr: 'власник (owner)', en: 'owner' },
  technician: { sr: 'сервисер (technician)', en: 'technician' },
  cashier: { sr: 'касир (cashier)', en: 'cashier' },
};

function printUser({ id, name, role, createdAt }: UserRow): void {
  print(oneLine(`${id}  ${name}`));
  printRow({ sr: 'улога', en: 'role' }, inLanguage(ROLE_NAMES[role]));
  printRow({ sr: 'направљен', en: 'created' }, createdAt);
}

async function setSecret({ folder, values }: Args, named: string): Promise<number> {
  const user = await find(folder, named);
  if (!user.ok) return complain(user.error);
  const { id, name, role } = user.value;
  const secret = await readSecret(role, name, values['password-file']);
  if (!secret.ok) return complain(secret.error);
  const reply = await callOperation(folder, 'users.password', { id, secret: secret.value });
  if (!reply.ok) return complain(reply.error);
  print(
    oneLine(
      inLanguage({
        sr: `${name}: промењено: ${secretText(role)}; корисник је свуда одјављен.`,
        en: `${name} has a new ${secretName(role)}, and is signed out everywhere.`,
      }),
    ),
  );
  return SUCCESS;
}

async function remove(folder: string, named: string): Promise<number> {
  const user = await find(folder, named);
  if (!user.ok) return complain(user.error);
  const reply = await callOperation(folder, 'users.remove', { id: user.value.id });
  if (!reply.ok) return complain(reply.error);
  print(
    oneLine(
      inLanguage({
        sr: `Корисник ${reply.value.id} (${reply.value.name}) је уклоњен и свуда одјављен.`,
        en: `User ${reply.value.id} (${reply.value.name}) is removed, and signed out everywhere.`,
      }),
    ),
  );
  return SUCCESS;
}

/** Finds a user by name, in any case, or otherwise by number: a name of digits takes precedence. */
async function find(folder: string, named: string): Promise<Result<UserRow, Message>> {
  const users = await callOperation(folder, 'users.list', {});
  if (!users.ok) return users;
  const wanted = keyOf(named);
  const found =
    users.value.find(({ name }) => keyOf(name) === wanted) ?? users.value.find(({ id }) => String(id) === wanted);
  return found === undefined ? failed(MESSAGES.unknown({ name: oneLine(named) })) : ok(found);
}

function keyOf(name: string): string {
  return name.trim().normalize('NFC').toLocaleLowerCase('sr');
}

function readSecret(role: Role, name: string, file: string | undefined): Promise<Result<string, Message>> {
  const what = secretName(role);
  const prompt = inLanguage({
    sr: `${what === 'PIN' ? 'ПИН' : 'Лозинка'} за корисника ${oneLine(name)}: `,
    en: `${what === 'PIN' ? 'PIN' : 'Password'} for ${oneLine(name)}: `,
  });
  return readPassword({
    name: what === 'PIN' ? 'PIN of a user' : 'password of a user',
    file,
    isInputTaken: false,
    prompt,
  });
}

function secretName(role: Role): 'PIN' | 'password' {
  return role === 'cashier' ? 'PIN' : 'password';
}

function secretText(role: Role): string {
  return inLanguage(role === 'cashier' ? { sr: 'ПИН', en: 'PIN' } : { sr: 'лозинка', en: 'password' });
}
