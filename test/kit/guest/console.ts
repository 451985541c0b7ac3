import type { Socket } from 'node:net';
import { within } from './within.js';

/** Length of the output that an error shows, characters. */
const SHOWN = 3000;

/** How a command in the guest ended. */
export interface Done {
  readonly code: number;
  /** Its output, standard error included. */
  readonly text: string;
}

export interface RunOptions {
  /** Standard input. */
  readonly input?: string;
  /** ms. */
  readonly limit?: number;
}

/** A serial line of a guest: all that it says, and, where a shell without a prompt and an echo reads it, commands. */
export class Console {
  private said = '';
  /** Behind what was waited for last. */
  private at = 0;
  private commands = 0;
  private readonly listeners = new Set<() => void>();
  private isClosed = false;

  constructor(
    private readonly line: Socket,
    private readonly name: string,
  ) {
    line.setEncoding('utf8').on('data', (text: string) => {
      this.said += text.replaceAll('\r', '');
      for (const look of this.listeners) look();
    });
    line.once('close', () => {
      this.isClosed = true;
      for (const look of this.listeners) look();
    });
  }

  /** All output so far. */
  get text(): string {
    return this.said;
  }

  /** Waits for a text behind what was waited for before. Rejects after `limit` ms, and when the guest ends. */
  async says(pattern: RegExp, limit: number): Promise<RegExpExecArray> {
    let look = (): void => undefined;
    const found = new Promise<RegExpExecArray>((done, fail) => {
      look = () => {
        const match = pattern.exec(this.said.slice(this.at));
        if (match !== null) {
          this.at += match.index + match[0].length;
          done(match);
        } else if (this.isClosed) {
          fail(new Error(`${this.name} ended without ${pattern.source}: ${this.end()}`));
        }
      };
      this.listeners.add(look);
      look();
    });
    try {
      return await within(limit, `${this.name} says ${pattern.source}`, found, () => this.end());
    } finally {
      this.listeners.delete(look);
    }
  }

  /** Runs a command in the guest's shell; one at a time. */
  async run(command: string, { input = '', limit = 60_000 }: RunOptions = {}): Promise<Done> {
    this.commands += 1;
    const mark = `done-${this.commands}`;
    // In pieces, so that no line is longer than a terminal takes, and whatever bytes.
    const encoded =
      Buffer.from(input)
        .toString('base64')
        .match(/.{1,1000}/g) ?? [];
    this.line.write(`: >/tmp/input\n${encoded.map((piece) => `echo ${piece} >>/tmp/input\n`).join('')}`);
    this.line.write(`base64 -d /tmp/input | { ${command}\n} 2>&1; echo "<$?-${mark}>"\n`);
    const [whole, code] = await this.says(new RegExp(`^[^]*?<(\\d+)-${mark}>\n`), limit);
    return { code: Number(code), text: whole.slice(0, whole.lastIndexOf('<')) };
  }

  private end(): string {
    return `\n${this.said.slice(-SHOWN)}`;
  }
}
