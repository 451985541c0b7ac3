import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { bundle } from './process.js';

/** Runs a command on a terminal of its own (pty(7)), and types each time that what it waits for is on the screen. */
const TERMINAL = `
import json, os, pty, sys
steps, args = json.loads(sys.argv[1]), sys.argv[2:]
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(args[0], args)
shown = b''
while True:
    try:
        piece = os.read(terminal, 4096)
    except OSError:
        break
    if not piece:
        break
    shown += piece
    if steps and steps[0][0].encode() in shown:
        os.write(terminal, steps.pop(0)[1].encode())
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

export interface Shown {
  readonly code: number | null;
  /** All that stood on the screen, lines ended by CRLF. */
  readonly shown: string;
}

/** Runs `kasirbox ARGS` on a terminal and types `keys` when `prompt` is shown. */
export function onTerminal(args: readonly string[], prompt: string, keys: string): Promise<Shown> {
  return atTerminal(args, [[prompt, keys]]);
}

/** Runs `kasirbox ARGS` on a terminal and types the keys of each step once its prompt is shown, one after the other. */
export async function atTerminal(
  args: readonly string[],
  steps: readonly (readonly [prompt: string, keys: string])[],
  language = 'C.UTF-8',
): Promise<Shown> {
  const env = { ...process.env, LC_ALL: language };
  const command = ['-c', TERMINAL, JSON.stringify(steps), process.execPath, bundle(), ...args];
  const child = spawn('python3', command, { env });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, shown };
}
