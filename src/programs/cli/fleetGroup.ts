import {
  type Bilingual,
  failed,
  formatMoney,
  instantOf,
  isLocalTime,
  isRecord,
  localTime,
  ok,
  oneLine,
  type Result,
  type UtcMs,
  type Message,
  phrase,
} from '../../base/index.js';
import type { GroupReport } from '../../interfaces/admin/index.js';
import type { NatsAddress, PriceChange, SetFault, SetOptions, SetVersion } from '../fleet/index.js';
import { type Args, complain, complainUsage, print, printNote, SUCCESS, USAGE } from './command.js';
import { confirm } from './terminal.js';
import { FOLDER } from './fleetServer.js';
import { PART_NAMES } from './group.js';
import { addressFault } from './fleetStream.js';
import { readGivenFile, sourceName } from './inputFile.js';
import { givenEncoding, printRowFaults, printRowWarnings, readItemsFile } from './items.js';
import { inDinars, inLanguage, numberText } from './language.js';
import { placeOf } from './settings.js';

const PLACE = '[--ca FILE] [--credentials FILE]';
const VERSION = '[--at TIME] [--version N] [--replace] [--dry-run] [--yes]';

/** Rows of `fleet` for the prices and settings of a group. */
export const GROUP_FORMS = {
  [`catalogue GROUP FILE.csv --nats URL ${VERSION} [--encoding NAME] ${PLACE} [--server DIR]`]: setPart('catalogue'),
  [`catalogue GROUP --back --nats URL ${PLACE}`]: setPart('catalogue'),
  [`settings GROUP FILE.json --nats URL ${VERSION} ${PLACE} [--server DIR]`]: setPart('settings'),
  [`settings GROUP --back --nats URL ${PLACE}`]: setPart('settings'),
} as const;
const USAGE_OF_GROUPS = Object.keys(GROUP_FORMS).map((form) => `fleet ${form}`);

export const GROUP_SUMMARY: Bilingual = {
  sr: `catalogue и settings шаљу цене и подешавања уређајима групе GROUP: оно чега нема у FILE остаје како је било.
      TIME, као "2026-12-01 06:00" у Београду: важи од тада. --replace: уместо верзије која чека своје време. --dry-run:
      само показује шта би се променило. Пре необичне цене, нове ознаке и групе без уређаја пита; --yes: без питања.
      --back: поново важи оно пре последње верзије`,
  en: `catalogue and settings set prices and settings for the boxes of a GROUP; those that are not in FILE stay unchanged.
      TIME, such as "2026-12-01 06:00" in Belgrade: when they take effect. --replace: instead of the pending version.
      --dry-run: only shows what would change. It asks before an unusual price, a new label, and a group without boxes; --yes:
      without asking. --back: returns to the version before the last one`,
};
const GROUP = /^[A-Za-z0-9_-]{1,40}$/;
const MEBIBYTE = 1024 * 1024;

/** Publishes the content of FILE for the boxes of a group; without FILE, what was before the last version. */
function setPart(part: 'catalogue' | 'settings') {
  return async (args: Args, group: string, file?: string): Promise<number> => {
    const { nats: url = '', ca, credentials } = args.values;
    const fault = addressFault(args);
    if (fault !== undefined) return complain(fault, USAGE);
    return setForGroup(part, [group, file], { url, caFile: ca, credentialsFile: credentials }, args);
  };
}

