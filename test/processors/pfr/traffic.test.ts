import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../src/base/log.js';
import { Mutex } from '../../../src/base/mutex.js';
import type { UtcMs } from '../../../src/base/time.js';
import { HttpChannel } from '../../../src/processors/pfr/http/channel.js';
import { RemotePfr } from '../../../src/processors/pfr/remotePfr.js';
import { StatusPoller } from '../../../src/processors/pfr/statusPoller.js';
import { HandClock, settled } from '../../kit/handClock.js';
import { DEFAULTS } from '../../kit/pfr/options.js';
import type { RateGroup } from '../../kit/pfr/rates.js';
import { FakePfrServer } from '../../kit/pfr/server.js';
import { standIn } from '../../kit/standIn.js';

const MB = 1_000_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** As often as the poller looks up. */
const STEP_MS = 2000;

/** Headers of IP and TCP with time stamps, and what a segment holds over mobile networks, bytes. */
const SEGMENT_HEAD = 52;
const SEGMENT = 1360;
/** Segments without content to open and close a connection. */
const EMPTY_SEGMENTS = 7;

/** Sits before a server, and counts what passes. */
class CountingProxy {
  connections = 0;
  /** Content of TCP in both directions. */
  bytes = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((client) => this.join(client));

  constructor(private readonly target: number) {}

  async listen(): Promise<number> {
    await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening));
    return (this.server.address() as AddressInfo).port;
  }

  /** Ends all connections, as a server does with idle ones. */
  async drop(): Promise<void> {
    for (const socket of this.sockets) socket.end();
    while (this.sockets.size > 0) await settled();
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((closed) => this.server.close(closed));
  }

  /** All bytes on the wire, about: each segment with content is acknowledged by one without. */
  get onTheWire(): number {
    const segments = 2 * Math.ceil(this.bytes / SEGMENT) + EMPTY_SEGMENTS * this.connections;
    return this.bytes + SEGMENT_HEAD * segments;
  }

  private join(client: Socket): void {
    this.connections += 1;
    const server = connect(this.target, '127.0.0.1');
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => this.sockets.delete(from));
      from.on('data', (piece: Buffer) => {
        this.bytes += piece.length;
        to.write(piece);
      });
      from.on('end', () => to.end());
    }
  }
}

/** As many rates as the tax authority has ever announced: a status of several KB. */
function groups(): RateGroup[] {
  const from = (month: number): UtcMs => Date.UTC(2020, month, 1);
  const labels = ['Ђ', 'Е', 'Г', 'А', 'F', 'N', 'P', 'T', 'Ж'];
  return Array.from({ length: 8 }, (_, groupId) => ({
    groupId,
    validFrom: from(groupId),
    rates: labels.map((label) => ({ label, category: `Категорија ${label}`, categoryType: 0 as const, rate: 20 })),
  }));
}

interface Scene {
  readonly clock: HandClock;
  readonly pfr: RemotePfr;
  readonly proxy: CountingProxy;
  readonly statusBytes: number;
}

/** A box's side of a V-PFR behind real TLS, all of whose bytes are counted. */
async function during(use: (scene: Scene) => Promise<void>): Promise<void> {
  const clock = new HandClock(Date.now());
  const server = await FakePfrServer.start({ kind: 'vpfr', now: clock.now, groups: groups() });
  const proxy = new CountingProxy(Number(new URL(server.url).port));
  const port = await proxy.listen();
  const { jid, company, pac } = DEFAULTS;
  const { authority } = server;
  if (authority === undefined) throw new Error('a V-PFR has certificates');
  const { certificate: cert, key } = await authority.client({ jid, company, environment: 'sandbox' });
  const channel = new HttpChannel({
    base: new URL(`https://127.0.0.1:${port}`),
    tls: { ca: authority.pem, client: { cert, key } },
  });
  const pfr = new RemotePfr({
    ...{ mode: 'vpfr', environment: 'sandbox', clock, log: silentLog, mutex: new Mutex(clock), channel },
    ...{
      pac,
      pinForm: 'text',
      timeout: 40_000,
      signingLimit: 60_000,
      lookUpTime: 5000,
      rates: [],
      obstacle: () => undefined,
    },
    storeRates: () => Promise.resolve(true),
    isRecorded: () => Promise.resolve(false),
  });
  const status = server.pfr.handle({ method: 'GET', path: '/api/v3/status', headers: { pac }, body: Buffer.alloc(0) });
  try {
    await use({ clock, pfr, proxy, statusBytes: status.body.length });
  } finally {
    await proxy.close();
    await server.stop();
  }
}

test('a poll costs a whole handshake at first, then a resumed one, and none while the connection stands', async () => {
  await during(async ({ pfr, proxy, statusBytes }) => {
    assert.ok(statusBytes > 4000 && statusBytes < 16_000, `a status of ${statusBytes} bytes`);
    const poll = async (): Promise<{ bytes: number; connections: number }> => {
      const { bytes, connections } = proxy;
      assert.ok(await pfr.refresh());
      return { bytes: proxy.bytes - bytes, connections: proxy.connections - connections };
    };
    const first = await poll();
    const kept = await poll();
    await proxy.drop();
    const resumed = await poll();
    console.log(`status ${statusBytes}; first ${first.bytes}, resumed ${resumed.bytes}, kept ${kept.bytes} bytes`);
    assert.equal([first.connections, kept.connections, resumed.connections], [1, 0, 1]);
    assert.ok(kept.bytes < resumed.bytes && resumed.bytes < first.bytes);
    assert.ok(kept.bytes - statusBytes < 1000, 'little more than the status');
    assert.ok(resumed.bytes - statusBytes < 3000);
  });
});

test('a V-PFR at rest takes at most 300 handshakes a day and 50 MB a month', async () => {
  await during(async ({ clock, pfr, proxy }) => {
    let running: Promise<boolean> | undefined;
    const counted = standIn(pfr, { refresh: () => (running = pfr.refresh()) });
    const poller = new StatusPoller({ current: () => counted, clock, log: silentLog });
    poller.start();
    for (let time = 0; time < DAY_MS; time += STEP_MS) {
      await settled();
      if (running !== undefined) {
        assert.ok(await running);
        // Until the next poll no server keeps it.
        await proxy.drop();
        running = undefined;
      }
      clock.pass(STEP_MS);
    }
    await poller.stop();
    const month = 30 * proxy.onTheWire;
    console.log(`${proxy.connections} handshakes a day, ${(month / MB).toFixed(1)} MB a month`);
    assert.ok(proxy.connections >= 70 && proxy.connections <= 300, `${proxy.connections} handshakes a day`);
    assert.ok(month <= 50 * MB, `${month} bytes a month`);
  });
});

test('so it does when the server takes up no session', async () => {
  await during(async ({ pfr, proxy }) => {
    assert.ok(await pfr.refresh());
    const POLLS_A_DAY = 72;
    const month = 30 * POLLS_A_DAY * proxy.onTheWire;
    console.log(`${(month / MB).toFixed(1)} MB a month with whole handshakes`);
    assert.ok(month <= 50 * MB, `${month} bytes a month`);
  });
});

test.run();
