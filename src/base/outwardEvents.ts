/** Events of mail, messages to the owner, webhooks, the stream, and settings of a group; see `EVENTS`. */
export const OUTWARD_EVENTS = {
  'mail.sent': { level: 'info', meaning: 'the mail server accepted an e-mail with a receipt' },
  'mail.failed': {
    level: 'warn',
    meaning: 'an e-mail with a receipt was not sent; reply is the code of the mail server, cause the name of the error',
  },
  'mail.no_document': {
    level: 'warn',
    meaning: 'the PDF of a receipt could not be drawn; the e-mail is sent without it',
  },
  'mail.unrecorded': { level: 'error', meaning: 'an e-mail was sent, but its audit entry could not be written' },
  'notify.failed': {
    level: 'warn',
    meaning: 'a message to the owner was not sent and is tried again; status: HTTP status, cause: name of the error',
  },
  'notify.recovered': { level: 'info', meaning: 'messages to the owner are sent again; number of attempts' },
  'notify.passed_over': {
    level: 'warn',
    meaning:
      'receipts were skipped because they are too old for a message to the owner; record of the first one since the start',
  },
  'notify.unrecorded': {
    level: 'warn',
    meaning: 'the position of messages and webhooks could not be recorded; after a restart some are sent again',
  },
  'notify.broken': {
    level: 'error',
    meaning: 'a bug stopped messages to the owner; they are tried again, and sales continue',
  },
  'webhook.failed': {
    level: 'warn',
    meaning: 'a webhook did not accept an event, which delays later ones; HTTP status, name of the error',
  },
  'webhook.recovered': { level: 'info', meaning: 'a webhook accepts events again; number of attempts' },
  'webhook.cursor_unknown': {
    level: 'warn',
    meaning: 'the position of a webhook is not in this ledger, as after a restore; it continues with the next event',
  },
  'webhook.broken': { level: 'error', meaning: 'a bug stopped a webhook; it is tried again, and sales continue' },
  'stream.failed': {
    level: 'warn',
    meaning: "the owner's server did not accept records; they are sent again; name of the error",
  },
  'stream.recovered': { level: 'info', meaning: 'the stream continues; number of attempts' },
  'stream.cursor_unknown': {
    level: 'warn',
    meaning:
      'the stream has a record that is not in this ledger, as after a restore; it continues after the last common record',
  },
  'stream.broken': { level: 'error', meaning: 'a bug stopped the stream; it is tried again, and sales continue' },
  'group.received': {
    level: 'info',
    meaning: "a version of the group's prices or settings was received; time from which it is valid",
  },
  'group.taken': { level: 'info', meaning: "a version of the group's prices or settings is in use" },
  'group.refused': {
    level: 'warn',
    meaning: "a version of the group's prices or settings was refused; it is tried again",
  },
  'group.held': {
    level: 'warn',
    meaning:
      "a version of the group's prices or settings cannot be stored now, because too many came or the disk is full; it is tried again",
  },
  'group.broken': { level: 'error', meaning: "a bug stopped the intake of the group's prices and settings" },
} as const;
