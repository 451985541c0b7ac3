import { accessSync, constants } from 'node:fs';
import { type Bilingual, oneLine, type Result } from '../../base/index.js';
import { type Args, complain, print, printNote, SUCCESS, USAGE } from './command.js';
import { inLanguage } from './language.js';

/** Where `fleet init` stores the files of the server. */
export const FOLDER = '/etc/kasirbox-fleet';
/** Home folder of the user of the Debian package. */
const STORE = '/var/lib/nats';
const MONITOR_PORT = '8222';
/** nats-server reads these files through its group, even if root has a strict umask. */
const UMASK = 0o027;

const BOX = /^[0-9a-f]{32}$/;
/**
 * One token of a NATS subject, as in the settings of a box. A shop may be named in either alphabet, because NATS
 * accepts any letters in a subject.
 */
const SHOP = /^[A-Za-z0-9_\u0400-\u045f\u0106\u0107\u010c\u010d\u0110\u0111\u0160\u0161\u017d\u017e-]{1,40}$/;
const TOKEN = /^[A-Za-z0-9_-]{1,40}$/;
const URL_OF_SERVER = /^tls:\/\/[^\s/\\?#@]+$/;

/** Rows of `fleet` for the NATS server of an owner. */
export const SERVER_FORMS = {
  'init [--url tls://HOST:PORT] [--server DIR] [--store DIR] [--monitor PORT]': forGroup(init),
  'add SHOP BOX [--group GROUP] [--server DIR]': forGroup(add),
  'group BOX GROUP [--server DIR]': forGroup(move),
  'revoke BOX [--server DIR]': forGroup(revoke),
  'list [--server DIR]': forGroup(list),
} as const;
export const SERVER_SUMMARY: Bilingual = {
  sr: `init прави у DIR (${FOLDER}) подешавање за nats-server за уређаје, са сопственим издаваоцем сертификата; поновљен,
      обнавља сертификат сервера кад му истиче рок. add пушта уређај на сервер и једном исписује вредност његовог подешавања stream;
      BOX је његова ознака, коју на њему каже kasirbox doctor (ledger). revoke га одмах искључује.`,
  en: `init creates in DIR (${FOLDER}) the configuration of a nats-server for boxes, with its own authority; a later init
      renews the certificate of the server when it is due. add grants a box its rights, and prints once the value of its
      setting stream; BOX is its id, which kasirbox doctor shows on it (ledger). revoke removes its rights at once.`,
};
/** Files that it writes may be read by the group of the server. */
function forGroup(run: (args: Args, ...words: string[]) => Promise<number>): typeof run {
  return (args, ...words) => {
    process.umask(UMASK);
    return run(args, ...words);
  };
}

function folderOf({ values }: Args): string {
  return values['server'] ?? FOLDER;
}

async function init(args: Args): Promise<number> {
  const { url, store = STORE, monitor = MONITOR_PORT } = args.values;
  if (url !== undefined && !(URL_OF_SERVER.test(url) && URL.canParse(url)))
    return complain(
      {
        sr: '--url је адреса, као tls://nats.example.rs:4222',
        en: '--url must be an address such as tls://nats.example.rs:4222',
      },
      USAGE,
    );
  const monitorPort = Number(monitor);
  if (!/^\d{1,5}$/.test(monitor) || monitorPort < 1 || monitorPort > 65_535)
    return complain({ sr: '--monitor је порт, од 1 до 65535', en: '--monitor must be a port, 1 to 65535' }, USAGE);
  const { initServer } = await import('./fleet/fleet.js');
  const folder = folderOf(args);
  const done = await initServer({ folder, url, store, monitorPort });
  if (!done.ok) return complain(done.error);
  const { made, isRenewed, isReloaded } = done.value;
  for (const path of made) print({ sr: `направљено: ${oneLine(path)}`, en: `created ${oneLine(path)}` });
  print(
    isRenewed
      ? inLanguage({ sr: 'Сервер има нов сертификат.', en: 'The server has a new certificate.' })
      : inLanguage({ sr: 'Сертификат сервера је исправан.', en: 'The certificate of the server is valid.' }),
  );
  if (isRenewed) print(stateText(isReloaded));
  if (done.value.isForRootOnly)
    print({
      sr: `nats-server не може да чита ту фасциклу; покрените: chgrp -R nats ${folder} && chmod 2750 ${folder}`,
      en: `nats-server cannot read that folder; run: chgrp -R nats ${folder} && chmod 2750 ${folder}`,
    });
  return SUCCESS;
}

async function add(args: Args, shop: string, id: string): Promise<number> {
  const { group } = args.values;
  const box = id.toLowerCase();
  const fault = shopFault(shop) ?? boxFault(box) ?? tokenFault('GROUP', group);
  if (fault !== undefined) return complain(fault, USAGE);
  const { addBox } = await import('./fleet/fleet.js');
  const done = await addBox(folderOf(args), { shop, box, group });
  if (!done.ok) return complain(done.error);
  // Standard output contains only the setting, because it is piped into the box.
  print(JSON.stringify(done.value.value));
  const { reloaded } = done.value;
  if (!reloaded.ok) return complain(reloaded.error);
  printNote({
    sr: `${box} (${shop}) сме да се повеже. ${stateText(reloaded.value)}`,
    en: `${box} of ${shop} may connect. ${stateText(reloaded.value)}`,
  });
  return SUCCESS;
}

async function move(args: Args, id: string, group: string): Promise<number> {
  const box = id.toLowerCase();
  const fault = boxFault(box) ?? tokenFault('GROUP', group);
  if (fault !== undefined) return complain(fault, USAGE);
  const { moveBox } = await import('./fleet/fleet.js');
  return printOutcome(
    await moveBox(folderOf(args), box, group),
    inLanguage({
      sr: `${box} сме да чита оно што добија група ${group}.`,
      en: `${box} may read what the group ${group} receives.`,
    }),
  );
}

async function revoke(args: Args, id: string): Promise<number> {
  const box = id.toLowerCase();
  const fault = boxFault(box);
  if (fault !== undefined) return complain(fault, USAGE);
  const { revokeBox } = await import('./fleet/fleet.js');
  return printOutcome(
    await revokeBox(folderOf(args), box),
    inLanguage({ sr: `${box} више не сме да се повеже.`, en: `${box} may no longer connect.` }),
  );
}

function printOutcome(done: Result<{ readonly isReloaded: boolean }, Bilingual>, outcome: string): number {
  if (!done.ok) return complain(done.error);
  print(`${outcome} ${stateText(done.value.isReloaded)}`);
  return SUCCESS;
}

async function list(args: Args): Promise<number> {
  const { listBoxes } = await import('./fleet/fleet.js');
  const boxes = await listBoxes(folderOf(args));
  if (!boxes.ok) return complain(boxes.error);
  if (boxes.value.length === 0)
    process.stderr.write(
      inLanguage({
        sr: 'Ниједан уређај није додат. Додајте га: kasirbox fleet add SHOP BOX\n',
        en: 'No box was added. Add one: kasirbox fleet add SHOP BOX\n',
      }),
    );
  for (const { box, shop, group = '-', nkey } of boxes.value) print(`${box}  ${shop}  ${group}  ${nkey}`);
  return SUCCESS;
}

function stateText(isReloaded: boolean): string {
  return isReloaded
    ? inLanguage({ sr: 'Сервер већ ради по томе.', en: 'The server already uses this.' })
    : inLanguage({
        sr: 'На овој машини не ради nats-server: радиће по томе кад се покрене.',
        en: 'No nats-server runs on this machine: it will use this when it starts.',
      });
}

export function boxFault(text: string): string | undefined {
  return BOX.test(text)
    ? undefined
    : inLanguage({
        sr: 'BOX је ознака уређаја, 32 хексадецималне цифре; на уређају је приказује kasirbox doctor, у реду ledger',
        en: 'BOX must be the id of a box, 32 hex digits; kasirbox doctor shows it on the box, in the line ledger',
      });
}

function shopFault(text: string): string | undefined {
  if (SHOP.test(text)) return undefined;
  return inLanguage({
    sr: 'SHOP је назив од слова, цифара, - или _, највише 40',
    en: 'SHOP must be a name of up to 40 letters, digits, - or _',
  });
}

function tokenFault(name: string, text: string | undefined): string | undefined {
  return text === undefined || TOKEN.test(text)
    ? undefined
    : inLanguage({
        sr: `${name} је назив од слова a до z, цифара, - или _, највише 40`,
        en: `${name} must be a name of up to 40 letters a to z, digits, - or _`,
      });
}

/** The URL is never repeated, because it may contain a password. */
export function urlFault(name: string, text: string, protocols: readonly string[]): Bilingual | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && protocols.includes(url.protocol)) return undefined;
  const beginnings = protocols.map((protocol) => `${protocol}//`);
  return {
    sr: `--${name} је URL који почиње са ${beginnings.join(' или ')}`,
    en: `--${name} must be a URL that begins with ${beginnings.join(' or ')}`,
  };
}

export function fileFault(name: string, path: string | undefined): Bilingual | undefined {
  if (path === undefined) return undefined;
  try {
    accessSync(path, constants.R_OK);
    return undefined;
  } catch {
    return {
      sr: `--${name}: датотека не може да се прочита: ${oneLine(path)}`,
      en: `--${name}: the file cannot be read: ${oneLine(path)}`,
    };
  }
}
