/** Every event that the box logs, in one place: level, and what it means to the person who reads it. */
export const EVENTS = {
  'box.started': { level: 'info', meaning: 'the box answers requests' },
  'box.stopping': { level: 'info', meaning: 'a stop was asked for; running requests finish first' },
  'box.stopped': { level: 'info', meaning: 'everything is on disk' },
  'box.failed': { level: 'error', meaning: 'the box could not start; the reason says what to do' },
  'box.restarted': {
    level: 'warn',
    meaning: 'the run before was not stopped as one asks it to; why it ended; see: kasirbox doctor',
  },
  'watchdog.stuck': { level: 'error', meaning: 'the box does not get on, and begins anew; what was found' },
  'watchdog.mute': {
    level: 'warn',
    meaning: 'systemd-notify could not tell the service manager how the box is; it may end it for that',
  },
  'watchdog.unnoted': {
    level: 'warn',
    meaning: 'how this run begins or ends could not be noted; the next one may give a wrong reason for its start',
  },
  'safe_mode.changed': {
    level: 'warn',
    meaning: 'safe mode was entered or left; in it printers, card and delivery rest, and receipts are issued',
  },
  'clock.trust': {
    level: 'info',
    meaning: 'what vouches for the clock: a time server (network), a battery-backed clock (rtc), or nothing (guess)',
  },
  'clock.jumped': { level: 'warn', meaning: 'the clock was set, or has jumped; receipts keep their order' },
  'clock.behind': { level: 'warn', meaning: 'the clock is behind the last record or the build; set the time' },
  'ledger.opened': { level: 'info', meaning: 'the log was read; how much, and how long it took' },
  'ledger.rebuilding': { level: 'warn', meaning: 'views are made anew from the log because no snapshot could be used' },
  'ledger.torn_tail': {
    level: 'warn',
    meaning: 'a cut left a half-written record that nobody was told of; it was set aside',
  },
  'ledger.damaged': { level: 'error', meaning: 'acknowledged records cannot be read; nothing new is written' },
  'ledger.write_failed': { level: 'error', meaning: 'a write or flush failed; the segment is not used any more' },
  'ledger.full': { level: 'error', meaning: 'no room for the next receipt; free the disk' },
  'ledger.snapshot': { level: 'info', meaning: 'the views were saved' },
  'ledger.snapshot_failed': { level: 'warn', meaning: 'the views could not be saved; the log is not concerned' },
  'ledger.id_not_saved': {
    level: 'warn',
    meaning: 'the id of the box could not be written beside the log; the next start tries again',
  },
  'ledger.segment': { level: 'info', meaning: 'the log went on to a new file' },
  'invoice.issued': { level: 'info', meaning: 'a receipt was signed and is on disk' },
  'invoice.refused': { level: 'warn', meaning: 'the processor refused a receipt; nothing was signed' },
  'invoice.unknown': {
    level: 'warn',
    meaning: 'no clear answer came back for a receipt; it is looked up before anything else is sent',
  },
  'pfr.unclear': { level: 'warn', meaning: 'what came back for a receipt is no answer that could be believed' },
  'pfr.unreadable': { level: 'error', meaning: 'an answer could not be read because of a bug or a damaged record' },
  'pfr.unsettled': { level: 'error', meaning: 'a look-up failed by a bug or a damaged record; it is tried again' },
  'pfr.foreign': { level: 'warn', meaning: 'a look-up gave a receipt that is not what was asked for' },
  'pfr.settled': { level: 'info', meaning: 'the end of a receipt is known; without a number nothing was signed' },
  'queue.added': {
    level: 'warn',
    meaning: 'the processor is out of reach, and a request for a receipt is kept for later',
  },
  'queue.issued': { level: 'info', meaning: 'the receipt of a request that was kept was issued' },
  'queue.refused': {
    level: 'error',
    meaning: 'a request that was kept cannot be issued; look at: kasirbox queue list',
  },
  'queue.removed': { level: 'info', meaning: 'a request that was kept was taken out of the queue' },
  'queue.failed': { level: 'error', meaning: 'the queue of kept requests could not be worked on; it is tried again' },
  'pfr.doubt': { level: 'error', meaning: 'the end of a receipt cannot be known; run: kasirbox pfr settle' },
  'pfr.gap': { level: 'warn', meaning: 'numbers of the card are missing between two receipts of this box' },
  'pfr.language': { level: 'warn', meaning: 'the processor answered in another language than Serbian' },
  'pfr.pin': { level: 'info', meaning: 'a PIN was handed to the processor; codes tell why it was not taken' },
  'pfr.state': { level: 'info', meaning: 'the state of the processor has changed' },
  'printer.state': { level: 'info', meaning: 'what a printer lacks has changed; null: nothing is known to be wrong' },
  'printer.left_out': {
    level: 'warn',
    meaning: 'a printer that is stored cannot be used as it is; until it is set anew there is none of its name',
  },
  'printer.logo_left_out': {
    level: 'warn',
    meaning: 'a logo that is set cannot be drawn; receipts are printed without; set another: kasirbox print logo',
  },
  'print.ended': {
    level: 'info',
    meaning: 'a print job has come to an end; unknown: look for the paper, then run: kasirbox print again',
  },
  'print.unrecorded': {
    level: 'warn',
    meaning:
      'a step of a print job could not be written; what was not begun waits, what was printed is unknown after a start',
  },
  'print.notice': {
    level: 'info',
    meaning:
      'a slip that no receipt hangs on, such as a ticket, has come to its end; cancelled: it waited too long (age), or too many did (full)',
  },
  'print.undrawn': { level: 'error', meaning: 'a slip could not be drawn because of a bug or a damaged record' },
  'mail.sent': { level: 'info', meaning: 'the mail server has taken a letter with a receipt' },
  'mail.failed': {
    level: 'warn',
    meaning:
      'a letter with a receipt did not go out; reply is the code of the mail server, cause the name of the error',
  },
  'mail.no_document': {
    level: 'warn',
    meaning: 'the document of a receipt could not be drawn; the letter goes without',
  },
  'mail.unrecorded': { level: 'error', meaning: 'a letter went out, but its audit entry could not be written' },
  'notify.failed': {
    level: 'warn',
    meaning:
      'a message to the owner did not go out, and is tried again; status is that of HTTP, cause the name of the error',
  },
  'notify.recovered': { level: 'info', meaning: 'messages to the owner go out again; after how many attempts' },
  'notify.passed_over': {
    level: 'warn',
    meaning: 'receipts are too old to be told to the owner; the record of the first since the start',
  },
  'notify.unrecorded': {
    level: 'warn',
    meaning: 'up to where the owner was told could not be written; after a restart some is told again',
  },
  'notify.broken': { level: 'error', meaning: 'a bug in telling the owner; it is tried again, and the box sells on' },
  'alarm.on': { level: 'warn', meaning: 'a check has not been well for a while; the owner is told' },
  'alarm.over': { level: 'info', meaning: 'what an alarm told of is over' },
  'printer.failed': { level: 'error', meaning: 'a bug at a printer; it is tried again, and the box sells on' },
  'printer.driver_failed': {
    level: 'error',
    meaning:
      'what speaks to printers on serial lines or USB could not be loaded; those are out of reach until a restart',
  },
  'backup.written': { level: 'info', meaning: 'a rolling backup was written; the records that it holds' },
  'backup.failed': {
    level: 'warn',
    meaning: 'a rolling backup could not be written; it is tried again every ten minutes',
  },
  'setting.changed': { level: 'info', meaning: 'a setting was changed' },
  'certificate.installed': { level: 'info', meaning: 'a certificate for the V-PFR was installed; jid is its own' },
  'certificate.removed': { level: 'info', meaning: 'the certificate of an environment was removed' },
  'certificate.trust_changed': {
    level: 'info',
    meaning: 'the authorities that are trusted in addition for a V-PFR were replaced; how many there are now',
  },
  'key.created': { level: 'info', meaning: 'an API key was made' },
  'key.revoked': { level: 'info', meaning: 'an API key was revoked' },
  'request.done': { level: 'info', meaning: 'an API request was answered' },
  'request.unauthorized': {
    level: 'warn',
    meaning: 'requests without a valid key were refused; how many since the last such line, one a second at most',
  },
  'request.failed': { level: 'error', meaning: 'an API request met a bug or a broken disk; ref stands in the answer' },
  'document.failed': {
    level: 'warn',
    meaning: 'a PDF could not be drawn; the receipt itself is not concerned; ref stands in the answer that failed',
  },
  'tls.issued': { level: 'info', meaning: 'a new server certificate was made' },
  'tls.failed': { level: 'error', meaning: 'the server certificate could not be renewed' },
} as const satisfies Record<string, { level: 'info' | 'warn' | 'error'; meaning: string }>;

export type EventName = keyof typeof EVENTS;
