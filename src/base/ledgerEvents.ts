/** Events of the ledger; see `EVENTS`. */
export const LEDGER_EVENTS = {
  'ledger.opened': {
    level: 'info',
    meaning: 'the ledger was read at the start; number of records, and duration',
  },
  'ledger.rebuilding': {
    level: 'warn',
    meaning: 'the views are rebuilt from all records because no snapshot could be used',
  },
  'ledger.torn_tail': {
    level: 'warn',
    meaning:
      'a power cut left a half-written record, which was never acknowledged; it was moved to the quarantine folder',
  },
  'ledger.damaged': { level: 'error', meaning: 'acknowledged records cannot be read; the ledger writes nothing new' },
  'ledger.write_failed': {
    level: 'error',
    meaning: 'a write or flush of the disk failed; this segment is not written again',
  },
  'ledger.full': { level: 'error', meaning: 'the disk has no space for the next receipt; free some' },
  'ledger.snapshot': { level: 'info', meaning: 'the views were saved' },
  'ledger.snapshot_failed': {
    level: 'warn',
    meaning: 'the views could not be saved; the receipts themselves are safe',
  },
  'ledger.id_not_saved': {
    level: 'warn',
    meaning: 'the file with the id of the box could not be written; the next start tries again',
  },
  'ledger.segment': { level: 'info', meaning: 'the ledger continues in a new segment' },
  'ledger.scrubbed': {
    level: 'info',
    meaning: 'the monthly read of the whole log is complete; number of records, and of damaged ranges',
  },
  'ledger.scrub_damage': {
    level: 'error',
    meaning: 'the monthly read of the log found unreadable records; see: kasirbox doctor',
  },
  'ledger.scrub_failed': {
    level: 'warn',
    meaning: 'the monthly read of the log was interrupted, or its position could not be saved; it is tried again',
  },
} as const;
