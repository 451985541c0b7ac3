import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Environment } from '../../../src/contract/fiscal.js';
import type { LogFields } from '../../../src/base/log.js';
import { drawLink } from '../../../src/platform/pictures/drawing.js';
import { Acceptance } from '../../../src/processors/pfr/acceptance.js';
import { misleadingLink, wrongEnvironment } from '../../../src/processors/pfr/pfrTexts.js';
import { ProcessorState } from '../../../src/processors/pfr/processorState.js';
import { QuirkLog } from '../../../src/processors/pfr/wire/quirks.js';
import { readReceipt } from '../../../src/processors/pfr/wire/receipt.js';
import { readStatus } from '../../../src/processors/pfr/wire/status.js';
import { HandClock } from '../../kit/handClock.js';
import { JID, resultOf, sale, SIGNED_AT, signRequest, type WireObject } from './wire/answers.js';

const NUMBER = `${JID}-${JID}-11389`;
const BEFORE = `${JID}-${JID}-11388`;

/** What accepts the receipts of a processor that is ready, and what it has left behind. */
class Scene {
  readonly state: ProcessorState;
  readonly logged: [event: string, fields: LogFields | undefined][] = [];
  readonly acceptance: Acceptance;
  isRecorded = false;

  constructor(private readonly environment: Environment = 'sandbox') {
    const clock = new HandClock();
    this.state = new ProcessorState(environment, clock);
    const status = readStatus({ uid: JID, lastInvoiceNumber: BEFORE, gsc: [] });
    if (status !== undefined) this.state.applyStatus(status);
    const log = (event: string, fields?: LogFields): void => void this.logged.push([event, fields]);
    const isRecorded = (): Promise<boolean> => Promise.resolve(this.isRecorded);
    const quirkLog = new QuirkLog({ clock, log, environment });
    this.acceptance = new Acceptance({ mode: 'lpfr', environment, log, isRecorded }, this.state, quirkLog);
  }

  /** The usual receipt with some members changed. */
  async accept(change: WireObject = {}) {
    const verificationUrl = this.linkTo(this.environment === 'sandbox' ? 'sandbox.suf.purs.gov.rs' : 'suf.purs.gov.rs');
    const receipt = readReceipt({ ...resultOf(sale()), verificationUrl, verificationQRCode: null, ...change });
    if (!receipt.ok) throw new Error(receipt.error);
    return this.acceptance.accept(receipt.value, signRequest());
  }

  linkTo(host: string): string {
    return String(resultOf(sale())['verificationUrl']).replace('sandbox.suf.purs.gov.rs', host);
  }
}

test('an accepted receipt is the last one of its processor, and its journal stays what was sent', async () => {
  const scene = new Scene();
  const accepted = await scene.accept();
  assert.ok(accepted.ok);
  assert.is(accepted.value.journal, resultOf(sale())['journal']);
  assert.equal([scene.state.counterBaseline.lastNumber, scene.state.counterBaseline.time], [NUMBER, SIGNED_AT]);
  assert.equal([scene.acceptance.quirks, scene.logged], [[], []]);
});

test('a journal that was not sent, or cannot be used, is composed from what was signed', async () => {
  const whole = await new Scene().accept();
  assert.ok(whole.ok);
  for (const [journal, quirk] of [
    [null, 'journalMissing'],
    ['Хлеб'.repeat(5000), 'journalTooLong'],
  ] as const) {
    const scene = new Scene();
    const accepted = await scene.accept({ journal });
    assert.ok(accepted.ok);
    const { journal: text, ...signed } = accepted.value;
    const { journal: _, ...expected } = whole.value;
    assert.equal(signed, expected);
    for (const part of ['Хлеб', 'Кифла', NUMBER, '8652/11389ПП', '123/1.0']) assert.ok(text.includes(part), part);
    assert.equal(scene.acceptance.quirks, [quirk]);
  }
});

test('a receipt with English letters in its counter is accepted, and logged', async () => {
  const scene = new Scene();
  const letters = { invoiceCounter: '8652/11389NS', invoiceCounterExtension: 'NS' };
  const accepted = await scene.accept(letters);
  assert.is(accepted.ok && accepted.value.invoiceCounter, '8652/11389NS');
  assert.equal(scene.logged, [['pfr.language', { environment: 'sandbox', number: NUMBER }]]);
});

test('in production an odd link is stored as the plain one, with a picture of that', async () => {
  const scene = new Scene('production');
  const plain = scene.linkTo('suf.purs.gov.rs');
  const verificationUrl = plain.replace('https://', 'HTTPS://user@');
  const verificationQRCode = drawLink(verificationUrl).toString('base64');
  const accepted = await scene.accept({ verificationUrl, verificationQRCode });
  assert.ok(accepted.ok);
  assert.is(accepted.value.verificationUrl, plain);
  assert.is(accepted.value.verificationQRCode, drawLink(plain).toString('base64'));
  assert.equal(scene.acceptance.quirks, ['link', 'picture']);
});

test('a receipt that is not accepted leaves no trace of itself, whatever else it shows of its processor', async () => {
  const production = new Scene('production');
  const damaged = production.linkTo('suf.purs.gov.rs').replace('vl=A', 'vl=B');
  const odd = { businessName: 'odd\u0007', invoiceCounter: '8652/11389NS' };
  for (const [environment, change, error, wrong] of [
    ['production', { verificationUrl: damaged }, 'md5', undefined],
    ['production', { totalAmount: 1 }, 'amount', undefined],
    [
      'production',
      { verificationUrl: production.linkTo('evil.example') },
      'link leads to evil.example',
      misleadingLink('evil.example'),
    ],
    [
      'production',
      { verificationUrl: production.linkTo('sandbox.suf.purs.gov.rs') },
      'signed in sandbox',
      wrongEnvironment('production'),
    ],
    [
      'sandbox',
      { verificationUrl: production.linkTo('suf.purs.gov.rs') },
      'signed in production',
      wrongEnvironment('sandbox'),
    ],
  ] as const) {
    const scene = new Scene(environment);
    assert.equal(await scene.accept({ ...odd, ...change }), { ok: false, error });
    assert.equal(scene.state.unusable, wrong, error);
    assert.equal([scene.state.counterBaseline.lastNumber, scene.state.counterBaseline.time], [BEFORE, null], error);
    assert.equal([scene.acceptance.quirks, scene.logged], [[], []], error);
  }
});

test('a receipt that the ledger has is no answer to another request, and leaves no trace', async () => {
  const scene = new Scene();
  scene.isRecorded = true;
  assert.equal(await scene.accept({ journal: null }), { ok: false, error: 'recorded before' });
  assert.is(scene.state.counterBaseline.lastNumber, BEFORE);
  assert.equal([scene.acceptance.quirks, scene.logged, scene.state.unusable], [[], [], undefined]);
});

test.run();
