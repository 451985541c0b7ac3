import { english } from '../../../src/base/index.js';
import type { TestBox } from '../box.js';
import type { Received } from '../transport.js';

export const PASSWORD = 'duga lozinka 1';
export const PIN = '2468';

interface SessionAnswer {
  readonly user: { readonly id: number; readonly name: string; readonly role: string };
  readonly csrf: string;
  readonly recoveryCode?: string;
}

/** A device with the pages of a box open, as far as requests go: it keeps cookies and sends what a page sends. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  csrf = '';

  constructor(private readonly box: TestBox) {}

  /** The host by which the device calls the box, with its port. */
  get host(): string {
    return new URL(this.box.origin).host;
  }

  /** Sends a request as a page of the box does; `headers` come over what the page would send. */
  async send(
    method: string,
    path: string,
    json?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Received> {
    return this.fetch(method, path, json === undefined ? {} : { json }, headers);
  }

  /** Sends a file as a page of the box does. */
  upload(path: string, file: string): Promise<Received> {
    return this.fetch('POST', path, { raw: file });
  }

  private async fetch(
    method: string,
    path: string,
    body: { readonly json?: unknown; readonly raw?: string },
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Received> {
    const reply = await this.box.anonymous.fetch(method, path, {
      ...body,
      headers: {
        Host: this.host,
        Origin: `https://${this.host}`,
        ...(this.cookies.size > 0 && { Cookie: [...this.cookies].map((pair) => pair.join('=')).join('; ') }),
        ...(this.csrf !== '' && { 'X-CSRF-Token': this.csrf }),
        ...headers,
      },
    });
    // Without a socket one cookie comes as a text.
    for (const cookie of [reply.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/Max-Age=0/.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return reply;
  }

  async signIn(name: string, secret: string): Promise<Received> {
    return this.noting(await this.send('POST', '/web/session', { name, secret }));
  }

  /** Makes the first owner. */
  async claim(code: string, name = 'Ана', secret = PASSWORD): Promise<Received> {
    return this.noting(await this.send('POST', '/web/claim', { code, name, secret }));
  }

  async recover(code: string, secret: string): Promise<Received> {
    return this.noting(await this.send('POST', '/web/recovery', { code, secret }));
  }

  operate(name: string, ask: unknown = {}): Promise<Received> {
    return this.send('POST', `/web/operations/${name}`, ask);
  }

  /** What the box says of this device: `signed-in`, `signed-out` or `unclaimed`. */
  async state(): Promise<string> {
    return (JSON.parse((await this.send('GET', '/web/session')).text) as { readonly state: string }).state;
  }

  private noting(reply: Received): Received {
    if (reply.status === 200) this.csrf = (JSON.parse(reply.text) as SessionAnswer).csrf;
    return reply;
  }
}

/** The code of an error answer; `ok` for any other. */
export function codeOf({ text }: Received): string {
  return (JSON.parse(text) as { readonly error?: { readonly code: string } }).error?.code ?? 'ok';
}

/** Users as an owner makes them; the cashier is Ђорђе. */
export async function makeUsers(box: TestBox): Promise<void> {
  const { users } = box.parts;
  for (const [name, role, secret] of [
    ['Ана', 'owner', PASSWORD],
    ['Мика', 'technician', PASSWORD],
    ['Ђорђе', 'cashier', PIN],
  ] as const) {
    const created = await users.create(name, role, secret);
    if (!created.ok) throw new Error(english(created.error.message));
  }
}

/** A device with a signed-in user; a cashier on an admitted one. */
export async function visitorAs(box: TestBox, name: string): Promise<Visitor> {
  const visitor = new Visitor(box);
  if (box.parts.users.findByName(name)?.role === 'cashier') await letIn(box, visitor);
  const reply = await visitor.signIn(name, name === 'Ђорђе' ? PIN : PASSWORD);
  if (reply.status !== 200) throw new Error(reply.text);
  return visitor;
}

/** Admits a device as a tablet, and returns its number. */
export async function letIn(box: TestBox, visitor: Visitor): Promise<number> {
  const admitted = await box.parts.tablets.admit(`Таблет ${box.parts.tablets.list().length + 1}`, 'Ана');
  if (!admitted.ok) throw new Error(english(admitted.error));
  visitor.cookies.set('__Host-kasirbox-tablet', admitted.value.token);
  return admitted.value.tablet.id;
}
