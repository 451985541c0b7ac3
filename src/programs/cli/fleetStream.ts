import type { Bilingual } from '../../base/index.js';
import { type Args, complain, print, printRow, SUCCESS, USAGE } from './command.js';
import { fileFault, urlFault } from './fleetServer.js';
import { inLanguage } from './language.js';

const MAX_DAYS = 10_000;
const MAX_REPLICAS = 5;

/** Rows of `fleet` for the stream of all boxes. */
export const STREAM_FORMS = {
  'stream --nats URL [--ca FILE] [--credentials FILE] [--days N] [--replicas N]': look,
  'replay --nats URL [--ca FILE] [--credentials FILE]': again,
} as const;
export const STREAM_SUMMARY: Bilingual = {
  sr: `stream каже у каквом је стању ток свих уређаја, и поставља колико се дана порука чува (0: док се диск не напуни) и на
      колико сервера у групи. replay поново преузима све што је у току, после враћања базе PostgreSQL из копије.`,
  en: `stream shows the state of the stream of all boxes, and sets how many days a message is stored (0: until the disk is
      full) and on how many servers of a cluster. replay makes the ingesters read all of it once more, after a restore of
      PostgreSQL.`,
};
/** Why the address of NATS or a file for it cannot be used. */
export function addressFault({ values: { nats = '', ca, credentials } }: Pick<Args, 'values'>): Bilingual | undefined {
  return urlFault('nats', nats, ['nats:', 'tls:']) ?? fileFault('ca', ca) ?? fileFault('credentials', credentials);
}

/** Undefined when it is not given; null when it is not a number from `least` to `most`. */
function numberOf(text: string | undefined, least: number, most: number): number | null | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  return /^\d{1,6}$/.test(text) && number >= least && number <= most ? number : null;
}

async function look(args: Args): Promise<number> {
  const { nats = '', ca, credentials } = args.values;
  const fault = addressFault(args);
  if (fault !== undefined) return complain(fault, USAGE);
  const days = numberOf(args.values['days'], 0, MAX_DAYS);
  if (days === null)
    return complain(
      { sr: `--days је цео број, од 0 до ${MAX_DAYS}`, en: `--days must be a whole number, 0 to ${MAX_DAYS}` },
      USAGE,
    );
  const replicas = numberOf(args.values['replicas'], 1, MAX_REPLICAS);
  if (replicas === null)
    return complain(
      {
        sr: `--replicas је цео број, од 1 до ${MAX_REPLICAS}`,
        en: `--replicas must be a whole number, 1 to ${MAX_REPLICAS}`,
      },
      USAGE,
    );
  const { configureStream: lookAtStream } = await import('./fleet/fleet.js');
  const done = await lookAtStream({ url: nats, caFile: ca, credentialsFile: credentials }, { days, replicas });
  if (!done.ok) return complain(done.error);
  const { messages, bytes, waiting } = done.value;
  print({ sr: 'Ток KASIRBOX', en: 'Stream KASIRBOX' });
  printRow({ sr: 'порука', en: 'messages' }, `${messages}, ${(bytes / 1024 / 1024).toFixed(1)} MB`);
  printRow(
    { sr: 'чека', en: 'waiting' },
    waiting === null
      ? inLanguage({ sr: 'све: до сада их нико није преузимао', en: 'all: no ingester has read them yet' })
      : inLanguage({ sr: `${waiting} да их неко преузме`, en: `${waiting} for an ingester` }),
  );
  printRow(
    { sr: 'чува се', en: 'stored' },
    done.value.days === 0
      ? inLanguage({ sr: 'заувек, док се диск не напуни', en: 'until the disk is full' })
      : inLanguage({ sr: `${done.value.days} дана`, en: `for ${done.value.days} days` }),
  );
  printRow({ sr: 'сервера', en: 'servers' }, String(done.value.replicas));
  return SUCCESS;
}

async function again(args: Args): Promise<number> {
  const { nats = '', ca, credentials } = args.values;
  const fault = addressFault(args);
  if (fault !== undefined) return complain(fault, USAGE);
  const { replay } = await import('./fleet/fleet.js');
  const done = await replay({ url: nats, caFile: ca, credentialsFile: credentials });
  if (!done.ok) return complain(done.error);
  print(
    done.value
      ? inLanguage({
          sr: 'Све што је у току преузима се поново.',
          en: 'Everything in the stream is being read again.',
        })
      : inLanguage({ sr: 'До сада поруке нико није преузимао.', en: 'No ingester has read the stream yet.' }),
  );
  return SUCCESS;
}
