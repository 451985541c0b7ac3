import { HostileServer, type Script } from './hostileServer.js';
import { type Attempt, type Cell, type Field, type Shape, TRICKLE } from './leg.js';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
/** JSON may begin with blanks, so a reader has no reason to stop. */
const BLANKS = Buffer.alloc(64 * 1024, ' ');
export const SCRIPTS = {
  'TLS crumbs': { head: `${HEAD}Content-Length: 900000000\r\n\r\n`, rest: BLANKS, isInCrumbs: true },
  'chunk crumbs': {
    head: `${HEAD}Transfer-Encoding: chunked\r\n\r\n`,
    rest: Buffer.from('1\r\n \r\n'.repeat(10_000)),
  },
  'header crumbs': { head: 'HTTP/1.1 200 OK\r\n', rest: Buffer.from('a:\r\n'.repeat(10_000)) },
  flood: { head: 'x', rest: Buffer.alloc(64 * 1024, 'x') },
  trickle: { head: `${HEAD}Content-Length: 900000000\r\n\r\n`, rest: BLANKS, pause: TRICKLE },
  silence: {},
  preliminaries: { head: '', rest: Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'.repeat(2000)) },
  oversized: { head: `${HEAD}Content-Length: 900000000\r\n\r\n`, rest: BLANKS },
  unread: { head: `HTTP/1.1 503 Busy\r\nContent-Length: 2\r\n\r\n{}`, rest: Buffer.alloc(64 * 1024, '\r\n') },
} as const satisfies Partial<Record<Shape, Script>>;

/** How the box is made to call a server of the attacker. */
export interface Client {
  /** Sets the address of the server. */
  readonly set: (field: Field, url: string) => Promise<void>;
  /** One call; resolves with what the box reports of its failure. */
  readonly call: (field: Field) => Promise<string>;
  /** Takes the address back. */
  readonly unset: (field: Field) => Promise<void>;
}

/** The cells of a leg over which the box is an HTTP client. */
export function httpCells(client: Client): Readonly<Record<Shape, Cell>> {
  const cell = (shape: keyof typeof SCRIPTS): Extract<Cell, { begin: unknown }> => ({
    begin: (field) => begun(field, SCRIPTS[shape], client, shape === 'TLS crumbs' ? 'https' : 'http'),
  });
  return {
    'TLS crumbs': cell('TLS crumbs'),
    'chunk crumbs': cell('chunk crumbs'),
    'header crumbs': cell('header crumbs'),
    'line crumbs': { notPossible: 'HTTP has no replies of lines; header lines are a shape of their own' },
    flood: cell('flood'),
    trickle: { ...cell('trickle'), isSlow: true },
    silence: { ...cell('silence'), isSlow: true },
    preliminaries: cell('preliminaries'),
    oversized: cell('oversized'),
    unread: cell('unread'),
  };
}

async function begun(field: Field, script: Script, client: Client, scheme: 'http' | 'https'): Promise<Attempt> {
  const identity = scheme === 'https' ? await field.authority.server('127.0.0.1') : undefined;
  const server = await HostileServer.start(script, identity);
  await client.set(field, `${scheme}://127.0.0.1:${server.port}/`);
  return {
    async once() {
      const report = await client.call(field);
      await server.left();
      return report;
    },
    async end() {
      server.end();
      await client.unset(field);
    },
  };
}
