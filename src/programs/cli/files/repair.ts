import { Readable } from 'node:stream';
import { BackupCode, isUnfinished, markRestored, readCode, segmentsInBackup } from '../../../outward/backup/index.js';
import {
  type Bilingual,
  failed,
  type FolderLock,
  lockFolder,
  nodeDisk,
  ok,
  oneLine,
  type Result,
  startCommand,
  type Message,
  phrase,
} from '../../../base/index.js';
import {
  repairLedger,
  loadSql,
  type NoRepair,
  planRepair,
  receiptText,
  type RepairPlan,
  type RepairSource,
  segmentName,
} from '../../../platform/ledger/index.js';
import { complain, FAILURE, print, printTable, SUCCESS } from '../command.js';
import { openGivenFile, sourceNames, STREAM } from '../inputFile.js';
import { inLanguage } from '../language.js';
import { readPassword } from '../password.js';
import { LEDGER, neverMade, folderServed, unfinishedRestore, unusableText } from '../unusable.js';
import { CODE_TEXTS, faultText } from './backupTexts.js';

interface Task {
  /** A backup from which lost records may be restored. */
  readonly from: string | undefined;
  readonly codeFile: string | undefined;
  /** Name of the owner who decides; undefined: only list the damage. */
  readonly by: string | undefined;
}

/** Maximum length of an owner's name, characters. */
const MAX_NAME = 100;

