/** Events of the ledger; see `EVENTS`. */
export const LEDGER_EVENTS = {
  'ledger.opened': {
    level: 'info',
    meaning: 'the ledger was read at the start; how many records, and how long it took',
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
    meaning: 'a write or flush of the disk failed; nothing is written to this segment any more',
  },
  'ledger.full': { level: 'error', meaning: 'the disk has no room for the next receipt; make room' },
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
    meaning:
      'the whole log was read at rest, as once a month; how many records, and how many stretches of them are damaged',
  },
  'ledger.scrub_damage': {
    level: 'error',
    meaning: 'the reading of the whole log has found records that cannot be read any more; see: kasirbox doctor',
  },
  'ledger.scrub_failed': {
    level: 'warn',
    meaning: 'the reading of the whole log could not go on, or its place not be noted; it is tried again',
  },
} as const;
