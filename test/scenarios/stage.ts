import { english, failed } from '../../src/base/index.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Answer, Input, OperationName } from '../../src/interfaces/admin/operations.js';
import { perform } from '../../src/interfaces/admin/perform.js';
import { ALL_PERMISSIONS } from '../../src/interfaces/admin/operation.js';
import { systemClock } from '../../src/base/clock.js';
import type { Disk } from '../../src/base/disk.js';
import type { EventName } from '../../src/base/log.js';
import type { Environment } from '../../src/contract/fiscal.js';
import type { Rule } from '../../src/base/rules.js';
import { adminDepsOf } from '../../src/programs/box/admin.js';
import type { openBox } from '../../src/programs/box/open.js';
import type { UnresolvedIntent } from '../../src/sales/invoicing/reconciliation/openIntents.js';
import type { ManualDecision } from '../../src/sales/invoicing/reconciliation/manualDecision.js';
import type { ChannelRequest } from '../../src/processors/pfr/channel.js';
import { HttpChannel } from '../../src/processors/pfr/http/channel.js';
import type { Invoice } from '../kit/answers.js';
import { type LogLine, TestBox } from '../kit/box.js';
import { type Client, read, readError, type Reply } from '../kit/client.js';
import { cardAuthority } from '../kit/card/cards.js';
import type { HandClock } from '../kit/handClock.js';
import { instead } from '../kit/instead.js';
import type { makePfx } from '../kit/pfr/certificates.js';
import type { ClientOptions, TestAuthority } from '../kit/pfr/certificates.js';
import type { Remembered } from '../kit/pfr/memory.js';
import { DEFAULTS } from '../kit/pfr/options.js';
import { FakePfrServer, type ServerOptions } from '../kit/pfr/server.js';
import { type Call, type JsonObject, routeOf } from '../kit/pfr/wire.js';
import { until } from '../kit/until.js';
import { type Body, body } from '../sales/invoicing/bodies.js';

type BoxOptions = Parameters<typeof openBox>[0];

export interface SceneOptions {
  readonly pfr?: ServerOptions;
  /** Is the PIN given before the scene begins? Yes when left out. */
  readonly isOpen?: boolean;
  /** Does the box live as fast as everybody else? It is 20 times as fast when left out. */
  readonly isSlow?: boolean;
  /** What passes for the box instead of time: it stands until the scene moves it. */
  readonly handClock?: HandClock;
  /** By how much the timers of the box are early, ms of its time: those of Node are so by up to 1. */
  readonly early?: number;
  /** What the box keeps its data on; the real one when left out. */
  readonly disk?: Disk;
  /** What vouches for the clock of the box; a time server when left out. */
  readonly machine?: NonNullable<BoxOptions['machine']>;
  /** By how much the clock of the box is wrong from the beginning, ms. */
  readonly clockOffset?: number;
  /** The active environment, which is that of the L-PFR, too; the sandbox when left out. */
  readonly environment?: Environment;
  /** Readers of the box; a V-PFR is spoken to with the key of the card in one. An L-PFR has its card to itself. */
  readonly readers?: NonNullable<BoxOptions['readers']>;
  /** Speaks TLS with that key; the one of the process when left out. */
  readonly tlsThread?: NonNullable<BoxOptions['tlsThread']>;
  /** What is set beside mode, address and PAC. */
  readonly setting?: Body;
}

/** Pauses of the box are this many times as short; its sockets live in real time. */
const SPEED = 20;
function fast(early: number): NonNullable<BoxOptions['passing']> {
  return {
    monotonic: () => systemClock.monotonic() * SPEED,
    sleep: (ms, signal) => systemClock.sleep(Math.max(0, ms - early) / SPEED, signal),
  };
}

const DAY_MS = 86_400_000;
/** Between two looks at a condition, ms. */
const BETWEEN = 15;

/** A shop: a real box, the processor that it is set to, and a till that calls its API. */
export class Stage {
  /** Everything that the processors were asked, over restarts. */
  readonly asked: Call[] = [];
  private readonly all: FakePfrServer[] = [];
  /** What the portal of the tax authority shows: everything that was signed. */
  private readonly portal: Remembered[] = [];
  private till: Client | undefined;
  private limitWaits = (): void => undefined;

