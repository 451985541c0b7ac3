import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { english } from '../../../src/base/index.js';
import { systemClock } from '../../../src/base/clock.js';
import { silentLog } from '../../../src/base/log.js';
import type { Environment } from '../../../src/contract/fiscal.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { wrongPac } from '../../../src/processors/pfr/accessTexts.js';
import type { ClientTls } from '../../../src/processors/pfr/certificate/store.js';
import { type ProcessorDeps, Processors } from '../../../src/processors/pfr/processors.js';
import { Settings } from '../../../src/shop/settings/settings.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { openLedger } from '../../kit/ledger.js';
import { NO_IDENTITY } from '../../kit/pfr/noIdentity.js';
import { DEFAULTS } from '../../kit/pfr/options.js';
import { FakePfrServer, type ServerOptions } from '../../kit/pfr/server.js';
import { SETTINGS_KEY } from '../../kit/settingsKey.js';

/** The processors of a box, which has no certificate and no card unless they are given. */
class Box {
  readonly settings: Settings;
  readonly processors: Processors;

  constructor(
    readonly ledger: Ledger,
    identity: Partial<ProcessorDeps> = {},
  ) {
    this.settings = new Settings(ledger, '1.0', silentLog, SETTINGS_KEY);
    const { settings } = this;
    const deps = { ledger, settings, clock: systemClock, log: silentLog, ...NO_IDENTITY, ...identity };
    this.processors = new Processors(deps);
  }

  static async open(identity: Partial<ProcessorDeps> = {}): Promise<Box> {
    return new Box(await openLedger(new MemoryDisk()), identity);
  }

  async set(value: unknown): Promise<void> {
    const done = await this.settings.set('pfr.sandbox', value);
    if (!done.ok) throw new Error(english(done.error));
  }
}

/** Runs `use` while a processor with these options is there. */
async function beside(options: ServerOptions, use: (server: FakePfrServer) => Promise<void>): Promise<void> {
  const server = await FakePfrServer.start(options);
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}

test('in demo mode each environment has one simulator for as long as the box runs', async () => {
  const { processors } = await Box.open();
  const demo = processors.of('sandbox');
  assert.equal([demo.mode, demo.environment, demo.status().ok], ['demo', 'sandbox', true]);
  assert.is(processors.of('sandbox'), demo);
  const other = processors.of('production');
  assert.equal([other.mode, other.environment], ['demo', 'production']);
  assert.is(processors.of('production'), other);
});

test('a processor stays while its setting does; its times are those of the setting, or the usual ones', async () => {
  const { processors, ...box } = await Box.open();
  const { settings } = box;
  const set = async (more: object): Promise<void> => {
    const done = await settings.set('pfr.sandbox', { mode: 'lpfr', url: 'http://127.0.0.1:9', ...more });
    assert.ok(done.ok);
  };
  await set({});
  const first = processors.of('sandbox');
  assert.is(processors.of('sandbox'), first);
  assert.equal([first.signingLimit, first.lookUpTime, first.status().address], [60_000, 5_000, 'http://127.0.0.1:9']);
  for (const [more, signingLimit, lookUpTime] of [
    [{ timeout: 60 }, 90_000, 5_000],
    [{ timeout: 10, signingLimit: 100, sellOnAfter: 7 }, 100_000, 7_000],
  ] as const) {
    const before = processors.of('sandbox');
    await set(more);
    const after = processors.of('sandbox');
    assert.is.not(after, before);
    assert.equal([after.signingLimit, after.lookUpTime], [signingLimit, lookUpTime]);
    assert.is(after.mutex, first.mutex, 'a receipt may still be under way at the one before');
  }
  assert.is(processors.of('production').mode, 'demo');
});

test('rates are stored, and known after a restart without the processor', async () => {
  await beside({}, async ({ url }) => {
    const box = await Box.open();
    await box.set({ mode: 'lpfr', url });
    assert.equal(box.processors.of('sandbox').taxLabels(), []);
    assert.ok(await box.processors.of('sandbox').refresh());
    const labels = box.processors.of('sandbox').taxLabels();
    assert.ok(labels.length > 0);

    const restarted = new Box(box.ledger);
    await restarted.set({ mode: 'lpfr', url: 'http://127.0.0.1:9' });
    assert.equal(restarted.processors.of('sandbox').taxLabels(), labels);
  });
});

test('who waits for a processor is told its environment when it answers', async () => {
  await beside({}, async ({ url }) => {
    const box = await Box.open();
    const told: Environment[] = [];
    for (let listener = 0; listener < 2; listener += 1) box.processors.onReached((one) => told.push(one));
    await box.set({ mode: 'lpfr', url });
    await box.processors.of('sandbox').refresh();
    await box.processors.of('sandbox').refresh();
    assert.equal(told, ['sandbox', 'sandbox']);
  });
});

test('after the end nothing is sent any more', async () => {
  await beside({}, async ({ url, pfr }) => {
    const box = await Box.open();
    await box.set({ mode: 'lpfr', url });
    const remote = box.processors.of('sandbox');
    box.processors.stop();
    assert.is(await remote.refresh(), false);
    assert.equal([remote.status().ok, pfr.signed], [false, []]);
  });
});

test('with a certificate file a wrong PAC is that of the certificate; another certificate makes another processor', async () => {
  await beside({ kind: 'vpfr' }, async ({ url, authority }) => {
    if (authority === undefined) throw new Error('a V-PFR has certificates');
    const { jid, company } = DEFAULTS;
    const { certificate: cert, key } = await authority.client({ jid, company, environment: 'sandbox' });
    let tls: ClientTls = { key, cert, ca: authority.pem, url: null };
    const box = await Box.open({ tlsOf: () => tls });
    await box.set({ mode: 'vpfr', url, pac: 'WRONG1' });
    const first = box.processors.of('sandbox');
    await first.refresh();
    assert.equal(first.status().findings, [wrongPac({ mode: 'vpfr', environment: 'sandbox', isByCard: false })]);
    assert.is(box.processors.of('sandbox'), first);
    tls = { ...tls };
    assert.is.not(box.processors.of('sandbox'), first);
    await box.set({ mode: 'vpfr', url, pac: DEFAULTS.pac });
    await box.processors.of('sandbox').refresh();
    assert.ok(box.processors.of('sandbox').status().ok);
  });
});

test.run();
