import { runProgram } from '../../outward/updates/index.js';

/** Time limit of reading a few hundred bytes of the card, ms. */
const TIME = 30_000;

/** The letters of the slots in the order in which U-Boot starts them; empty when its environment cannot be read. */
export async function bootOrder(): Promise<readonly string[]> {
  const told = await runProgram({ program: 'fw_printenv', args: ['-n', 'BOOT_ORDER'], timeLimit: TIME });
  return told.ok ? told.value.split(/\s+/).filter((slot) => /^[AB]$/.test(slot)) : [];
}
