import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Channel, ChannelRequest } from '../../src/pfr/channel.js';
import { Lane } from '../../src/pfr/lane.js';
import type { SignRequest } from '../../src/pfr/port.js';
import { RemotePfr } from '../../src/pfr/remote.js';
import type { TaxRateGroup } from '../../src/pfr/wire/rates.js';
import { HandClock } from '../kit/handClock.js';
import { FakePfr } from '../kit/pfr/core.js';
import { DEFAULTS, type FakePfrOptions } from '../kit/pfr/options.js';
import { draft, line } from '../receipt/drafts.js';

const HOUR_MS = 60 * 60 * 1000;

/** A processor without sockets, and the box's side of it, on a clock that is moved by hand. */
class Desk {
  readonly clock = new HandClock();
  readonly fake: FakePfr;
  readonly pfr: RemotePfr;
  /** Paths that were asked for. */
  readonly asked: string[] = [];
  readonly logged: string[] = [];
  readonly kept: (readonly TaxRateGroup[])[] = [];
  /** Makes something else of an answer. */
  edit: (text: string, request: ChannelRequest) => string = (text) => text;
  isRecorded = (): Promise<boolean> => Promise.resolve(false);

  constructor(options: Partial<FakePfrOptions> = {}) {
    const { clock } = this;
    this.fake = new FakePfr({ now: clock.now, pin: null, ...options });
    const channel: Channel = { exchange: async (request) => this.exchange(request) };
    this.pfr = new RemotePfr({
      ...{ mode: this.fake.options.kind, environment: 'sandbox', lane: new Lane(clock), clock, channel },
      ...{ pac: DEFAULTS.pac, pinForm: 'text', timeout: 1000, signingLimit: 1000, rates: [] },
      log: (event) => this.logged.push(event),
      keepRates: async (groups) => void this.kept.push(groups),
      isRecorded: () => this.isRecorded(),
      obstacle: () => undefined,
    });
  }

  private exchange(request: ChannelRequest) {
    const { method, path, body = Buffer.alloc(0) } = request;
    this.asked.push(path);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const reply = this.fake.handle({ method, path, headers, body });
    const edited = Buffer.from(this.edit(reply.body.toString(), request));
    return { kind: 'answered' as const, status: reply.status, body: edited };
  }

  async request(): Promise<SignRequest> {
    const ready = await this.pfr.ready();
    if (ready.kind === 'refused') throw new Error(ready.message);
    const bread = draft('Normal', 'Sale', [line('Хлеб', 'Ђ', 100)]);
    const { witness } = ready;
    return { requestId: 'a'.repeat(32), draft: bread, taxLabels: [], esirNumber: '123/1.0', witness };
  }

  rate(): number | undefined {
    return this.pfr.taxLabels().find(({ label }) => label === 'Ђ')?.rate;
  }
}

test('a look at the state is believed for 15 s; then there is another before the next receipt', async () => {
  const desk = new Desk();
  await desk.request();
  desk.clock.pass(15_000);
  await desk.request();
  assert.is(desk.asked.length, 1);
  desk.clock.pass(1);
  desk.fake.change({ card: 'OTHER777' });
  assert.is((await desk.request()).witness.uid, 'OTHER777');
});

test('rates that change with every look hold at once, and are kept at most once an hour', async () => {
  const desk = new Desk();
  let rate = 20;
  desk.edit = (text) => text.replaceAll(/"rate":20\b/g, `"rate":${rate}`);
  for (; rate < 26; rate += 1) {
    await desk.pfr.refresh();
    assert.is(desk.rate(), rate);
    desk.clock.pass(10_000);
  }
  assert.is(desk.kept.length, 1);

  desk.clock.pass(HOUR_MS);
  await desk.pfr.refresh();
  await desk.pfr.refresh();
  assert.is(desk.kept.length, 2);
  assert.match(JSON.stringify(desk.kept[1]), '"rate":26');
});

test('rates that stay as they are are kept once', async () => {
  const desk = new Desk();
  for (let look = 0; look < 3; look += 1) {
    await desk.pfr.refresh();
    desk.clock.pass(HOUR_MS);
  }
  assert.is(desk.kept.length, 1);
});

test('rates beyond 64 KiB hold, and are not kept', async () => {
  const desk = new Desk();
  const old = Array.from({ length: 49 }, (_, groupId) => ({
    ...{ groupId: 1000 + groupId, validFrom: '2020-01-01T00:00:00Z' },
    taxCategories: Array.from({ length: 20 }, () => ({
      ...{ name: 'x'.repeat(100), categoryType: 0, orderId: 1 },
      taxRates: [{ label: 'A', rate: 1 }],
    })),
  }));
  desk.edit = (text) => JSON.stringify({ ...(JSON.parse(text) as object), allTaxRates: old });
  await desk.pfr.refresh();
  assert.is(desk.rate(), 20);
  assert.equal(desk.kept, []);
});

test('a record that cannot be read while an answer is checked leaves the end open, of the call and of look-ups', async () => {
  const desk = new Desk();
  const request = await desk.request();
  desk.isRecorded = () => Promise.reject(new Error('record 7 cannot be read'));
  const { kind, ...signed } = await desk.pfr.sign(request);
  assert.equal([kind, 'hasAnswered' in signed && signed.hasAnswered], ['unknown', true]);
  assert.is((await desk.pfr.find(request)).kind, 'unknown');
  assert.equal(desk.logged, ['pfr.unreadable', 'pfr.unreadable']);

  desk.isRecorded = () => Promise.resolve(false);
  assert.is((await desk.pfr.find(request)).kind, 'signed');
});

test('a receipt of another card is found only when the processor names that card, and it as its last', async () => {
  const desk = new Desk();
  const request = await desk.request();
  desk.fake.change({ card: 'OTHER777' });
  assert.is((await desk.pfr.sign(request)).kind, 'unknown');
  desk.edit = (text, { path }) => (path.endsWith('/status') ? text.replace('OTHER777-OTHER777-1', '') : text);
  assert.is((await desk.pfr.find(request)).kind, 'foreign', 'it names no receipt');
  desk.edit = (text, { path }) => (path.endsWith('/status') ? text.replace('"uid":"OTHER777"', '"uid":""') : text);
  assert.is((await desk.pfr.find(request)).kind, 'foreign', 'it names no card');
  desk.edit = (text) => text;
  const found = await desk.pfr.find(request);
  assert.is(found.kind === 'signed' && found.signature.invoiceNumber, 'OTHER777-OTHER777-1');
});

test('a V-PFR signs with the element of the certificate and no other, whatever it names', async () => {
  const desk = new Desk({ kind: 'vpfr' });
  const request = await desk.request();
  desk.fake.change({ card: 'OTHER777' });
  assert.is((await desk.pfr.sign(request)).kind, 'unknown');
  const lastInvoiceNumber = 'OTHER777-FAKESEO0-1';
  desk.edit = (text, { path }) =>
    path.endsWith('/status') ? JSON.stringify({ ...(JSON.parse(text) as object), lastInvoiceNumber }) : text;
  assert.is((await desk.pfr.find(request)).kind, 'foreign');
});

test.run();
