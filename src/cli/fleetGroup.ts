import {
  type Bilingual,
  failed,
  instantOf,
  isLocalTime,
  isRecord,
  localTime,
  ok,
  oneLine,
  type Result,
  type UtcMs,
} from '../base/index.js';
import type { NatsAddress, SetFault, SetOptions, SetVersion } from '../fleet/index.js';
import { type Args, complain, complainUsage, print, SUCCESS, USAGE } from './command.js';
import { readGivenFile, sourceName } from './inputFile.js';
import { givenEncoding, printRowFaults, printRowWarnings, readItemsFile } from './items.js';
import { inLanguage } from './language.js';

export const FLEET_GROUP_USAGE = [
  'fleet catalogue GROUP FILE.csv --nats URL [--at TIME] [--version N] [--replace] [--encoding NAME] [--ca FILE] [--credentials FILE]',
  'fleet settings GROUP FILE.json --nats URL [--at TIME] [--version N] [--replace] [--ca FILE] [--credentials FILE]',
];
export const FLEET_GROUP_SUMMARY: Bilingual = {
  sr: `catalogue и settings шаљу цене и подешавања уређајима групе GROUP: оно чега нема у FILE остаје како је било.
      TIME, као "2026-12-01 06:00" у Београду: важи од тада. --replace: уместо верзије која чека своје време`,
  en: `catalogue and settings set prices and settings for the boxes of a GROUP: those that are not in FILE stay as they were.
      TIME, such as "2026-12-01 06:00" in Belgrade: valid from then on. --replace: instead of a version that waits for its time`,
};
export const FLEET_GROUP_OPTIONS = ['at', 'version', 'encoding'];
export const FLEET_GROUP_FLAGS = ['replace'];
export const FLEET_GROUP_TAKES = ['nats', 'ca', 'credentials', ...FLEET_GROUP_OPTIONS, ...FLEET_GROUP_FLAGS];

const GROUP = /^[A-Za-z0-9_-]{1,40}$/;
const MEBIBYTE = 1024 * 1024;

/** Sets what a FILE has for the boxes of a group. */
export async function setForGroup(
  part: 'catalogue' | 'settings',
  words: readonly string[],
  nats: NatsAddress,
  { values, flags }: Args,
): Promise<number> {
  const [group, file, ...rest] = words;
  if (group === undefined || file === undefined || rest.length > 0) return complainUsage(FLEET_GROUP_USAGE);
  if (!GROUP.test(group))
    return complain(
      inLanguage({
        sr: 'GROUP је од 1 до 40 слова a до z, цифара, - или _, као kiosks',
        en: 'GROUP is 1 to 40 letters a to z, digits, - or _, like kiosks',
      }),
      USAGE,
    );
  const now = Date.now();
  const at = validFrom(values['at'], now);
  if (!at.ok) return complain(at.error, USAGE);
  const { version, encoding } = values;
  if (version !== undefined && !/^(?:[1-9]\d{0,8}|1000000000)$/.test(version)) {
    return complain(
      inLanguage({
        sr: '--version је цео број, од 1 до 1000000000',
        en: '--version is a whole number, 1 to 1000000000',
      }),
      USAGE,
    );
  }
  if (part === 'settings' && encoding !== undefined)
    return complain(inLanguage({ sr: '--encoding је само за CSV', en: '--encoding is for CSV alone' }), USAGE);
  const number = version === undefined ? undefined : Number(version);
  const options = { nats, group, validFrom: at.value, version: number, replaces: flags.has('replace'), now };
  return part === 'catalogue' ? setCatalogue(file, encoding, options) : setSettings(file, options);
}

async function setCatalogue(file: string, named: string | undefined, options: SetOptions): Promise<number> {
  const encoding = givenEncoding(named);
  if (!encoding.ok) return complain(encoding.error, USAGE);
  const bytes = await readItemsFile(file);
  if (!bytes.ok) return complain(bytes.error);
  const code = await import('./fleet/group.js');
  const read = code.readItems(bytes.value, encoding.value);
  const name = sourceName(file);
  if (!read.ok) return complain(`${name}: ${oneLine(read.error)}`);
  const { rows, faults, headingOf } = read.value;
  const refuse = (refused: typeof faults): number => {
    printRowFaults(refused, headingOf);
    const count = rows.length + faults.length;
    return complain(
      inLanguage({
        sr: `${name}: одбијено је ${refused.length} од ${count} редова, ништа није послато.`,
        en: `${name}: ${refused.length} of ${count} rows refused, nothing set.`,
      }),
    );
  };
  if (faults.length > 0) return refuse(faults);
  const set = await reached(() => code.setCatalogue(options, rows));
  if (!set.ok) return 'rows' in set.error ? refuse(set.error.rows) : complain(set.error.message);
  const { created, changed, all, warnings } = set.value;
  printRowWarnings(warnings, headingOf);
  print(
    inLanguage({
      sr: `нових: ${created}, измењених: ${changed}, од ${all} артикала`,
      en: `${created} created, ${changed} changed, of ${all} items`,
    }),
  );
  return sayVersion('catalogue', set.value, options);
}

