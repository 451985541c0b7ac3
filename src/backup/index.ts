/** Backups: one encrypted file with all that a spare box needs. Writing, reading, restoring, rolling backups. */
export { ofCurrentLedger } from './backupFolder.js';
export { backupInto } from './backupInto.js';
export { backupInChild } from './backupProcess.js';
export { BACKUP_CODE_FILE, type CodeFault, readCode, BackupCode, writeCode } from './backupCode.js';
export { type BackupFolder, FolderProbe } from './folderProbe.js';
export { isEmptyBox, removeEmptyBox } from './emptyBox.js';
export { AGE_INTRO, type LogEnd, type Manifest } from './format.js';
export { checkAgeHeader } from './header.js';
export { writeLedgerExport } from './ledgerExport.js';
export type { BackupFault } from './read.js';
export {
  clearRestored,
  isRestored,
  isUnfinished,
  filesBlockingRestore,
  recordMove,
  markRestored,
  restoreBackup,
  type Restored,
} from './restore.js';
export { RollingBackup, type RollingBackupReport } from './rollingBackup.js';
export { segmentsInBackup } from './segmentsInBackup.js';
export { type Stick, StickFinder } from './sticks.js';
export { type BackupSource, checkSource } from './source.js';
export { streamToFile } from './streamToFile.js';
export { writeBackup } from './write.js';