  private constructor(
    readonly box: TestBox,
    private readonly options: SceneOptions,
  ) {}

  static async open(options: SceneOptions): Promise<Stage> {
    const { isSlow = false, early = 0, handClock, disk, machine, clockOffset } = options;
    const passing = handClock && { monotonic: handClock.monotonic, sleep: handClock.sleep };
    const box = await TestBox.start({
      ...(!isSlow && { passing: passing ?? fast(early) }),
      ...(disk !== undefined && { disk }),
      ...(machine !== undefined && { machine }),
      ...(clockOffset !== undefined && { clockOffset }),
      ...(options.readers !== undefined && { readers: options.readers }),
      ...(options.tlsThread !== undefined && { tlsThread: options.tlsThread }),
    });
    return new Stage(box, options);
  }

  /** The processor that the shop began with. */
  get pfr(): FakePfrServer {
    const [first] = this.all;
    if (first === undefined) throw new Error('there is no processor');
    return first;
  }

  private get environment(): Environment {
    return this.options.environment ?? 'sandbox';
  }

  get client(): Client {
    if (this.till === undefined) throw new Error('the till has no key');
    return this.till;
  }

  /** Sets the box up with its processor. */
  async setUp(): Promise<void> {
    const { environment } = this;
    const usesCard = this.options.readers !== undefined && this.options.pfr?.kind === 'vpfr';
    const { pfr } = this.options;
    const tls = usesCard ? { tls: { authority: await cardAuthority(), ...pfr?.tls } } : {};
    await this.newProcessor({ environment, ...pfr, ...tls });
    await this.useNewKey();
    if (this.pfr.pfr.options.kind === 'lpfr') await this.useLpfr(this.pfr);
    else if (usesCard) await this.useCard();
    else await this.useVpfr();
    if (environment !== 'sandbox') await this.box.set('environment', environment);
    if (this.options.isOpen !== false) this.pfr.pfr.card.isOpen = true;
  }

  /** From now on the till has another key. */
  async useNewKey(): Promise<void> {
    this.till = await this.box.client();
  }

  async tearDown(): Promise<void> {
    this.limitWaits();
    for (const server of this.all) server.release();
    await this.box.stop();
    for (const server of this.all) await server.stop();
  }

  async newProcessor(options: ServerOptions = {}): Promise<FakePfrServer> {
    const server = await FakePfrServer.start({
      now: this.box.now,
      memory: { load: () => [], keep: (receipt) => void this.portal.push(receipt) },
      onCall: ({ request }) => this.asked.push(routeOf(request, options.prefix ?? '')?.call ?? 'attention'),
      ...options,
    });
    this.all.push(server);
    return server;
  }

  useLpfr({ url }: FakePfrServer, setting: Body = {}): Promise<void> {
    return this.box.set(`pfr.${this.environment}`, {
      mode: 'lpfr',
      url,
      timeout: 1,
      signingLimit: 1,
      // Buyers of a scene come when the scene says so.
      settlingSale: false,
      ...this.options.setting,
      ...setting,
    });
  }

  /** Installs a certificate and the trust in the server, and sets the address. */
  async useVpfr(certificate: Partial<ClientOptions> = {}): Promise<void> {
    const authority = await this.trustVpfr();
    const { jid, company } = DEFAULTS;
    await this.install(await authority.client({ jid, company, environment: 'sandbox', ...certificate }));
    await this.setVpfr();
  }

  /** The V-PFR is spoken to with the key of the card. */
  async useCard(): Promise<void> {
    await this.trustVpfr();
    await this.setVpfr({ key: 'card' });
  }

  private async trustVpfr(): Promise<TestAuthority> {
    const { authority } = this.pfr;
    if (authority === undefined) throw new Error('the processor has no certificates');
    await this.admin('certificate.trust', { environment: 'sandbox', bundle: base64(authority.pem) });
    return authority;
  }

  setVpfr(setting: Body = {}): Promise<void> {
    const { url } = this.pfr;
    return this.box.set('pfr.sandbox', {
      ...{ mode: 'vpfr', url, pac: DEFAULTS.pac, timeout: 1, signingLimit: 1, settlingSale: false },
      ...this.options.setting,
      ...setting,
    });
  }

