import type { Ledger } from '../../platform/ledger/index.js';

/** The next number for an API key or a user. They share one sequence, because a receipt identifies its caller by it. */
export function nextCallerNumber({ main }: Ledger): number {
  const taken = [...main.keys(), ...main.users.users()];
  return taken.reduce((highest, { id }) => Math.max(highest, id), 0) + 1;
}
