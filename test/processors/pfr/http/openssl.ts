import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../../../kit/folder.js';
import { identities } from './tlsServers.js';

/** The TLS server of the `openssl` program, which can do more than Node's; its input is sent to the client. */
export class OpensslServer {
  private text = '';
  private isOver = false;
  private heard = (): void => undefined;

  private constructor(private readonly child: ReturnType<typeof OpensslServer.spawn>) {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (bytes: Buffer) => {
        this.text += bytes.toString('latin1');
        this.heard();
      });
    }
    child.once('close', () => {
      this.isOver = true;
      this.heard();
    });
  }

  /** Runs it with these arguments while `use` runs. It believes the clients of `taxpayers`. */
  static async during(
    args: readonly string[],
    use: (server: OpensslServer, port: number) => Promise<void>,
  ): Promise<void> {
    const { server, taxpayers } = await identities;
    const files = { key: server.key, cert: server.cert, CAfile: taxpayers.pem };
    const running = new OpensslServer(OpensslServer.spawn(files, args));
    try {
      const [, port] = await running.said(/ACCEPT 127\.0\.0\.1:(\d+)/);
      await use(running, Number(port));
    } finally {
      running.child.kill();
    }
  }

  private static spawn(files: Readonly<Record<string, string>>, args: readonly string[]) {
    const folder = newFolder();
    mkdirSync(folder);
    const given = Object.entries(files).flatMap(([name, pem]) => {
      writeFileSync(join(folder, name), pem);
      return [`-${name}`, join(folder, name)];
    });
    return spawn('openssl', ['s_server', '-accept', '127.0.0.1:0', '-naccept', '1', ...given, ...args]);
  }

  /** Waits for words of the program, or of the client. */
  async said(words: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = words.exec(this.text);
      if (found !== null) return found;
      if (this.isOver) throw new Error(`openssl s_server said no ${String(words)}: ${this.text}`);
      await new Promise<void>((resolve) => (this.heard = resolve));
    }
  }

  /** Waits until these words were heard so often. */
  async saidTimes(words: string, times: number): Promise<void> {
    while (this.count(words) < times) {
      if (this.isOver) throw new Error(`openssl s_server said ${words} ${this.count(words)} times`);
      await new Promise<void>((resolve) => (this.heard = resolve));
    }
  }

  say(text: string): void {
    this.child.stdin.write(text);
  }

  /** How often these words were heard. */
  count(words: string): number {
    return this.text.split(words).length - 1;
  }
}