async function setForGroup(
  part: 'catalogue' | 'settings',
  [group, file]: readonly [string, string | undefined],
  nats: NatsAddress,
  { values, flags }: Args,
): Promise<number> {
  if (!GROUP.test(group))
    return complain(
      {
        sr: 'GROUP је од 1 до 40 слова a до z, цифара, - или _, као kiosks',
        en: 'GROUP must be 1 to 40 letters a to z, digits, - or _, such as kiosks',
      },
      USAGE,
    );
  const now = Date.now();
  const at = validFrom(values['at'], now);
  if (!at.ok) return complain(at.error, USAGE);
  const { version, encoding } = values;
  if (version !== undefined && !/^(?:[1-9]\d{0,8}|1000000000)$/.test(version)) {
    return complain(
      {
        sr: '--version је цео број, од 1 до 1000000000',
        en: '--version must be a whole number, 1 to 1000000000',
      },
      USAGE,
    );
  }
  const number = version === undefined ? undefined : Number(version);
  const options = { nats, group, validFrom: at.value, version: number, replaces: flags.has('replace'), now };
  if (file === undefined) return setBack(part, options);
  const isDry = flags.has('dry-run');
  const unknown = await unknownGroup(group, values['server']);
  const task: Task = { options, isDry, isSure: flags.has('yes'), doubts: unknown === undefined ? [] : [unknown] };
  return part === 'catalogue' ? setCatalogue(file, encoding, task) : setSettings(file, task);
}

interface Task {
  readonly options: SetOptions;
  readonly isDry: boolean;
  /** `--yes`: no question is asked. */
  readonly isSure: boolean;
  /** Doubts that a person should check before it is published. */
  readonly doubts: readonly Bilingual[];
}

/** A price that changes by this factor, up or down, needs a check by a person. */
const ODD_FACTOR = 3;
/** A new price above this needs a check too, para: 100,000 RSD. */
const ODD_PRICE = 10_000_000;
const MAX_SHOWN = 20;

/**
 * A typing error in its name would create a group without any boxes. Undefined also when the boxes are registered on
 * another machine.
 */
export async function unknownGroup(group: string, folder: string | undefined): Promise<Bilingual | undefined> {
  const { listBoxes } = await import('./fleet/fleet.js');
  const boxes = await listBoxes(folder ?? FOLDER).catch(() => undefined);
  if (boxes?.ok !== true || boxes.value.some((box) => box.group === group)) return undefined;
  const known = [...new Set(boxes.value.flatMap((box) => box.group ?? []))].join(', ');
  return {
    sr: `Ниједан уређај није у групи ${group}. Групе са уређајима: ${known === '' ? 'ниједна' : known}.`,
    en: `No box is in the group ${group}. Groups with boxes: ${known === '' ? 'none' : known}.`,
  };
}

function isOdd({ before, after }: PriceChange): boolean {
  if (before === null || before === 0) return after > ODD_PRICE;
  return after > before * ODD_FACTOR || after * ODD_FACTOR < before;
}

/** Prints prices that change, old → new; unusual ones first, including new items. */
function printPrices(prices: readonly PriceChange[]): void {
  const changed = prices.filter((price) => price.before !== null && !isOdd(price));
  const sorted = [...prices.filter(isOdd), ...changed];
  for (const { name, before, after } of sorted.slice(0, MAX_SHOWN)) {
    print(oneLine(`  ${name}: ${before === null ? '—' : numberText(formatMoney(before))} → ${inDinars(after)}`));
  }
  const more = sorted.length - MAX_SHOWN;
  if (more > 0) print({ sr: `  и још цена: ${more}`, en: `  and ${more} more prices` });
}

function doubtsOf({ prices = [], newLabels = [], isFirst, created, all }: SetVersion): Bilingual[] {
  const odd = prices.filter(isOdd).length;
  // The first list introduces all of its labels.
  const labels = isFirst || created === all ? newLabels.filter((label) => !USUAL_LABELS.includes(label)) : newLabels;
  return [
    ...(odd > 0 ? [{ sr: `Необичне цене: ${odd}.`, en: `Unusual prices: ${odd}.` }] : []),
    ...(labels.length > 0
      ? [
          {
            sr: `Нове пореске ознаке: ${labels.join(', ')}. Уређај на коме нису активне одбија целу верзију.`,
            en: `New tax labels: ${labels.join(', ')}. A box where they are not active refuses the whole version.`,
          },
        ]
      : []),
  ];
}

