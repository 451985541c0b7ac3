import { CALLER_EVENTS } from './callerEvents.js';
import { LEDGER_EVENTS } from './ledgerEvents.js';
import { OUTWARD_EVENTS } from './outwardEvents.js';

/** All log events of the box: their level, and their meaning for readers of the log. */
export const EVENTS = {
  'box.started': { level: 'info', meaning: 'the box answers requests' },
  'box.stopping': { level: 'info', meaning: 'the box was asked to stop; running requests finish first' },
  'box.stopped': { level: 'info', meaning: 'everything is on disk' },
  'box.failed': { level: 'error', meaning: 'the box could not start; the reason says what to do' },
  'box.restarted': {
    level: 'warn',
    meaning:
      'the previous process ended without a request to stop; reason: the cause, resetBy: what reset the machine; see: kasirbox doctor',
  },
  'first_boot.taken': { level: 'info', meaning: 'a setting of the file kasirbox.toml was taken over from the card' },
  'first_boot.refused': {
    level: 'warn',
    meaning: 'a setting of the file kasirbox.toml was refused; doctor shows the reason until the next start',
  },
  'first_boot.failed': {
    level: 'error',
    meaning: 'the settings on the card could not be read or removed; the next start tries again',
  },
  'watchdog.stuck': { level: 'error', meaning: 'the box hangs and restarts itself; the fields show where' },
  'watchdog.mute': { level: 'warn', meaning: 'systemd-notify could not report to systemd, which may kill the box' },
  'log.lost': {
    level: 'warn',
    meaning: 'number of lines missing before this one, because the log file could not be written',
  },
  'watchdog.unnoted': {
    level: 'warn',
    meaning:
      'the start or end of this process could not be recorded; the next start may name a wrong reason for the restart',
  },
  'safe_mode.changed': {
    level: 'warn',
    meaning: 'safe mode began or ended; in safe mode receipts are issued, but printers, card and delivery are off',
  },
  'clock.trust': {
    level: 'info',
    meaning:
      'where the time comes from: a time server (network), a battery-backed clock (rtc), or nothing reliable (guess)',
  },
  'clock.jumped': { level: 'warn', meaning: 'the clock was set, or has jumped; the order of receipts does not change' },
  'clock.behind': { level: 'warn', meaning: 'the clock is behind the last record or the build; set the time' },
  ...LEDGER_EVENTS,
  'flash.unnoted': {
    level: 'warn',
    meaning:
      'the bytes that API keys have written to the flash today could not be saved; after a restart some do not count',
  },
  'invoice.issued': { level: 'info', meaning: 'a receipt was signed and is on disk' },
  'invoice.refused': { level: 'warn', meaning: 'the processor refused a receipt; nothing was signed' },
  'invoice.unknown': {
    level: 'warn',
    meaning: 'the processor gave no clear answer for a receipt; the box looks it up and never requests it again',
  },
  'refund.warned': {
    level: 'warn',
    meaning: 'a refund was issued for more than remains of its sale; see: setting refundGuard',
  },
  'pfr.unclear': {
    level: 'warn',
    meaning: 'the answer for a receipt contradicts the request or itself, so it is not accepted',
  },
  'pfr.unreadable': { level: 'error', meaning: 'an answer could not be checked because of a bug or a damaged record' },
  'pfr.unsettled': {
    level: 'error',
    meaning: 'a look-up failed because of a bug or a damaged record; it is tried again',
  },
  'pfr.foreign': { level: 'warn', meaning: 'a look-up returned another receipt than the requested one' },
  'pfr.settled': {
    level: 'info',
    meaning: 'the outcome of a receipt is known now; without a number nothing was signed',
  },
  'queue.added': {
    level: 'warn',
    meaning: 'the processor cannot be reached; a request for a receipt is queued',
  },
  'queue.issued': { level: 'info', meaning: 'the receipt of a queued request was issued' },
  'queue.held': {
    level: 'warn',
    meaning: 'the outcome of a queued request is unknown; it waits, and the others continue',
  },
  'queue.refused': {
    level: 'error',
    meaning: 'a queued request cannot be issued; see: kasirbox queue list',
  },
  'queue.removed': { level: 'info', meaning: 'a person removed a request from the queue' },
  'queue.settled': { level: 'info', meaning: 'a person settled a sale that was removed from the queue' },
  'queue.returned': { level: 'info', meaning: 'a removed sale waits in the queue again' },
  'queue.failed': { level: 'error', meaning: 'a bug stopped the work on the queue; it is tried again' },
  'pfr.doubt': {
    level: 'error',
    meaning: 'the box cannot find out whether a receipt was signed; run: kasirbox pfr settle',
  },
  'pfr.not-held': {
    level: 'warn',
    meaning: 'the running numbers prove that a receipt was signed, but it cannot be fetched: a person adds its link',
  },
  'pfr.settling-sale': {
    level: 'info',
    meaning:
      'no sale followed a lost answer, so the box issued a Training sale: its number shows whether the lost receipt was signed',
  },
  'sale.twice': {
    level: 'warn',
    meaning:
      'a sale without a key whose answer was lost had been signed, and the same sale was issued again: refund one of them',
  },
  'pfr.gap': { level: 'warn', meaning: 'receipt numbers of the card are missing between two receipts of this box' },
  'pfr.quirk': {
    level: 'warn',
    meaning: 'a receipt with a harmless deviation was accepted; logged once a day for each processor and quirk',
  },
  'pfr.language': { level: 'warn', meaning: 'the processor answered in a language other than Serbian' },
  'pfr.pin': { level: 'info', meaning: 'the PIN was sent to the processor; codes: why it was refused' },
  'pfr.state': { level: 'info', meaning: 'the state of the processor changed' },
  'printer.state': { level: 'info', meaning: 'the fault of a printer changed; null: no fault is known' },
  'printer.left_out': {
    level: 'warn',
    meaning: 'the stored setting of a printer is invalid; the printer is not used until it is set again',
  },
  'printer.logo_left_out': {
    level: 'warn',
    meaning: 'the logo cannot be drawn; receipts are printed without it; set another: kasirbox print logo',
  },
  'print.ended': {
    level: 'info',
    meaning: 'a print job ended; unknown: look for the paper, then run: kasirbox print again',
  },
  'print.unrecorded': {
    level: 'warn',
    meaning:
      'a step of a print job could not be recorded; a job that has not begun waits, a printed one is unknown after a restart',
  },
  'print.notice': {
    level: 'info',
    meaning:
      'a slip without a receipt, such as a ticket, ended; cancelled: it waited too long (age), or too many waited (full)',
  },
  'print.first_ticket': {
    level: 'info',
    meaning:
      'the ticket of an unclaimed box was sent to a USB printer that is not configured; state: whether it was printed',
  },
  'print.undrawn': { level: 'error', meaning: 'a slip could not be drawn because of a bug or a damaged record' },
  ...OUTWARD_EVENTS,
  'alarm.on': { level: 'warn', meaning: 'a health check has failed for a while; the owner gets a message' },
  'alarm.over': { level: 'info', meaning: 'the health check of an alarm passes again' },
  'printer.failed': { level: 'error', meaning: 'a bug stopped a printer; it is tried again, and sales continue' },
  'device.driver_failed': {
    level: 'error',
    meaning:
      'the driver for USB or serial devices could not be loaded; such printers and card readers are unavailable until a restart',
  },
  'card.reader': {
    level: 'info',
    meaning: 'the card in this reader is used now; reader: its name, way: usb or pcsc',
  },
  'card.state': { level: 'info', meaning: 'the state of the card reader or its card changed' },
  'card.reader_failed': {
    level: 'warn',
    meaning: "a card reader or its card aborted a command; error: the reader's own name for it",
  },
  'card.kept_pin': {
    level: 'info',
    meaning:
      'the PIN that is stored over a restart; step: kept, taken (for one try, stored again if it was right) or forgotten',
  },
  'card.keep_failed': {
    level: 'warn',
    meaning: 'the file of the PIN that is stored over a restart could not be written or removed; step: the purpose',
  },
  'backup.written': { level: 'info', meaning: 'a rolling backup was written; records: their number' },
  'backup.failed': {
    level: 'warn',
    meaning: 'a rolling backup could not be written; it is tried again every ten minutes',
  },
  'update.received': { level: 'info', meaning: 'a bundle with an update is on the card; it is checked next' },
  'update.refused': { level: 'warn', meaning: 'an update was not installed; reason: why' },
  'update.installed': { level: 'info', meaning: 'an update was written; it is tried after the next restart' },
  'update.restarting': { level: 'info', meaning: 'no receipt is in progress: the machine restarts' },
  'update.trial': {
    level: 'info',
    meaning: 'a new version runs for the first time; it is confirmed when it works for long enough',
  },
  'update.ended': {
    level: 'info',
    meaning: 'outcome of the last update: updated, fell-back (the previous version runs again) or interrupted',
  },
  'update.unmarked': {
    level: 'warn',
    meaning: 'this version could not be confirmed to the boot loader; it has fewer tries left',
  },
  'update.unknown': {
    level: 'warn',
    meaning: 'the running one of the two systems could not be determined; updates wait until the next start',
  },
  'setting.encrypted': {
    level: 'info',
    meaning:
      'secrets that an earlier release had stored in plain were encrypted in new records; the old records still contain them',
  },
  'setting.secret_lost': {
    level: 'warn',
    meaning: 'secrets of a setting cannot be decrypted; set them again: kasirbox settings set NAME -',
  },
  'settings.key_failed': {
    level: 'error',
    meaning: 'the key for the secrets of settings could not be read or created; secrets cannot be stored',
  },
  'setting.changed': { level: 'info', meaning: 'a setting was changed' },
  'certificate.installed': {
    level: 'info',
    meaning: 'a certificate for the V-PFR was installed; jid: its JID',
  },
  'certificate.removed': { level: 'info', meaning: 'the certificate of an environment was removed' },
  'certificate.trust_changed': {
    level: 'info',
    meaning: 'the additional trusted authorities for a V-PFR were replaced; their number',
  },
  'status.failed': {
    level: 'error',
    meaning: 'the checks failed while a page showed them; they are tried again in 3 s',
  },
  ...CALLER_EVENTS,
  'document.failed': {
    level: 'warn',
    meaning: 'a PDF could not be drawn; the receipt itself is valid; the failed answer has the same ref',
  },
  'report.failed': { level: 'warn', meaning: 'a PDF of a report could not be drawn' },
  'helper.started': {
    level: 'info',
    meaning: 'the helper page over plain HTTP is available, see the setting helperPort',
  },
  'helper.failed': { level: 'error', meaning: 'the port of the setting helperPort cannot be used; code: the reason' },
  'tls.issued': { level: 'info', meaning: 'a new server certificate was created' },
  'tls.old_authority': {
    level: 'warn',
    meaning: 'the authority of the box is from an earlier release and may certify more names than needed',
  },
  'tls.authority_renewed': { level: 'info', meaning: "a person renewed the certificate of the box's authority" },
  'tls.failed': { level: 'error', meaning: 'the server certificate could not be renewed' },
} as const satisfies Record<string, { level: 'info' | 'warn' | 'error'; meaning: string }>;

export type EventName = keyof typeof EVENTS;

/** Fields of a log line: flat and short. Never a key, a PIN, a password or a buyer's address. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>> & {
  /** Set by the log itself. */
  readonly [own in 'time' | 'level' | 'event']?: never;
};

/** Writes one structured line for an event in `EVENTS`. */
export type Log = (event: EventName, fields?: LogFields) => void;

/** Writes lines of JSON: time (ISO 8601, UTC), level, event, then the fields. */
export function jsonLog(write: (line: string) => void, now: () => number): Log {
  return (event, fields = {}) => {
    write(`${JSON.stringify({ time: new Date(now()).toISOString(), level: EVENTS[event].level, event, ...fields })}\n`);
  };
}

/** For commands, which print their own messages. */
export const silentLog: Log = () => undefined;

/** Text of an exception for the log, without bodies and headers. */
export function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : 'not an error';
}
