import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { english } from '../../../src/base/message.js';
import type { Answer, Input, OperationName, Reply } from '../../../src/interfaces/admin/operations.js';
import { BASE, BoxProcess } from '../../kit/process.js';
import { until } from '../../kit/until.js';
import { type Reply as Answered, bodyOf, type Invoice, Unexpected } from '../answers.js';

/** The owner of every shop; receipts that the pages issue name him as the cashier. */
export const OWNER = { name: 'Техничар', secret: 'lozinka za pregled' } as const;

/** A key may make 240 calls a minute; a new one is taken in time. */
const CALLS_PER_KEY = 150;

/** The labels of today's law. */
const LABELS = ['Ђ', 'Е', 'Г', 'А'];

/**
 * A built box that runs as a process, with the calls that an inspector makes: as a till by the API, and as a page by a
 * session.
 */
export class Shop {
  private key = '';
  private calls = CALLS_PER_KEY;
  private session: Record<string, string> | undefined;
  private readonly agent: Agent;

  /** Labels of the shop for those that the checks name; empty where it has these. */
  private labels: ReadonlyMap<string, string> = new Map();

  private constructor(readonly box: BoxProcess) {
    this.agent = new Agent({ ca: readFileSync(box.caFile), keepAlive: true });
  }

  /** A new box with these settings, and its owner. */
  static async open(settings: Readonly<Record<string, unknown>> = {}): Promise<Shop> {
    const shop = new Shop(await BoxProcess.start());
    await shop.ask('users.create', { ...OWNER, role: 'owner' });
    for (const [name, value] of Object.entries(settings)) await shop.set(name, value);
    return shop;
  }

  get origin(): string {
    return `https://127.0.0.1:${this.box.port}`;
  }

  async close(): Promise<void> {
    this.agent.destroy();
    await this.box.stop();
  }

  /** Asks over the control socket, as a command does. Throws the reason of a failure. */
  async ask<N extends OperationName>(name: N, ask: Input<N>): Promise<Answer<N>> {
    const answer: Reply<N> | undefined = await this.box.ask(name, ask);
    if (answer === undefined) throw new Unexpected(`${name}: the box does not answer`);
    if (!answer.ok) throw new Unexpected(`${name}: ${english(answer.error)}`);
    return answer.value;
  }

  async set(name: string, value: unknown): Promise<void> {
    await this.ask('settings.set', { name, value });
  }

  /** Works with a setting changed, and puts it back. */
  async during<T>(name: string, value: unknown, work: () => Promise<T>): Promise<T> {
    const before = (await this.ask('settings.show', { name }))[name];
    await this.set(name, value);
    try {
      return await work();
    } finally {
      await this.set(name, before);
    }
  }

  /** Calls the API below `/api/v1`. */
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answered> {
    const { status, bytes } = await this.exchange(
      method,
      BASE + path,
      { ...(await this.authorized()), ...headers },
      this.relabelled(body),
    );
    return { status, text: bytes.toString() };
  }

  /**
   * Sells under the labels of the processor from now on, where those of today's law are not active: the sandbox has
   * others.
   */
  async takeLabels(): Promise<void> {
    const { taxLabels } = await this.get<{ readonly taxLabels: readonly { readonly label: string }[] }>('/tax-labels');
    const active = taxLabels.map(({ label }) => label);
    const missing = LABELS.filter((label) => !active.includes(label));
    this.labels = new Map(missing.map((label, at) => [label, active[at % active.length] ?? label]));
  }

  /** A request under the labels of the shop, also those in prescribed names. */
  private relabelled(body: unknown): unknown {
    if (body === undefined || this.labels.size === 0) return body;
    const text = JSON.stringify(body).replace(/"label":"(.)"|\((.)\)/gu, (whole, label?: string, named?: string) => {
      const own = this.labels.get(label ?? named ?? '');
      if (own === undefined) return whole;
      return label === undefined ? `(${own})` : `"label":"${own}"`;
    });
    return JSON.parse(text);
  }

  /**
   * A file that the API gives. A PDF that a loaded machine does not draw in time is asked for again, as its refusal
   * says.
   */
  async file(path: string, attempts = 5): Promise<Buffer> {
    const { status, bytes } = await this.exchange('GET', BASE + path, await this.authorized(), undefined);
    const text = status === 200 ? '' : bytes.toString();
    if (text.includes('document.pdf-failed') && attempts > 1) return this.file(path, attempts - 1);
    if (status !== 200) bodyOf({ status, text }, 200);
    return bytes;
  }

  private async authorized(): Promise<Record<string, string>> {
    this.calls += 1;
    if (this.calls > CALLS_PER_KEY) {
      [this.key = ''] = await this.box.keys(1);
      this.calls = 1;
    }
    return { Authorization: `Bearer ${this.key}` };
  }

  async get<T>(path: string): Promise<T> {
    return bodyOf(await this.call('GET', path), 200) as T;
  }

  /** Calls as a page of the owner does, below `/web`: the box holds it to what it holds its pages to. */
  async asPage(method: string, path: string, body?: unknown): Promise<Answered> {
    const ask = async (session: Record<string, string>) =>
      this.exchange(method, `/web${path}`, session, this.relabelled(body));
    this.session ??= await this.signIn();
    let answer = await ask(this.session);
    // A user has a limited number of sessions, and each page of a check makes one.
    if (answer.status === 401) answer = await ask((this.session = await this.signIn()));
    return { status: answer.status, text: answer.bytes.toString() };
  }

  private async signIn(): Promise<Record<string, string>> {
    const { status, bytes, cookies } = await this.exchange('POST', '/web/session', { Origin: this.origin }, OWNER);
    const { csrf } = bodyOf({ status, text: bytes.toString() }, 200) as { readonly csrf: string };
    return { Origin: this.origin, Cookie: cookies.join('; '), 'X-CSRF-Token': csrf };
  }

  private exchange(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: unknown,
  ): Promise<{ readonly status: number; readonly bytes: Buffer; readonly cookies: readonly string[] }> {
    const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const length = sent && { 'Content-Type': 'application/json', 'Content-Length': sent.length };
    return new Promise((done, fail) => {
      const options = { method, agent: this.agent, headers: { ...length, ...headers } };
      const call = request(this.origin + path, options, (response) => {
        const cookies = (response.headers['set-cookie'] ?? []).map((one) => one.split(';')[0] ?? '');
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece)).on('error', fail);
        response.on('end', () => done({ status: response.statusCode ?? 0, bytes: Buffer.concat(pieces), cookies }));
      });
      call.on('error', fail).end(sent);
    });
  }

  /** Waits until the box is ready to sell: it has asked its processor, and knows its labels. */
  async untilReady(): Promise<void> {
    await until('the box is ready', async () => {
      const { ready } = await this.get<{ readonly ready: boolean }>('/status');
      return ready;
    });
  }

  /** The newest receipts, the newest first. */
  async receipts(): Promise<readonly Invoice[]> {
    return (await this.get<{ readonly invoices: readonly Invoice[] }>('/invoices')).invoices;
  }
}
