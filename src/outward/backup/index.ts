/**
 * Backups of a box: one encrypted file with everything that a spare box needs to take over.
 *
 * A backup is a tar archive in an age file (`format.ts`). The "backup code", which the owner keeps on paper, opens it
 * (`backupCode.ts`). `source.ts` checks the ledger before it is backed up, so that a backup of a damaged box never
 * replaces a good one. `writeBackup.ts` and `readBackup.ts` write and read the file, and `restore.ts` restores it into
 * an empty folder. "Rolling backups" are the last few backups on a stick (`rollingBackup.ts`, `backupInto.ts`); calls
 * to a stick run in separate processes, since a failing stick may hang.
 */
export { type BackupFolder, FolderProbe, ofCurrentLedger } from './backupFolder.js';
export { backupInto, streamToFile } from './backupInto.js';
export { backupInChild, RollingBackup, type RollingBackupReport } from './rollingBackup.js';
export { BACKUP_CODE_FILE, type CodeFault, readCode, BackupCode, writeCode } from './backupCode.js';
export { AGE_INTRO, type LogEnd, type Manifest } from './format.js';
export { type BackupFault, checkAgeHeader, segmentsInBackup } from './readBackup.js';
export { writeBackup, writeLedgerExport } from './writeBackup.js';
export {
  clearRestored,
  isEmptyBox,
  isRestored,
  isUnfinished,
  filesBlockingRestore,
  recordMove,
  markRestored,
  removeEmptyBox,
  restoreBackup,
  type Restored,
} from './restore.js';
export { type Stick, StickFinder } from './sticks.js';
export { type BackupSource, checkSource } from './source.js';