  async install({ certificate, key }: Parameters<typeof makePfx>[0]): Promise<void> {
    await this.admin('certificate.install', { environment: 'sandbox', certificate, key, chain: [] });
  }

  /** What a command of the operator does. */
  async admin<N extends OperationName>(name: N, ask: Input<N>): Promise<Answer<N>> {
    const done = await perform(adminDepsOf(this.box.parts), ALL_PERMISSIONS, name, ask);
    if (!done.ok) throw new Error(english(done.error));
    return done.value;
  }

  /**
   * From now on the box gives up no answer of a processor, since that takes real time: a busy machine may need more.
   */
  waitWithoutEnd(): void {
    this.limitWaits = instead(HttpChannel.prototype, 'exchange', (_, original, [request]) =>
      original({ ...(request as ChannelRequest), timeout: DAY_MS }),
    );
  }

  /** From now on the status of the processor stays what it is, but for these members. */
  tell(change: JsonObject): void {
    const request = { method: 'GET', path: '/api/v3/status', headers: { pac: DEFAULTS.pac }, body: Buffer.alloc(0) };
    const told = JSON.parse(this.pfr.pfr.handle(request).body.toString()) as JsonObject;
    const body = JSON.stringify({ ...told, ...change });
    this.pfr.faults.add({ fault: 'answer', on: 'status', signs: false, status: 200, body, standing: true });
  }

  /** Asks for 300,00 RSD in cash, or what `change` makes of it. */
  sell(change: Body = {}, key?: string): Promise<Reply> {
    return this.client.post('/invoices', body(change), key === undefined ? {} : { 'Idempotency-Key': key });
  }

  /** A receipt that was issued now. */
  async sold(change?: Body, key?: string): Promise<Invoice> {
    return read('Invoice', 201, await this.sell(change, key));
  }

  /** The next buyer is served, whatever is still open. */
  sellsOn(): Promise<Invoice> {
    return this.sold({ cashier: 'Мира' });
  }

  /** Serves buyers until the numbers of their receipts have told enough. */
  sellsOnUntil(what: string, holds: () => boolean): Promise<void> {
    return this.until(what, async () => {
      await this.sellsOn();
      return holds();
    });
  }

  /** The answer to a repeat: what was issued before. */
  async replayed(change?: Body, key?: string): Promise<Invoice> {
    const reply = await this.sell(change, key);
    assert.is(reply.headers['idempotency-replayed'], 'true');
    return read('Invoice', 200, reply);
  }

  /** The Serbian message of a `pfr_error`. */
  async refused(change?: Body, key?: string): Promise<string> {
    return refusalOf(await this.sell(change, key));
  }

  /** Calls a route below a receipt, such as `refund`. */
  follow(uuid: string, operation: string, asked: Body = {}, key?: string): Promise<Reply> {
    const headers = key === undefined ? {} : { 'Idempotency-Key': key };
    return this.client.post(`/invoices/${uuid}/${operation}`, asked, headers);
  }

  async status() {
    return read('Status', 200, await this.client.get('/status'));
  }

  /** What the doctor finds about the processor, as `warning: …`. */
  async complaints(): Promise<string[]> {
    const checks = await this.admin('doctor', {});
    const about = checks.filter(({ name }) =>
      ['pfr', 'settling', 'lost-answers', 'sold-twice', 'numbers', 'labels', 'pfr-certificate'].includes(name),
    );
    return about.flatMap(({ state, found, action }) =>
      state === 'ok' ? [] : [`${state}: ${found.sr} ${action?.sr ?? ''}`.trim()],
    );
  }

  /** Waits until the doctor finds this. */
  complains(what: RegExp): Promise<void> {
    return this.until(`a complaint like ${what}`, async () => (await this.complaints()).some((one) => what.test(one)));
  }

  /** Numbers of all receipts in the ledger, the newest first. */
  async numbers(): Promise<string[]> {
    const { invoices } = read('InvoiceList', 200, await this.client.get('/invoices'));
    return invoices.map(({ pfr }) => pfr.invoiceNumber);
  }

  get unsettled(): UnresolvedIntent[] {
    return this.box.parts.invoicing.reconciliation.unresolved(this.environment);
  }

