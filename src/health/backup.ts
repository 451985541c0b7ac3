import { ofThisLife } from '../backup/shelf.js';
import { localTime } from '../base/time.js';
import { DEFAULT_HOURS } from '../settings/backup.js';
import type { Check, HealthParts } from './checks.js';
import { TEXTS } from './texts.js';

type Parts = Pick<HealthParts, 'ledger' | 'settings' | 'now' | 'certificate' | 'backup'>;

const HOUR = 60 * 60 * 1000;
/** A backup is late when this many times its usual distance has passed. */
const PATIENCE = 2;

/** Never a failure: a sale needs no backup. What it says was found by the service, which looks every minute. */
export function checkBackup(parts: Parts): Check {
  const { environment, backup } = parts.settings.now;
  if (backup === null) {
    const isMissed = environment === 'production';
    return isMissed ? warning(TEXTS.backupOff(), TEXTS.backupSet()) : good(TEXTS.backupOff());
  }
  const report = parts.backup();
  if (report === undefined) {
    return parts.certificate() === undefined ? good(TEXTS.backupNotLooked()) : good(TEXTS.backupSoon());
  }
  const { shelf, failure } = report;
  if (shelf.state === 'silent') return warning(TEXTS.backupSilent(backup.folder), TEXTS.backupCheckStick());
  if (shelf.state === 'absent') return warning(TEXTS.backupAbsent(backup.folder), TEXTS.backupPutStick());
  if (shelf.state === 'same-disk') return warning(TEXTS.backupSameDisk(backup.folder), TEXTS.backupPutStick());
  if (failure !== undefined) return warning(TEXTS.backupFailed(failure), TEXTS.backupCheckStick());
  const { sequence } = parts.ledger.end;
  const [newest] = ofThisLife(shelf.backups, sequence);
  if (newest === undefined) return good(TEXTS.backupSoon());
  const isLate =
    parts.now() - newest.at > PATIENCE * (backup.everyHours ?? DEFAULT_HOURS) * HOUR && newest.sequence < sequence;
  const found = TEXTS.backupFound(localTime(newest.at), sequence - newest.sequence);
  return isLate ? warning(found, TEXTS.backupCheckStick()) : good(found);
}

function good(found: Check['found']): Check {
  return { name: 'backup', state: 'ok', found, action: null };
}

function warning(found: Check['found'], action: Check['action']): Check {
  return { name: 'backup', state: 'warning', found, action };
}
