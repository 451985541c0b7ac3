import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { bundle } from './process.js';

/** Runs a command on a terminal of its own (pty(7)), and types once what it waits for is on the screen. */
const TERMINAL = `
import os, pty, sys
prompt, keys, args = sys.argv[1], sys.argv[2], sys.argv[3:]
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
    if keys and prompt.encode() in shown:
        os.write(terminal, keys.encode())
        keys = ''
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

export interface Shown {
  readonly code: number | null;
  /** All that stood on the screen, lines ended by CRLF. */
  readonly shown: string;
}

/** Runs `kasirbox ARGS` on a terminal and types `keys` when `prompt` is shown. */
export async function onTerminal(args: readonly string[], prompt: string, keys: string): Promise<Shown> {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  const child = spawn('python3', ['-c', TERMINAL, prompt, keys, process.execPath, bundle(), ...args], { env });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, shown };
}
