import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { request, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { PlainServer } from '../../../src/platform/http/index.js';
import { bootOrder, Rescue, rescueHandler } from '../../../src/programs/rescue/index.js';
import { Rauc } from '../../../src/outward/updates/index.js';
import { Programs } from '../board/programs.js';
import { newFolder } from '../../kit/folder.js';

/** A file that begins like this is signed; its version follows. */
const SIGNED = 'signed ';
/** RAUC, as far as the rescue page knows it: it takes what is signed, and waits for the test to say how the install ends. */
const RAUC = `case $1 in
  info)
    read -r mark version <"$3"
    [ "$mark" = signed ] || { echo 'signature verification failed: self-signed certificate' >&2; exit 1; }
    printf '{"compatible":"kasirbox-arm64","version":"%s"}' "$version" ;;
  install)
    printf 'installing\\n  0%% Installing\\n 40%% Checking bundle done.\\n'
    read -r end <ends
    [ "$end" = well ] && { echo '100% Installing done.'; exit; }
    echo "LastError: $end"; exit 1 ;;
esac`;

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A board in its rescue system, with the page on a free port of this machine. */
export class RescueBoard {
  readonly media = join(newFolder('media'));
  readonly updates = join(newFolder('updates'));
  readonly keep = join(newFolder('keep'));
  readonly programs: Programs;
  readonly rescue: Rescue;
  private readonly server: PlainServer;
  /** Without hyphens, as the board keeps it. */
  code: string | undefined = 'ABCDEFGH';
  givenUp: string | undefined;
  port = 0;
  private readonly path = process.env['PATH'];

  private constructor(rauc: string, farewell: number) {
    for (const folder of [this.media, this.updates, this.keep]) mkdirSync(folder);
    this.programs = new Programs({ rauc, fw_printenv: 'echo B' });
    execFileSync('mkfifo', [join(this.programs.folder, 'ends')]);
    process.env['PATH'] = `${this.programs.folder}:${this.path ?? ''}`;
    const folders = { updates: this.updates, media: this.media };
    this.rescue = new Rescue({
      folders,
      keep: this.keep,
      rauc: new Rauc({ program: 'rauc' }),
      order: bootOrder,
      code: async () => this.code,
      givenUp: async () => this.givenUp,
      farewell,
    });
    this.server = new PlainServer(rescueHandler(this.rescue), {
      maxForm: 1024,
      onFailure: (error) => {
        throw error;
      },
    });
  }

  static async during(
    work: (board: RescueBoard) => Promise<void>,
    { rauc = RAUC, farewell = 0 }: { rauc?: string; farewell?: number } = {},
  ): Promise<void> {
    const board = new RescueBoard(rauc, farewell);
    board.port = await board.server.listen({ host: '127.0.0.1', port: 0 });
    try {
      await work(board);
    } finally {
      await board.server.stop();
      process.env['PATH'] = board.path;
    }
  }

  /** Puts a stick in. The content of a file, or its version where it is signed. */
  stick(name: string, files: Readonly<Record<string, string | { readonly version: string }>>): string {
    const folder = join(this.media, name);
    mkdirSync(folder);
    for (const [file, content] of Object.entries(files)) {
      writeFileSync(join(folder, file), typeof content === 'string' ? content : `${SIGNED}${content.version}\n`);
    }
    return folder;
  }

  keepUpdate(version: string): void {
    writeFileSync(join(this.updates, 'last-good.raucb'), `${SIGNED}${version}\n`);
  }

  /** Lets the install that waits end: `well`, or with an error. */
  async endInstall(how: string): Promise<void> {
    await writeFile(join(this.programs.folder, 'ends'), `${how}\n`);
  }

  ask(
    path: string,
    options: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<Answer> {
    const { method = 'GET', headers = {}, body } = options;
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    return new Promise((resolve, reject) => {
      const address = { host: '127.0.0.1', port: this.port, agent: false, path, method };
      const asked = request({ ...address, headers: { ...length, ...headers } }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      });
      asked.on('error', reject);
      asked.end(body);
    });
  }

  async page(): Promise<string> {
    return (await this.ask('/')).text;
  }

  /** What the page has now to send with its buttons: token, and the ids of the updates in their order. */
  async fields(): Promise<{ readonly token: string; readonly ids: readonly string[] }> {
    const page = await this.page();
    const ids = Array.from(page.matchAll(/name="id" value="([0-9a-f]{16})"/g), ([, id = '']) => id);
    return { token: /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '', ids };
  }

  /** Presses a button, with the code of the ticket where the fields have none. */
  press(path: string, fields: Readonly<Record<string, string>>, headers: Record<string, string> = {}): Promise<Answer> {
    const body = new URLSearchParams({ code: 'abcd-efgh', ...fields }).toString();
    return this.ask(path, { method: 'POST', headers, body });
  }

  /** Waits until the rescue system is in this state; the runner ends a test that waits for ever. */
  async until(kind: string): Promise<void> {
    while (this.rescue.state.kind !== kind) await new Promise(setImmediate);
  }
}
