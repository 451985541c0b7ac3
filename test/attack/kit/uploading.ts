import { english } from '../../../src/base/index.js';
import * as assert from 'uvu/assert';
import type { Attack } from './attack.js';
import { type Target, withBody } from './target.js';

const PASSWORD = 'lozinka vlasnika';
/** As a browser sends them to the box that it calls `localhost`. */
const ORIGIN = 'Origin: https://localhost';

let made = 0;

/** Header lines of a signed-in owner; each call creates another owner. */
export async function ownerOf(target: Target): Promise<readonly string[]> {
  const name = `Власник ${(made += 1)}`;
  const owner = await target.box.ask('users.create', { name, role: 'owner', secret: PASSWORD });
  if (owner?.ok !== true) throw new Error(owner === undefined ? 'nobody answers' : english(owner.error));
  const body = jsonOf({ name, secret: PASSWORD });
  const socket = await target.tls();
  const answer = await target.ask(socket, withBody('POST /web/session', body, ORIGIN));
  socket?.destroy();
  const [, cookie] = /^set-cookie: ([^;]+)/im.exec(answer) ?? [];
  const [, token] = /"csrf":"([^"]+)"/.exec(answer) ?? [];
  if (cookie === undefined || token === undefined) throw new Error(`nobody is signed in: ${answer}`);
  return [ORIGIN, `Cookie: ${cookie}`, `X-CSRF-Token: ${token}`];
}

export const jsonOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

interface Upload {
  readonly name: string;
  readonly path: string;
  /** What is sent; made in peace. */
  readonly body: () => Buffer;
  /** Beside those of the session. */
  readonly headers?: readonly string[];
  /** How many are sent at a time. */
  readonly workers?: number;
  /** What the box says; every answer is this, or that there are too many. */
  readonly refusal: RegExp;
}

const TOO_MANY = /^HTTP\/1\.1 (?:429 |\d+ [^]*(?:Another file is being|Too many requests))/;

/** An attack by a signed-in user who sends the same body repeatedly. Each request is refused with a message. */
export function uploads({ name, path, body, headers = [], workers = 4, refusal }: Upload): Attack {
  let bytes: Buffer = Buffer.alloc(0);
  const answers = new Set<string>();
  const send = async (target: Target): Promise<void> => {
    const socket = await target.tls();
    const answer = await target.ask(socket, bytes);
    socket?.destroy();
    if (answer !== '') answers.add(answer.replace(/\r\n[^]*\r\n\r\n/, ' '));
  };
  return {
    name,
    async prepare(target) {
      bytes = withBody(`POST ${path}`, body(), ...(await ownerOf(target)), ...headers);
      answers.clear();
      // On a busy machine no upload may finish while the attack lasts.
      await send(target);
    },
    async run(target) {
      await target.repeat(workers, () => send(target));
    },
    check() {
      const all = [...answers];
      assert.ok(
        all.some((answer) => refusal.test(answer)),
        `none was refused: ${all.join('\n')}`,
      );
      for (const answer of all) assert.ok(refusal.test(answer) || TOO_MANY.test(answer), answer);
    },
  };
}