/** Labels of Serbia's tax system that every shop may have. */
const USUAL_LABELS: readonly string[] = ['Ђ', 'Е', 'Г', 'А'];

/** Shows what would be published, and asks if there is a doubt. Returns the exit code, or undefined to continue. */
async function check(
  { isDry, isSure, doubts }: Task,
  attempt: () => Promise<Result<SetVersion, SetFault>>,
  refuse: (fault: SetFault) => number,
): Promise<number | undefined> {
  const preview = await withNatsFaults(attempt);
  if (!preview.ok) return refuse(preview.error);
  printPrices(preview.value.prices ?? []);
  const all = [...doubts, ...doubtsOf(preview.value)];
  for (const doubt of all) printNote(doubt);
  if (isDry) {
    print({ sr: 'Ништа није послато (--dry-run).', en: 'Nothing was set (--dry-run).' });
    return SUCCESS;
  }
  if (all.length === 0 || isSure) return undefined;
  const answer = await confirm(inLanguage({ sr: 'Ипак послати?', en: 'Set it anyway?' }));
  if (answer === true) return undefined;
  return complain({
    sr: 'ништа није послато; ако је тако намеравано, додајте --yes',
    en: 'nothing was set; if this is what you intend, add --yes',
  });
}

async function setBack(part: 'catalogue' | 'settings', options: SetOptions): Promise<number> {
  const code = await import('./fleet/fleet.js');
  const set = await withNatsFaults(() => code.setBack(options, part));
  if (!set.ok) return 'message' in set.error ? complain(set.error.message) : complainUsage(USAGE_OF_GROUPS);
  return printVersion(part, set.value, options);
}

async function setCatalogue(file: string, named: string | undefined, task: Task): Promise<number> {
  const encoding = givenEncoding(named);
  if (!encoding.ok) return complain(encoding.error, USAGE);
  const bytes = await readItemsFile(file);
  if (!bytes.ok) return complain(bytes.error);
  const code = await import('./fleet/fleet.js');
  const read = code.readItems(bytes.value, encoding.value);
  const name = sourceName(file);
  if (!read.ok) return complain(`${name}: ${oneLine(inLanguage(read.error))}`);
  const { rows, faults, headingOf } = read.value;
  const refuse = (refused: typeof faults): number => {
    printRowFaults(refused, headingOf);
    const count = rows.length + faults.length;
    return complain({
      sr: `${name}: одбијено је ${refused.length} од ${count} редова, ништа није послато.`,
      en: `${name}: ${refused.length} of ${count} rows refused, nothing set.`,
    });
  };
  if (faults.length > 0) return refuse(faults);
  const refuseFault = (fault: SetFault): number => ('rows' in fault ? refuse(fault.rows) : complain(fault.message));
  const { options } = task;
  const stopped = await check(task, () => code.setCatalogue({ ...options, isDry: true }, rows), refuseFault);
  if (stopped !== undefined) return stopped;
  const set = await withNatsFaults(() => code.setCatalogue(options, rows));
  if (!set.ok) return refuseFault(set.error);
  const { created, changed, all, warnings } = set.value;
  printRowWarnings(warnings, headingOf);
  print({
    sr: `нових: ${created}, измењених: ${changed}, од ${all} артикала`,
    en: `${created} created, ${changed} changed, of ${all} items`,
  });
  return printVersion('catalogue', set.value, options);
}

