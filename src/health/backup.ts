import { ofThisLife } from '../backup/shelf.js';
import { localTime } from '../base/time.js';
import { DEFAULT_HOURS } from '../settings/backup.js';
import type { Check, HealthParts } from './checks.js';
import { TEXTS } from './texts/backup.js';
import { good, warning } from './verdicts.js';

type Parts = Pick<HealthParts, 'ledger' | 'settings' | 'now' | 'certificate' | 'backup'>;

const name = 'backup';
const HOUR = 60 * 60 * 1000;
/** A backup is late when this many times its usual distance has passed. */
const PATIENCE = 2;

/** Never a failure: a sale needs no backup. What it says was found by the service, which looks every minute. */
export function checkBackup(parts: Parts): Check[] {
  return [look(parts)];
}

function look(parts: Parts): Check {
  const { environment, backup } = parts.settings.now;
  if (backup === null) {
    const isMissed = environment === 'production';
    return isMissed ? warning(name, TEXTS.backupOff(), TEXTS.backupSet()) : good(name, TEXTS.backupOff());
  }
  const report = parts.backup();
  if (report === undefined) {
    return parts.certificate() === undefined ? good(name, TEXTS.backupNotLooked()) : good(name, TEXTS.backupSoon());
  }
  const { shelf, failure } = report;
  if (shelf.state === 'silent') return warning(name, TEXTS.backupSilent(backup.folder), TEXTS.backupCheckStick());
  if (shelf.state === 'absent') return warning(name, TEXTS.backupAbsent(backup.folder), TEXTS.backupPutStick());
  if (shelf.state === 'same-disk') return warning(name, TEXTS.backupSameDisk(backup.folder), TEXTS.backupPutStick());
  if (failure !== undefined) return warning(name, TEXTS.backupFailed(failure), TEXTS.backupCheckStick());
  const { sequence } = parts.ledger.end;
  const [newest] = ofThisLife(shelf.backups, sequence);
  if (newest === undefined) return good(name, TEXTS.backupSoon());
  const isLate =
    parts.now() - newest.at > PATIENCE * (backup.everyHours ?? DEFAULT_HOURS) * HOUR && newest.sequence < sequence;
  const found = TEXTS.backupFound(localTime(newest.at), sequence - newest.sequence);
  const proof = `record ${newest.sequence} of ${sequence} is in it`;
  return isLate ? warning(name, found, TEXTS.backupCheckStick(), proof) : good(name, found, proof);
}
