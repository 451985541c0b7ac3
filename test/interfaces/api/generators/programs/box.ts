/** The box that a program is run against; its authority comes by NODE_EXTRA_CA_CERTS. */
export const box = process.env['BOX'] ?? '';
export const key = process.env['BOX_KEY'] ?? '';

/** Ends the program with what did not hold. */
export function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}