async function setSettings(file: string, options: SetOptions): Promise<number> {
  const bytes = await readGivenFile(file, {
    maxBytes: MEBIBYTE,
    tooLarge: { sr: 'ту су само подешавања групе', en: 'only the settings of the group stand in it' },
    fromShell: 'kasirbox fleet settings GROUP - < FILE',
  });
  if (!bytes.ok) return complain(bytes.error);
  const given = settingsIn(bytes.value);
  if (!given.ok) return complain(`${sourceName(file)}: ${given.error}`);
  const code = await import('./fleet/group.js');
  const set = await reached(() => code.setSettings(options, given.value));
  if (!set.ok) return 'message' in set.error ? complain(set.error.message) : complainUsage(FLEET_GROUP_USAGE);
  const { created, changed, all } = set.value;
  print(
    inLanguage({
      sr: `нових: ${created}, измењених: ${changed}, од ${all} подешавања`,
      en: `${created} new, ${changed} changed, of ${all} settings`,
    }),
  );
  return sayVersion('settings', set.value, options);
}

function settingsIn(bytes: Buffer): Result<Readonly<Record<string, unknown>>, string> {
  try {
    const given: unknown = JSON.parse(bytes.toString());
    return isRecord(given)
      ? ok(given)
      : failed(
          inLanguage({
            sr: 'мора бити објекат, као {"offlineQueue": {…}}; ништа није послато.',
            en: 'it must be an object, such as {"offlineQueue": {…}}, and nothing was set.',
          }),
        );
  } catch (error) {
    return failed(
      inLanguage({
        sr: `није JSON, и ништа није послато: ${oneLine(error instanceof Error ? error.message : '')}`,
        en: `it is no JSON, and nothing was set: ${oneLine(error instanceof Error ? error.message : '')}`,
      }),
    );
  }
}

function sayVersion(part: string, set: SetVersion, { group, validFrom: from, version: given }: SetOptions): number {
  const { version, isNew, isFirst } = set;
  print(inLanguage(isNew ? setWords(part, version, group, from) : unchangedWords(part, version, group)));
  if (isFirst && given === undefined) print(inLanguage(FIRST_VERSION));
  return SUCCESS;
}

function setWords(part: string, version: number, group: string, from: UtcMs | null): Bilingual {
  const [sr, en] = from === null ? ['одмах', 'now'] : [`од ${localTime(from)}`, `from ${localTime(from)} on`];
  return {
    sr: `Верзија ${version} (${part}) групе ${group} важи ${sr}.`,
    en: `Version ${version} of the ${part} of ${group} is valid ${en}.`,
  };
}

function unchangedWords(part: string, version: number, group: string): Bilingual {
  return {
    sr: `Верзија ${version} (${part}) групе ${group} већ има све то.`,
    en: `Version ${version} of the ${part} of ${group} has all of that already.`,
  };
}

const FIRST_VERSION: Bilingual = {
  sr: 'Сервер до сада није имао ниједну. Уређај који има верзију са ранијег сервера прихвата само већи број: додајте --version N, за један већи од оног што на уређају каже kasirbox group show.',
  en: 'The server had none before. A box that has one of an earlier server takes only a higher number: add --version N, one more than kasirbox group show says on the box.',
};

/** What the client of NATS throws is said in its own words, which hold no secret. */
async function reached<T>(work: () => Promise<Result<T, SetFault>>): Promise<Result<T, SetFault>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return failed({
      message: {
        sr: `NATS не може да се користи: ${oneLine(error.message)}`,
        en: `NATS cannot be used: ${oneLine(error.message)}`,
      },
    });
  }
}

/** Null: at once. The error is an English phrase. */
function validFrom(given: string | undefined, now: UtcMs): Result<UtcMs | null, string> {
  if (given === undefined) return ok(null);
  const local = /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(given) ? `${given}:00` : given;
  if (!isLocalTime(local))
    return failed(
      inLanguage({
        sr: '--at је време у Београду, као "2026-12-01 06:00"',
        en: '--at is a time in Belgrade like "2026-12-01 06:00"',
      }),
    );
  const at = instantOf(local);
  return at > now
    ? ok(at)
    : failed(
        inLanguage({
          sr: `време --at је прошло: сада је ${localTime(now)}`,
          en: `--at has passed: it is ${localTime(now)}`,
        }),
      );
}
