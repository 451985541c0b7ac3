/** Events of users, tablets, API keys and their requests; see `EVENTS`. */
export const CALLER_EVENTS = {
  'user.created': { level: 'info', meaning: 'a user of the pages was created' },
  'user.secret_changed': { level: 'info', meaning: 'a user has another password or PIN' },
  'user.removed': { level: 'info', meaning: 'a user was removed' },
  'user.recovered': { level: 'warn', meaning: 'an owner has set another password with the recovery code' },
  'user.recovery_renewed': { level: 'warn', meaning: 'an owner has another recovery code' },
  'user.signed_in': { level: 'info', meaning: 'a user has signed in on a page' },
  'user.refused': {
    level: 'warn',
    meaning: 'a sign-in, claim or recovery was refused; their number if there were several',
  },
  'tablet.admitted': { level: 'info', meaning: 'an owner allowed cashiers to sign in on a tablet' },
  'tablet.removed': { level: 'info', meaning: 'cashiers cannot sign in on a tablet any more' },
  'key.created': { level: 'info', meaning: 'an API key was created' },
  'key.revoked': { level: 'info', meaning: 'an API key was revoked' },
  'key.accepted': { level: 'info', meaning: 'a person confirmed the use of an API key' },
  'key.replayed_to_other': {
    level: 'warn',
    meaning:
      'a request with an idempotency key that another API key or user used first was answered with that receipt; two programs may use the same keys',
  },
  'request.done': { level: 'info', meaning: 'an API request was answered' },
  'request.unauthorized': {
    level: 'warn',
    meaning: 'requests without a valid key were refused; number since the last such event, at most one a second',
  },
  'request.rate_limited': {
    level: 'warn',
    meaning:
      'a key exceeded its rate; number of refused calls since the last such event, at most one a second for each key; the first refusal of a minute is a request.done',
  },
  'connection.closed': {
    level: 'warn',
    meaning:
      'connections were closed to leave capacity for others; number for this reason since the last such event, at most one a second; reason: handshakes (too many at once), places (all in use), key (too many of one key), unread (one key left too many responses unread), stalled (nothing was read for 30 s), revoked (the key was revoked)',
  },
  'request.failed': {
    level: 'error',
    meaning:
      'a request failed because of a bug or a broken disk; the answer of the API has the same ref, null for a page without TLS',
  },
  'request.cut': {
    level: 'error',
    meaning: 'a list could not be completed; its connection was closed, so that the client notices',
  },
} as const;