/** Lists the damaged and lost parts of the ledger, or repairs the ledger without them by an owner's decision. */
export async function repair(folder: string, { from, codeFile, by }: Task): Promise<number> {
  const name = by === undefined ? undefined : oneLine(by).trim();
  if (name === '' || (name?.length ?? 0) > MAX_NAME) return complain(TEXTS.badName());
  if (await isUnfinished(nodeDisk, folder)) return complain(unusableText(unfinishedRestore(folder)));
  let lock: FolderLock | undefined;
  try {
    lock = lockFolder(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return complain(unusableText(neverMade(LEDGER, folder)));
    throw error;
  }
  if (lock === undefined) return complain(unusableText(folderServed(folder)));
  try {
    const source = { disk: nodeDisk, folder, sql: await loadSql(), now: Date.now };
    const plan = await planRepair(source);
    if (!plan.ok) return printNoRepair(plan.error, folder);
    if (from === undefined) return await finish(source, plan.value, name);
    const backup = await backupFor(plan.value, { folder, from, codeFile });
    if (!backup.ok) return complain(backup.error);
    const given = { ...source, backup: backup.value };
    const better = await planRepair(given);
    return await finish(given, better.ok ? better.value : plan.value, name, from);
  } finally {
    lock.release();
  }
}

function printNoRepair(reason: NoRepair, folder: string): number {
  if (reason === 'absent') return complain(unusableText(neverMade(LEDGER, folder)));
  if (reason === 'later') return complain(TEXTS.later());
  print(TEXTS.sound());
  return SUCCESS;
}

/** The segments of a backup of this box that may contain the lost records. */
async function backupFor(
  { boxId, suspects, nextSegment }: RepairPlan,
  { folder, from, codeFile }: { readonly folder: string; readonly from: string; readonly codeFile: string | undefined },
): Promise<Result<ReadonlyMap<number, Buffer>, Message>> {
  const opened = await openGivenFile(from, 'kasirbox ledger repair --from - < BACKUP');
  if (!opened.ok) return opened;
  try {
    const code = await codeFor(folder, codeFile, from === STREAM);
    if (!code.ok) return code;
    const wanted = (number: number): boolean => suspects.has(number) || number >= nextSegment;
    const read = await segmentsInBackup(Readable.toWeb(opened.value), code.value, wanted);
    if (!read.ok) return failed(phrase(faultText(read.error, sourceNames(from))));
    if (read.value.manifest.boxId !== boxId.toString('hex')) return failed(phrase(TEXTS.ofAnother(sourceNames(from))));
    return ok(read.value.segments);
  } finally {
    opened.value.destroy();
  }
}

/** The box has its own code, but the backup may be older than that code. */
async function codeFor(
  folder: string,
  file: string | undefined,
  isInputTaken: boolean,
): Promise<Result<BackupCode, Message>> {
  const own = file === undefined ? await readCode(nodeDisk, folder) : undefined;
  if (own instanceof BackupCode) return ok(own);
  const typed = await readPassword({ name: 'backup code', file, isInputTaken, prompt: inLanguage(TEXTS.prompt()) });
  if (!typed.ok) return typed;
  const code = BackupCode.parse(typed.value);
  return code.ok ? code : failed(phrase(CODE_TEXTS[code.error]));
}

async function finish(source: RepairSource, plan: RepairPlan, by: string | undefined, from?: string): Promise<number> {
  show(plan, from);
  if (by === undefined) {
    const isAnyLost = plan.stretches.length > 0;
    if (from === undefined && isAnyLost) print(TEXTS.tryBackup());
    print(TEXTS.decide(from, isAnyLost));
    return FAILURE;
  }
  const mark = (): Promise<void> => markRestored(source.disk, source.folder);
  const { setAside } = await repairLedger(source, plan, by, plan.stretches.length > 0 ? mark : undefined);
  print(TEXTS.done(by, startCommand(source.folder)));
  for (const { name, sha256 } of setAside) print(`  quarantine/${name}  SHA-256 ${sha256}`);
  if (plan.stretches.length > 0) {
    print(TEXTS.after());
    print(TEXTS.access());
  }
  return SUCCESS;
}

function show(plan: RepairPlan, from: string | undefined): void {
  const { segments, mendsId, stretches, receipts, gaps, lastNumbers, givenBack, openIntents, restated } = plan;
  const files = [...(mendsId ? ['box.id'] : []), ...[...segments.keys()].map((number) => `log/${segmentName(number)}`)];
  print(TEXTS.damaged());
  const ranges = stretches.map(({ firstMissing: first, lastMissing: last }) =>
    first === last ? `${first}` : `${first}-${last}`,
  );
  const rows: readonly (readonly [Bilingual, string])[] = [
    [ROWS.files, files.join(', ') || '–'],
    ...(from === undefined ? [] : [[ROWS.givenBack, String(givenBack)] as const]),
    [ROWS.records, inLanguage(ranges.length === 0 ? TEXTS.none() : TEXTS.numbered(ranges.join(', ')))],
    [ROWS.known, String(restated.length)],
    [ROWS.open, String(openIntents)],
    [ROWS.receipts, inLanguage(TEXTS.known(receipts.length))],
  ];
  printTable(rows.map(([name, value]) => [inLanguage(name), value]));
  for (const receipt of receipts) print(`    ${oneLine(receiptText(receipt))}`);
  for (const gap of gaps) print(TEXTS.between(gap));
  for (const number of lastNumbers) print(TEXTS.maybeMore(number));
  if (stretches.length > 0) print(TEXTS.access());
}

const ROWS = {
  files: { sr: 'датотеке', en: 'files' },
  givenBack: { sr: 'из копије', en: 'from the backup' },
  records: { sr: 'изгубљени записи', en: 'lost records' },
  known: { sr: 'поново уписује', en: 'recorded again' },
  open: { sr: 'тражи код ПФР', en: 'asks the PFR' },
  receipts: { sr: 'изгубљени рачуни', en: 'lost receipts' },
} as const satisfies Readonly<Record<string, Bilingual>>;

const TEXTS = {
  none: (): Bilingual => ({ sr: 'ниједан', en: 'none' }),
  numbered: (numbers: string): Bilingual => ({ sr: `бр. ${numbers}`, en: `no. ${numbers}` }),
  known: (receipts: number): Bilingual => ({ sr: `познато: ${receipts}`, en: `known: ${receipts}` }),
  badName: (): Bilingual => ({
    sr: `--by је име власника који одлучује, највише ${MAX_NAME} знакова`,
    en: `--by must be the name of the owner who decides, at most ${MAX_NAME} characters`,
  }),
  later: (): Bilingual => ({
    sr: 'Записе дневника је написало новије издање програма. Инсталирајте поново то издање; ништа није изгубљено.',
    en: 'Records of the ledger were written by a later release. Install that release again; nothing is lost.',
  }),
  sound: (): Bilingual => ({
    sr: 'Дневник је исправан; нема шта да се поправи.',
    en: 'The ledger is intact; there is nothing to repair.',
  }),
  prompt: (): Bilingual => ({ sr: 'Код за резервне копије: ', en: 'Backup code: ' }),
  ofAnother: ({ sr, en }: Bilingual): Bilingual => ({
    sr: `${sr} је резервна копија другог уређаја.`,
    en: `${en} is the backup of another box.`,
  }),
  damaged: (): Bilingual => ({ sr: 'Дневник је оштећен:', en: 'The ledger is damaged:' }),
  maybeMore: (number: string): Bilingual => ({
    sr: `    можда и рачуни после ${number}: последњи део дневника не може да се прочита`,
    en: `    perhaps also receipts after ${number}: the last part of the ledger cannot be read`,
  }),
  between: ({ after, before, atMost }: RepairPlan['gaps'][number]): Bilingual => ({
    sr: `    можда и рачуни између ${after} и ${before}, највише ${atMost}: истом картицом продају и друге касе`,
    en: `    perhaps also receipts between ${after} and ${before}, at most ${atMost}: other tills sell with the same card`,
  }),
  access: (): Bilingual => ({
    sr: 'Опозван кључ, уклоњена особа, стара лозинка или раскинут таблет можда опет важе. Проверите кључеве и особе: kasirbox keys list, kasirbox users list',
    en: 'A revoked key, a removed person, an old password or an unpaired tablet may be valid again. Check the keys and people: kasirbox keys list, kasirbox users list',
  }),
  tryBackup: (): Bilingual => ({
    sr: 'Прво пробајте шта враћа најновија резервна копија: kasirbox ledger repair --from BACKUP',
    en: 'First try what the newest backup restores: kasirbox ledger repair --from BACKUP',
  }),
  decide(from: string | undefined, isAnyLost: boolean): Bilingual {
    const command = `kasirbox ledger repair${from === undefined ? '' : ' --from BACKUP'} --set-aside --by NAME`;
    if (!isAnyLost) {
      return {
        sr: `Ништа није промењено. Ништа није изгубљено. За поправку: ${command}`,
        en: `Nothing was changed. Nothing is lost. To repair: ${command}`,
      };
    }
    return {
      sr: `Ништа није промењено. Да уређај настави без изгубљених записа, власник одлучује својим именом: ${command}`,
      en: `Nothing was changed. To continue without the lost records, an owner must decide by name: ${command}`,
    };
  },
  done: (by: string, start: string): Bilingual => ({
    sr: `Дневник је поправљен; одлучује ${by}. Уређај поново продаје: ${start}. Оштећене датотеке, какве су биле:`,
    en: `The ledger is repaired; decided by ${by}. The box sells again: ${start}. The damaged files, unchanged:`,
  }),
  after: (): Bilingual => ({
    sr: 'Изгубљене рачуне има портал Пореске управе. Пре него што поновите продају из тог времена, потражите је тамо. Списак: kasirbox ledger audit',
    en: 'The portal of the tax authority has the lost receipts. Before you repeat a sale from that time, look for it there. The list: kasirbox ledger audit',
  }),
} as const;
