import { english } from '../../../src/base/index.js';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import * as https from 'node:https';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import type { UserRole } from '../../../src/platform/ledger/shopRecords.js';
import type { TestBox } from '../box.js';

export const PASSWORD = 'tajna-lozinka-8';

/** A signed-in user, without a browser. */
export interface SignedIn {
  readonly id: number;
  /** Headers that a page of the session sends with every request. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Makes a user, who signs in. */
export async function signIn(box: TestBox, name: string, role: UserRole): Promise<SignedIn> {
  const created = await box.parts.users.create(name, role, PASSWORD);
  if (!created.ok) throw new Error(english(created.error.message));
  return signInAgain(box, name);
}

export async function signInAgain(box: TestBox, name: string): Promise<SignedIn> {
  const headers = { Origin: box.origin };
  const reply = await box.anonymous.fetch('POST', '/web/session', { json: { name, secret: PASSWORD }, headers });
  if (reply.status !== 200) throw new Error(reply.text);
  const { user, csrf } = JSON.parse(reply.text) as { user: { id: number }; csrf: string };
  const cookie = (reply.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ');
  return { id: user.id, headers: { ...headers, Cookie: cookie, 'X-CSRF-Token': csrf } };
}

/**
 * Gives a device the session of a user, as the form of the page does, at half the CPU time: the form has tests of its own. Pages of the
 * device are opened after it.
 */
export async function signInDevice(
  device: BrowserContext,
  origin: string,
  name: string,
  secret: string,
): Promise<void> {
  const reply = await device.request.post(`${origin}/web/session`, {
    headers: { Origin: origin },
    data: { name, secret },
  });
  if (!reply.ok()) throw new Error(`${reply.status()} ${await reply.text()}`);
}

/** The answer of an operation to a user. Throws the refusal. */
export async function operate<T>(box: TestBox, { headers }: SignedIn, name: string, ask: object): Promise<T> {
  const reply = await box.anonymous.fetch('POST', `/web/operations/${name}`, { json: ask, headers });
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`);
  return (JSON.parse(reply.text) as { value: T }).value;
}

export interface SentEvent {
  readonly event: string;
  readonly data: unknown;
}

/** A stream of server-sent events, as it is read. */
export class EventReader {
  readonly events: SentEvent[] = [];
  /** Resolves when the box, or the test, has ended it. */
  readonly ended: Promise<void>;
  private text = '';
  private waiting: (() => void)[] = [];

  private constructor(
    private readonly response: IncomingMessage,
    private readonly agent: https.Agent,
  ) {
    response.setEncoding('utf8');
    response.on('data', (piece: string) => this.take(piece));
    this.ended = new Promise((resolve) => response.once('close', () => resolve()));
    response.on('error', () => undefined);
  }

  /** Opens the stream; only the status when there is none. */
  static open(box: TestBox, { headers }: SignedIn): Promise<EventReader | number> {
    const agent = new https.Agent({ ca: readFileSync(join(box.folder, 'tls', 'ca.pem')) });
    const { 'X-CSRF-Token': _, Origin: __, ...sent } = headers;
    return new Promise((resolve, reject) => {
      const request = https.get(`${box.origin}/web/events`, { headers: sent, agent }, (response) => {
        if (response.statusCode === 200) resolve(new EventReader(response, agent));
        else resolve(response.statusCode ?? 0);
        if (response.statusCode !== 200) response.resume();
      });
      request.on('error', reject);
    });
  }

  get type(): string | undefined {
    return this.response.headers['content-type'];
  }

  /** Did the box end it as an answer is ended, and not by closing the connection? */
  get isComplete(): boolean {
    return this.response.complete;
  }

  /** The first event that fits, of those that have come or will come. */
  async next(fits: (event: SentEvent) => boolean): Promise<SentEvent> {
    for (;;) {
      const found = this.events.find(fits);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  close(): void {
    this.response.destroy();
    this.agent.destroy();
  }

  private take(piece: string): void {
    const parts = (this.text + piece).split('\n\n');
    this.text = parts.pop() ?? '';
    for (const part of parts) {
      const [, event] = /^event: (.*)$/m.exec(part) ?? [];
      const [, data] = /^data: (.*)$/m.exec(part) ?? [];
      if (event !== undefined && data !== undefined) this.events.push({ event, data: JSON.parse(data) as unknown });
    }
    for (const wake of this.waiting.splice(0)) wake();
  }
}
