/** Events of users, tablets, API keys and their requests; see events.ts. */
export const CALLER_EVENTS = {
  'user.created': { level: 'info', meaning: 'a user of the pages was made' },
  'user.secret_changed': { level: 'info', meaning: 'a user was given another password or PIN' },
  'user.removed': { level: 'info', meaning: 'a user was removed' },
  'user.recovered': { level: 'warn', meaning: 'an owner has set another password with the recovery code' },
  'user.recovery_renewed': { level: 'warn', meaning: 'an owner was given another recovery code' },
  'user.signed_in': { level: 'info', meaning: 'a user has signed in on a page' },
  'user.refused': {
    level: 'warn',
    meaning: 'a sign-in, claim or recovery was refused; how many, where it happens often',
  },
  'tablet.admitted': { level: 'info', meaning: 'an owner lets cashiers sign in on a tablet' },
  'tablet.removed': { level: 'info', meaning: 'cashiers cannot sign in on a tablet any more' },
  'key.created': { level: 'info', meaning: 'an API key was made' },
  'key.revoked': { level: 'info', meaning: 'an API key was revoked' },
  'key.accepted': { level: 'info', meaning: 'a person has said that the use of an API key is in order' },
  'key.replayed_to_other': {
    level: 'warn',
    meaning:
      'a request was repeated under an idempotency key that another API key or user has used first, and was answered with that receipt; two programs may use the same keys',
  },
  'request.done': { level: 'info', meaning: 'an API request was answered' },
  'request.unauthorized': {
    level: 'warn',
    meaning:
      'requests without a valid key were refused; how many since the last such event, which is logged once a second at most',
  },
  'request.rate_limited': {
    level: 'warn',
    meaning:
      'a key called more often than it may; how many calls were refused since the last such event, which is logged for a key once a second at most; the first refusal of a minute is a request.done',
  },
  'connection.closed': {
    level: 'warn',
    meaning:
      'connections were closed to keep the box free for others; how many for this reason since the last such event, which is logged once a second at most; reason: handshakes (too many at once), places (all were taken), key (one key held too many), unread (one key read too few of its answers), stalled (nothing was read for 30 s), revoked (the key was revoked)',
  },
  'request.failed': {
    level: 'error',
    meaning: 'an API request failed because of a bug or a broken disk; its answer has the same ref',
  },
  'request.cut': {
    level: 'error',
    meaning:
      'a list could not be read to its end; its connection was closed, so that nobody takes a part for the whole',
  },
} as const;
