import { MAX_RECEIVED } from '../../../src/paper/printing/escPosChannel.js';
import { PRINTER_LIMIT } from '../../../src/paper/printing/transport/tcp.js';
import { HostileServer, type Script } from './hostileServer.js';
import { type Attempt, type Cell, type Field, kib, type Leg, TRICKLE } from './leg.js';
import { inEnglish } from '../../kit/inEnglish.js';

const NO_TLS = { notPossible: 'printers speak no TLS' } as const;
const NO_TEXT = {
  notPossible: 'a printer answers in bytes of fixed meaning, without lines, chunks or headers',
} as const;

export const printer: Leg = {
  name: 'printers',
  sources: ['paper/printing/transport/tcp.ts'],
  bytes: PRINTER_LIMIT.pace?.atOnce ?? 0,
  perSecond: PRINTER_LIMIT.pace?.perSecond ?? 0,
  ms: 120_000,
  bounds: {
    bytes: `${kib(MAX_RECEIVED)} a second, or the connection ends`,
    pieces: `${kib(PRINTER_LIMIT.pace?.perSecond ?? 0)} a second are read over a network`,
    time: 'as long as it is used',
  },
  cells: {
    'TLS crumbs': NO_TLS,
    'chunk crumbs': NO_TEXT,
    'header crumbs': NO_TEXT,
    'line crumbs': NO_TEXT,
    flood: tried({ rest: Buffer.alloc(64 * 1024, 'x') }),
    trickle: { ...tried({ rest: Buffer.from([0x10, 0, 0, 0]), pause: TRICKLE }), isSlow: true },
    silence: { ...tried({}), isSlow: true },
    // Unsolicited status bytes (ASB), and answers of 16h, 12h, 12h, 12h.
    preliminaries: tried({ rest: Buffer.from([0x10, 0, 0, 0].flatMap((byte) => [byte, 0x16, 0x12])) }),
    // A block of text (5Fh …) without its end.
    oversized: tried({ head: '_', rest: Buffer.alloc(64 * 1024, 'a') }),
    unread: tried({ head: '\x16', rest: Buffer.alloc(64 * 1024, 0x12) }),
  },
};

function tried(script: Script): Extract<Cell, { begin: unknown }> {
  return { begin: (field) => begun(field, script) };
}

const NAME = 'napad';

async function begun({ box, target }: Field, script: Script): Promise<Attempt> {
  const server = await HostileServer.start(script);
  const address = `tcp://127.0.0.1:${server.port}`;
  return {
    async once() {
      await target.set('printers', [{ name: NAME, address, width: 58, dpi: 203, mode: 'raster', ticket: false }]);
      const tested = await box.ask('print.test', { name: NAME });
      await target.set('printers', []);
      await server.left();
      return JSON.stringify(inEnglish(tested));
    },
    async end() {
      server.end();
      await target.set('printers', []);
    },
  };
}
