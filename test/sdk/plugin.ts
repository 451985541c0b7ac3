import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createInterface } from 'node:readline';
import { adopt } from '../kit/process.js';

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** The headers of a webhook, as standardwebhooks.com has them; `at` is the time of its sending, s. */
export function signed(
  body: string,
  { id = 'msg_1', at = Math.floor(Date.now() / 1000) } = {},
): Record<string, string> {
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` };
}

export interface Answer {
  readonly status: number;
  readonly body: {
    readonly error?: string;
    readonly orderId?: string;
    readonly uuid?: string;
    readonly total?: number;
    readonly number?: string;
    readonly verificationUrl?: string;
  };
}

/** The example, running as a process of its own. */
export class Plugin {
  private constructor(
    private readonly child: ChildProcess,
    private readonly url: string,
  ) {}

  static async start(folder: string, env: NodeJS.ProcessEnv): Promise<Plugin> {
    const child = spawn(process.execPath, ['shop-plugin.mjs'], {
      cwd: folder,
      env: { ...process.env, PORT: '0', WEBHOOK_SECRET: SECRET, SHOP_URL: 'https://shop.example', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    adopt(child);
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    const url = await new Promise<string>((found, fail) => {
      child.once('close', () => fail(new Error(`the plug-in ended: ${said}`)));
      createInterface({ input: child.stdout }).on('line', (line) => found(/http:\S+/.exec(line)?.[0] ?? ''));
    });
    return new Plugin(child, url);
  }

  async post(body: string, headers: Readonly<Record<string, string>> = signed(body)): Promise<Answer> {
    const response = await fetch(this.url, { method: 'POST', headers, body });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  stop(): Promise<unknown> {
    const ended = new Promise((done) => this.child.once('close', done));
    this.child.kill();
    return ended;
  }
}
