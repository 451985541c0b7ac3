/** Commands of `kasirbox`. */
export { backupCommand } from './backup.js';
export { certificateCommand } from './certificate.js';
export { type Command, complain, DEFAULT_FOLDER, FAILURE, print, runCommand, SUCCESS, USAGE } from './command.js';
export { doctorCommand } from './doctor.js';
export { itemsCommand } from './items.js';
export { keysCommand } from './keys.js';
export { ledgerCommand } from './ledger.js';
export { mailCommand } from './mail.js';
export { notifyCommand } from './notify.js';
export { pfrCommand } from './pfr.js';
export { printCommand } from './print.js';
export { queueCommand } from './queue.js';
export { restoreCommand } from './restore.js';
export { safeModeCommand } from './safeMode.js';
export { serveCommand } from './serve.js';
export { settingsCommand } from './settings.js';
export { supportBundleCommand } from './supportBundle.js';
export { usersCommand } from './users.js';