async function setSettings(file: string, task: Task): Promise<number> {
  const bytes = await readGivenFile(file, {
    maxBytes: MEBIBYTE,
    tooLarge: { sr: 'ту су само подешавања групе', en: 'it may contain only the settings of the group' },
    fromShell: 'kasirbox fleet settings GROUP - < FILE',
  });
  if (!bytes.ok) return complain(bytes.error);
  const given = settingsIn(bytes.value);
  if (!given.ok) return complain(`${sourceName(file)}: ${inLanguage(given.error)}`);
  const code = await import('./fleet/fleet.js');
  const refuseFault = (fault: SetFault): number =>
    'message' in fault ? complain(fault.message) : complainUsage(USAGE_OF_GROUPS);
  const { options } = task;
  const stopped = await check(task, () => code.setSettings({ ...options, isDry: true }, given.value), refuseFault);
  if (stopped !== undefined) return stopped;
  const set = await withNatsFaults(() => code.setSettings(options, given.value));
  if (!set.ok) return refuseFault(set.error);
  const { created, changed, all } = set.value;
  print({
    sr: `нових: ${created}, измењених: ${changed}, од ${all} подешавања`,
    en: `${created} new, ${changed} changed, of ${all} settings`,
  });
  return printVersion('settings', set.value, options);
}

function settingsIn(bytes: Buffer): Result<Readonly<Record<string, unknown>>, Message> {
  const text = bytes.toString();
  try {
    const given: unknown = JSON.parse(text);
    return isRecord(given)
      ? ok(given)
      : failed(
          phrase({
            sr: 'мора бити објекат, као {"offlineQueue": {…}}; ништа није послато.',
            en: 'it must be an object, such as {"offlineQueue": {…}}, and nothing was set.',
          }),
        );
  } catch (error) {
    const { line } = placeOf(text, error instanceof Error ? error.message : '');
    return failed(
      phrase({
        sr: `није исправан JSON: ред ${line}. Ништа није послато.`,
        en: `it is not valid JSON: line ${line}. Nothing was set.`,
      }),
    );
  }
}

function printVersion(
  part: GroupReport['part'],
  set: SetVersion,
  { group, validFrom: from, version: given }: SetOptions,
): number {
  const { version, isNew, isFirst } = set;
  print(inLanguage(isNew ? setText(part, version, group, from) : unchangedText(part, version, group)));
  if (isFirst && given === undefined) print(FIRST_VERSION);
  return SUCCESS;
}

function setText(part: GroupReport['part'], version: number, group: string, from: UtcMs | null): Bilingual {
  const [sr, en] = from === null ? ['одмах', 'now'] : [`од ${localTime(from)}`, `from ${localTime(from)} on`];
  return {
    sr: `Верзија ${version} (${PART_NAMES[part]}) групе ${group} важи ${sr}.`,
    en: `Version ${version} of the ${part} of ${group} is valid ${en}.`,
  };
}

function unchangedText(part: GroupReport['part'], version: number, group: string): Bilingual {
  return {
    sr: `Верзија ${version} (${PART_NAMES[part]}) групе ${group} већ има све то.`,
    en: `Version ${version} of the ${part} of ${group} already has all of that.`,
  };
}

const FIRST_VERSION: Bilingual = {
  sr: 'Сервер до сада није имао ниједну. Уређај који има верзију са ранијег сервера прихвата само већи број: додајте --version N, за један већи од оног што на уређају каже kasirbox group show.',
  en: 'The server had no version before. A box with a version from an earlier server accepts only a higher number: add --version N, one more than kasirbox group show reports on the box.',
};

async function withNatsFaults<T>(work: () => Promise<Result<T, SetFault>>): Promise<Result<T, SetFault>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { serverFault } = await import('./fleet/fleet.js');
    return failed({ message: serverFault('NATS', error) });
  }
}

/** Null: at once. */
function validFrom(given: string | undefined, now: UtcMs): Result<UtcMs | null, Message> {
  if (given === undefined) return ok(null);
  const local = /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(given) ? `${given}:00` : given;
  if (!isLocalTime(local))
    return failed(
      phrase({
        sr: '--at је време у Београду, као "2026-12-01 06:00"',
        en: '--at must be a time in Belgrade, such as "2026-12-01 06:00"',
      }),
    );
  const at = instantOf(local);
  return at > now
    ? ok(at)
    : failed(
        phrase({
          sr: `време --at је прошло: сада је ${localTime(now)}`,
          en: `the time --at has passed: it is now ${localTime(now)}`,
        }),
      );
}
