import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { noCertificate } from '../../../src/processors/pfr/accessTexts.js';
import { unreached } from '../../../src/processors/pfr/pfrTexts.js';
import { PIN_TEXTS } from '../../../src/processors/pfr/pinEntry.js';
import { refusalText } from '../../../src/processors/pfr/wire/pfrCodes.js';
import { LOST, ProcessorPair, UNSENT } from './processorPair.js';

const PIN = '1234';
const OTHER = '9999';

/** A processor whose card waits for its PIN. */
async function waiting(): Promise<ProcessorPair> {
  const pair = new ProcessorPair({ pin: PIN });
  await pair.pfr.refresh();
  assert.equal(
    pair.pfr.status().findings.map(({ code }) => code),
    ['1500'],
  );
  pair.asked.splice(0);
  return pair;
}

test('the right PIN is sent once; then the state is read, and receipts can be issued', async () => {
  const pair = await waiting();
  assert.equal(await pair.pfr.enterPin(PIN), { ok: true, value: undefined });
  assert.equal(pair.asked, ['/api/v3/pin', '/api/v3/status']);
  assert.ok(pair.pfr.status().ok);
  assert.equal([pair.logged, pair.fields], [['pfr.pin'], [{ environment: 'sandbox', ok: true, codes: '' }]]);
  assert.not(pair.pfr.mutex.isBusy);
});

test('a wrong PIN is refused by its code and not sent again; the state is read, since it may have locked the card', async () => {
  const pair = await waiting();
  assert.equal(await pair.pfr.enterPin(OTHER), { ok: false, error: refusalText(['2100'], null) });
  assert.equal(pair.asked, ['/api/v3/pin', '/api/v3/status']);
  assert.not(pair.pfr.status().ok);
  assert.equal(pair.fields, [{ environment: 'sandbox', ok: false, codes: '2100' }]);
});

for (const [what, end, error] of [
  ['was lost on its way', LOST, PIN_TEXTS.unknown],
  ['could not be sent', UNSENT, unreached({ cause: 'refused', detail: 'ECONNREFUSED' }, 'lpfr').found],
] as const) {
  test(`a PIN that ${what} is not sent again, and nothing else is asked`, async () => {
    const pair = await waiting();
    pair.end = end;
    assert.equal(await pair.pfr.enterPin(PIN), { ok: false, error });
    assert.equal([pair.asked, pair.logged], [['/api/v3/pin'], []]);
    assert.equal(
      pair.pfr.status().findings.map(({ code }) => code),
      ['1500'],
      'what was known of the card stays',
    );
  });
}

test('a V-PFR gets no PIN: it has no card', async () => {
  const pair = new ProcessorPair({ kind: 'vpfr' });
  assert.equal(await pair.pfr.enterPin(PIN), { ok: false, error: PIN_TEXTS.none });
  assert.equal(pair.asked, []);
});

test('while the box itself is not ready no PIN is sent', async () => {
  const pair = await waiting();
  pair.obstacle = noCertificate('sandbox');
  assert.equal(await pair.pfr.enterPin(PIN), { ok: false, error: pair.obstacle.found });
  assert.equal(pair.asked, []);
});

test('while a receipt is under way a PIN waits as long as an answer may take, and is then not sent, also not later', async () => {
  const pair = await waiting();
  const release = await pair.pfr.mutex.acquire(0);
  const entered = pair.pfr.enterPin(PIN);
  pair.clock.pass(1000);
  assert.equal(await entered, { ok: false, error: PIN_TEXTS.busy });
  release?.();
  assert.not(pair.pfr.mutex.isBusy);
  assert.equal(pair.asked, []);
});

test.run();
