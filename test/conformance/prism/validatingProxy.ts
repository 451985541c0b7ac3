import { readFileSync, rmSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startTool, workplace } from '../../interfaces/api/generators/tools.js';
import { adopt, type BoxProcess } from '../../kit/process.js';
import type { Suspect } from './exceptions.js';
import { type Answer, answerIn, bytesOf, type Call, send, violationsIn } from './exchange.js';

const BASE = '/api/v1';
/** Names the call on Prism's request. */
const MARK = 'x-call';

/**
 * Prism as a proxy between a client and a box. Prism reads bodies and writes them anew, which would change files, and what tests have made
 * wrong on purpose. So both of its ends are held: when Prism calls, the box gets the bytes of the client, and the client gets those of
 * the box. What Prism does not pass on goes to the box all the same, and is noted.
 */
export class ValidatingProxy {
  /** The calls in which Prism has found something. */
  readonly suspects: Suspect[] = [];
  /** What Prism has not passed on, or not passed back, as `POST /items 400`. */
  readonly notCarried: string[] = [];
  /** Calls so far. */
  count = 0;
  /** Changes an answer on its way to Prism. */
  spoil: (answer: Answer) => Answer = (answer) => answer;
  /** Calls that are under way. */
  private readonly underWay = new Map<string, { readonly call: Call; answer?: Answer }>();
  private prism = '';
  private end: () => void = () => undefined;

  private constructor(
    private readonly box: BoxProcess,
    /** Where the client calls, with the certificate of the box. */
    private readonly front: https.Server,
    /** Where Prism calls. */
    private readonly back: http.Server,
    private readonly agent: https.Agent,
  ) {
    front.on('request', (request, response) => void this.pass(request, response).catch(() => response.destroy()));
    back.on('request', (request, response) => void this.onward(request, response).catch(() => response.destroy()));
  }

  static async before(box: BoxProcess): Promise<ValidatingProxy> {
    const file = (name: string): string => readFileSync(join(box.folder, 'tls', name), 'utf8');
    const front = https.createServer({ key: file('server.key'), cert: file('server.pem') });
    const agent = new https.Agent({ ca: file('ca.pem'), keepAlive: true });
    const proxy = new ValidatingProxy(box, front, http.createServer(), agent);
    await Promise.all(
      [front, proxy.back].map((server) => new Promise<void>((up) => server.listen(0, '127.0.0.1', up))),
    );
    await proxy.startPrism((await box.open('/openapi.json')).text);
    return proxy;
  }

  get url(): string {
    return `https://127.0.0.1:${portOf(this.front)}`;
  }

  stop(): void {
    this.end();
    this.agent.destroy();
    for (const server of [this.front, this.back]) {
      server.close();
      server.closeAllConnections();
    }
  }

  private async startPrism(document: string): Promise<void> {
    const folder = workplace(document);
    const upstream = `http://127.0.0.1:${portOf(this.back)}`;
    const args = ['proxy', 'openapi.json', upstream, '--port=0', '--no-cors'];
    const child = startTool('@stoplight/prism-cli/dist/index.js', args, folder);
    adopt(child);
    this.end = () => {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    };
    let said = '';
    this.prism = await new Promise((up, fail) => {
      child.on('close', () => fail(new Error(`Prism has ended: ${said}`)));
      for (const output of [child.stdout, child.stderr]) {
        output.setEncoding('utf8').on('data', (text: string) => {
          said = (said + text).slice(-4000);
          const [, address] = /listening on (http:\S+)/.exec(said) ?? [];
          if (address !== undefined) up(address);
        });
      }
    });
  }

  /** Takes a call of the client. */
  private async pass(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    const call = { method, path, headers, body: await bytesOf(request) };
    const id = String((this.count += 1));
    const entry: { readonly call: Call; answer?: Answer } = { call };
    this.underWay.set(id, entry);
    // Prism never answers a body with Content-Encoding.
    const seen = headers['content-encoding'] === undefined ? await this.throughPrism(call, id) : undefined;
    this.underWay.delete(id);
    const answer = entry.answer ?? (await this.ask(call));
    if (entry.answer === undefined || seen?.status !== answer.status) {
      this.notCarried.push(`${method} ${path} ${answer.status}`);
    }
    const violations = seen === undefined ? [] : violationsIn(seen);
    if (violations.length > 0) this.suspects.push({ call, answer, violations });
    send(response, answer);
  }

  /** Prism knows paths below the address of a server, not the server. */
  private throughPrism({ method, path, headers, body }: Call, id: string): Promise<Answer> {
    const below = path.startsWith(`${BASE}/`) ? path.slice(BASE.length) : path;
    return exchange(http.request(this.prism + below, { method, headers: { ...headers, [MARK]: id } }), body);
  }

  /** Takes a call of Prism. */
  private async onward(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const entry = this.underWay.get(String(request.headers[MARK]));
    await bytesOf(request);
    if (entry === undefined) throw new Error('Prism makes calls of its own');
    entry.answer = await this.ask(entry.call);
    send(response, this.spoil(entry.answer));
  }

  private ask({ method, path, headers, body }: Call): Promise<Answer> {
    const { box, agent } = this;
    return exchange(https.request({ host: '127.0.0.1', port: box.port, agent, method, path, headers }), body);
  }
}

function portOf(server: http.Server | https.Server): number {
  return (server.address() as AddressInfo).port;
}

function exchange(request: http.ClientRequest, body: Buffer): Promise<Answer> {
  return new Promise((done, fail) => {
    request.on('response', (message) => void answerIn(message).then(done, fail));
    request.on('error', fail);
    request.end(body);
  });
}
