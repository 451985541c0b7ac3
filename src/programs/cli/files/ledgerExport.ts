import { Writable } from 'node:stream';
import { type BackupSource, checkSource, streamToFile, writeLedgerExport } from '../../../outward/backup/index.js';
import { failed, ok, type Result, type Message, phrase } from '../../../base/index.js';
import { ledgerEnd, faultOf, sourceOf } from './backup.js';
import { STOPPED, untilStopped } from './backupFile.js';
import { complain, printNote, SUCCESS } from '../command.js';
import { STREAM } from '../inputFile.js';
import { replaceTargetFile } from '../outputFile.js';
import { meter } from '../terminal.js';
import { inLanguage } from '../language.js';

/** It contains sales, buyers and settings of the shop. */
const PRIVATE = 0o600;

interface Written {
  readonly withheld: number;
  /** Damaged parts of the box. */
  readonly faults: readonly Message[];
}

/** Writes the ledger without secrets to a new FILE, or to standard output. */
export async function exportLedger(folder: string, file: string): Promise<number> {
  const end = await ledgerEnd(folder);
  if (!end.ok) return complain(end.error);
  const progress = meter('exported');
  const source = {
    ...sourceOf(folder, end.value),
    progress: (done: number, all: number) => progress.show(done, all),
  };
  const written = await write(source, file).catch(faultOf(folder));
  progress.end();
  if (!written.ok) return complain(written.error);
  const { withheld, faults } = written.value;
  if (withheld > 0) printNote(withheldText(withheld));
  for (const fault of faults) printNote({ sr: `ОШТЕЋЕЊЕ: ${inLanguage(fault)}`, en: `DAMAGE: ${inLanguage(fault)}` });
  if (faults.length > 0)
    return complain({
      sr: `${file}: оно што од овог дневника постоји. Уређај је оштећен.`,
      en: `${file}: what is left of this ledger. The box is damaged.`,
    });
  printNote({
    sr: `${file}: све до записа ${end.value.sequence}, без тајни, за: verify-ledger FILE`,
    en: `${file}: everything up to record ${end.value.sequence}, without secrets, for: verify-ledger FILE`,
  });
  return SUCCESS;
}

async function write(source: BackupSource, file: string): Promise<Result<Written, Message>> {
  if (file === STREAM) {
    const checked = await checkSource(source);
    return ok({ ...(await writeLedgerExport(checked, Writable.toWeb(process.stdout))), faults: checked.faults });
  }
  const options = { mode: PRIVATE, mustBeNew: true, fromShell: 'kasirbox ledger export - > FILE' };
  return replaceTargetFile<Written>(file, options, async (disk, path) => {
    const checked = await checkSource(source);
    return untilStopped(async (signal) => {
      let withheld: number | undefined;
      await streamToFile(disk, path, async (sink) => {
        ({ withheld } = await writeLedgerExport(checked, sink, signal));
      });
      return withheld === undefined ? failed(phrase(STOPPED)) : ok({ withheld, faults: checked.faults });
    });
  });
}

function withheldText(count: number): string {
  const records = count === 1 ? '1 record is' : `${count} records are`;
  return inLanguage({
    sr: `Изостављених записа: ${count}, јер је у њих раније издање уписало тајне; у датотеци су само њихови хешеви.`,
    en: `${records} omitted, because an earlier release wrote secrets into them: only their hashes are in the file.`,
  });
}