  /** The verification link of a receipt, as a person finds it on the portal. */
  linkOf(number: string | undefined): string {
    const found = this.portal.find(({ invoiceNumber }) => invoiceNumber === number);
    if (found === undefined) throw new Error(`the portal has no receipt ${number ?? ''}`);
    return found.answer['verificationUrl'] as string;
  }

  /** What `kasirbox pfr settle` does with the oldest receipt that is open. */
  async decide(
    verdict: ManualDecision,
  ): Promise<{ readonly ok: true } | { readonly ok: false; readonly error: string }> {
    const [open] = this.unsettled;
    if (open === undefined) throw new Error('nothing is open');
    const decided = await this.box.parts.invoicing.reconciliation.decide(open.intent.requestId, verdict);
    return decided.ok ? { ok: true } : failed(english(decided.error));
  }

  /** Hands the PIN over as `kasirbox pfr pin` does; the English complaint, or nothing. */
  async enterPin(pin: string): Promise<string> {
    const entered = await this.box.parts.processors.active.enterPin(pin);
    return entered.ok ? '' : entered.error.en;
  }

  logged(name: EventName): LogLine[] {
    return this.box.log.filter(({ event }) => event === name);
  }

  /** Waits until something holds. */
  until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    return until(what, holds, () => systemClock.sleep(BETWEEN));
  }

  /** Waits for a receipt whose answer does not come. */
  hanging(): Promise<void> {
    return this.until('a call hangs', () => this.all.some(({ hangingCalls }) => hangingCalls > 0));
  }

  settled(): Promise<void> {
    return this.until('nothing is open', () => this.unsettled.length === 0);
  }

  /** Waits until the numbers cannot tell the end of an order, so that a person must. */
  doubted(): Promise<void> {
    return this.until('a person is asked', () => this.unsettled.some(({ state }) => state === 'doubt'));
  }

  /** Waits until the numbers prove that an order was signed whose receipt cannot be had; gives its number. */
  async signedButMissing(): Promise<string> {
    const find = () => this.unsettled.find(({ state }) => state === 'notHeld')?.number ?? undefined;
    await this.until('a number is all that is known of a receipt', () => find() !== undefined);
    return find() ?? '';
  }

  /** Ends what is open as a person does who finds its receipt on the portal. */
  async findOnPortal(number: string | undefined): Promise<void> {
    const decided = await this.decide({ signed: true, link: this.linkOf(number), reason: 'нађен на порталу' });
    assert.equal(decided, { ok: true });
  }

  async restart(between?: () => void | Promise<void>): Promise<void> {
    await this.box.restart(between);
    this.till = await this.box.client();
  }

  /** Receipts that were signed for this shop, by what the processors themselves know. */
  get signed(): string[] {
    const receipts = this.all.flatMap(({ pfr }) => pfr.signed);
    return receipts.flatMap(({ requestId, invoiceNumber }) =>
      requestId.startsWith('foreign-') ? [] : [invoiceNumber],
    );
  }
}

/**
 * One scenario. However it goes, the books must be right in the end: what the processors have signed for this shop is
 * in the ledger, once, and nothing else; only a receipt that is still open may be missing.
 */
export function scene(name: string, act: (stage: Stage) => Promise<void>, options: SceneOptions = {}): void {
  test(name, async () => {
    const stage = await Stage.open(options);
    try {
      await stage.setUp();
      await act(stage);
      await stage.box.set('environment', options.environment ?? 'sandbox');
      const [signed, recorded] = [stage.signed, await stage.numbers()];
      const missing = signed.filter((number) => !recorded.includes(number));
      assert.ok(missing.length <= stage.unsettled.length, `signed, but not in the ledger: ${missing.join()}`);
      assert.is(new Set(recorded).size, recorded.length, 'one receipt is twice in the ledger');
    } finally {
      await stage.tearDown();
    }
  });
  test.run();
}

/** The message of a `pfr_error`, which names this rule. */
export function refusalOf(reply: Reply, named?: Rule): string {
  const { code, message, rule } = readError(409, reply);
  assert.is(code, 'pfr_error');
  if (named !== undefined) assert.is(rule, named, message);
  return message;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
