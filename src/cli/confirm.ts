import { createInterface } from 'node:readline/promises';

/** Asks on the terminal, and takes nothing but `yes`; undefined when there is no terminal to ask on. */
export async function confirm(question: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-D and Ctrl-C answer nothing, which is no yes.
  const left = new Promise<string>((resolve) =>
    terminal.once('close', () => resolve('')).once('SIGINT', () => terminal.close()),
  );
  const answer = await Promise.race([terminal.question(`${question} Type yes: `), left]);
  terminal.close();
  return answer.trim() === 'yes';
}
