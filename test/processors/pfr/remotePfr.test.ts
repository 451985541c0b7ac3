import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { settled } from '../../kit/handClock.js';
import { wrongPac } from '../../../src/processors/pfr/accessTexts.js';
import { PFR_REFUSALS, serverFailed, UNREADABLE } from '../../../src/processors/pfr/pfrTexts.js';
import { refusalBy } from '../../../src/processors/pfr/refusals.js';
import { LOST, ProcessorPair } from './processorPair.js';

const HOUR_MS = 60 * 60 * 1000;

test('a status is used for 15 s; then it is read again before the next receipt', async () => {
  const pair = new ProcessorPair();
  await pair.request();
  pair.clock.pass(15_000);
  await pair.request();
  assert.is(pair.asked.length, 1);
  pair.clock.pass(1);
  pair.fake.change({ card: 'OTHER777' });
  assert.is((await pair.request()).counterBaseline.uid, 'OTHER777');
});

test('that of a V-PFR is used for 30 minutes: it has no card, and a sale tells soon enough what is wrong', async () => {
  const pair = new ProcessorPair({ kind: 'vpfr' });
  await pair.request();
  pair.clock.pass(30 * 60_000);
  const request = await pair.request();
  assert.is(pair.asked.length, 1);
  assert.is((await pair.pfr.sign(request)).kind, 'signed');
  await pair.request();
  assert.is(pair.asked.length, 2);
  pair.clock.pass(1);
  await pair.request();
  assert.is(pair.asked.length, 3);
});

test('after a receipt that was refused or lost, the status of a V-PFR is read before the next one', async () => {
  const pair = new ProcessorPair({ kind: 'vpfr' });
  const request = await pair.request();
  for (const status of [403, 302, 500]) {
    [pair.status, pair.edit] = [status, () => ''];
    assert.is.not((await pair.pfr.sign(request)).kind, 'signed');
    [pair.status, pair.edit] = [undefined, (text) => text];
    const before = pair.asked.length;
    await pair.request();
    assert.is(pair.asked.length, before + 1, String(status));
  }
});

test('after a look-up without an answer the status is read before the next receipt', async () => {
  const pair = new ProcessorPair();
  const request = await pair.request();
  pair.end = LOST;
  assert.is((await pair.pfr.find(request)).kind, 'unknown');
  pair.end = undefined;
  pair.asked.splice(0);
  assert.is((await pair.pfr.ready()).kind, 'ready');
  assert.ok(pair.asked.some((path) => path.endsWith('/status')));
});

test('a refusal asks for nothing by itself: the state is read when it is explained, with the processor held', async () => {
  const pair = new ProcessorPair();
  const request = await pair.request();
  pair.fake.change('card-out');
  const before = pair.asked.length;
  const outcome = await pair.pfr.sign(request);
  assert.ok(outcome.kind === 'refused' && outcome.code !== null);
  assert.is(pair.asked.length, before + 1);
  const explained = await pair.pfr.explain(outcome);
  assert.equal([pair.asked.at(-1), pair.asked.length], ['/api/v3/status', before + 2]);
  assert.is(explained.about, undefined, 'its card is out');
  assert.is(pair.pfr.status().ok, false);
});

test('only a success that cannot be read may hide a receipt: any other unclear answer is as good as none', async () => {
  const pair = new ProcessorPair();
  const request = await pair.request();
  for (const [status, text, hasAnswered] of [
    [200, '', true],
    [201, '{}', true],
    [300, '', false],
    [302, '', false],
    [404, '<h1>Not Found</h1>', false],
    [500, '{"message":"An error has occurred."}', false],
    [503, '', false],
    [500, '{"verificationUrl":"https://suf.purs.gov.rs/v/?vl="}', true],
  ] as const) {
    [pair.status, pair.edit] = [status, () => text];
    const outcome = await pair.pfr.sign(request);
    assert.equal(outcome.kind === 'unknown' && outcome.hasAnswered, hasAnswered, `${status} ${text}`);
  }
});

test('a V-PFR that denies access has refused, and is not ready; a server error that says the same proves nothing', async () => {
  const wrong = wrongPac({ mode: 'vpfr', environment: 'sandbox' });
  for (const [status, expected, findings] of [
    [403, refusalBy(wrong), [wrong]],
    [400, refusalBy(wrong), [wrong]],
    [500, { kind: 'unknown', hasAnswered: false, message: PFR_REFUSALS.unknown.message }, []],
  ] as const) {
    const pair = new ProcessorPair({ kind: 'vpfr' });
    const request = await pair.request();
    [pair.status, pair.edit] = [status, () => '{"Message":"Invalid PAC value."}'];
    assert.equal(await pair.pfr.sign(request), expected, String(status));
    assert.equal([pair.pfr.status().findings, pair.asked.length], [findings, 2], String(status));
    const logged = { environment: 'sandbox', pfrRequest: request.requestId, cause: 'HTTP 500 error' };
    assert.equal([pair.logged, pair.fields], status === 500 ? [['pfr.unclear'], [logged]] : [[], []]);
  }
});

test('a lost answer is logged with its cause, and tells nothing of the processor', async () => {
  const pair = new ProcessorPair();
  const request = await pair.request();
  pair.end = LOST;
  const { message } = PFR_REFUSALS.unknown;
  assert.equal(await pair.pfr.sign(request), { kind: 'unknown', hasAnswered: false, message });
  const logged = { environment: 'sandbox', pfrRequest: request.requestId, cause: 'timeout ETIMEDOUT' };
  assert.equal([pair.logged, pair.fields, pair.pfr.reach], [['pfr.unclear'], [logged], 'answers']);
});

test('what a page says is shown to nobody, whoever sends it', async () => {
  const page = '<html><title>403 - Forbidden</title><h1>Forbidden <b>by</b> the firewall</h1></html>';
  for (const kind of ['lpfr', 'vpfr'] as const) {
    for (const status of [200, 302, 400, 401, 403, 404, 405, 500, 502, 503]) {
      for (const body of [page, JSON.stringify(page), JSON.stringify({ Message: page }), page.slice(0, -9)]) {
        const pair = new ProcessorPair({ kind });
        const request = await pair.request();
        [pair.status, pair.edit] = [status, () => body];
        const outcome = await pair.pfr.sign(request);
        await pair.pfr.refresh();
        const found = await pair.pfr.find(request);
        const shown = JSON.stringify([outcome, found, pair.pfr.status().findings]);
        assert.not.match(shown, /Forbidden|firewall|[<>]/, `${kind} ${status} ${body}`);
        assert.is(pair.pfr.status().ok, false);
        if (kind === 'vpfr') assert.not.match(shown, /Искључите|Restart/, `${status}`);
      }
    }
  }
});

test('rates that change with every status apply at once, and are stored at most once an hour', async () => {
  const pair = new ProcessorPair();
  let rate = 20;
  pair.edit = (text) => text.replaceAll(/"rate":20\b/g, `"rate":${rate}`);
  for (; rate < 26; rate += 1) {
    await pair.pfr.refresh();
    assert.is(pair.rate(), rate);
    pair.clock.pass(10_000);
  }
  assert.is(pair.kept.length, 1);

  pair.clock.pass(HOUR_MS);
  await pair.pfr.refresh();
  await pair.pfr.refresh();
  assert.is(pair.kept.length, 2);
  assert.match(JSON.stringify(pair.kept[1]), '"rate":26');
});

test('rates that came too soon to be stored are stored an hour later, although they are the same by then', async () => {
  const pair = new ProcessorPair();
  await pair.pfr.refresh();
  pair.edit = (text) => text.replaceAll(/"rate":20\b/g, '"rate":21');
  pair.clock.pass(10_000);
  await pair.pfr.refresh();
  assert.is(pair.kept.length, 1);
  pair.clock.pass(HOUR_MS);
  await pair.pfr.refresh();
  assert.match(JSON.stringify(pair.kept[1]), '"rate":21');
});

test('rates that the disk did not take are stored an hour later, although they are the same by then', async () => {
  const pair = new ProcessorPair();
  pair.isFull = true;
  await pair.pfr.refresh();
  pair.isFull = false;
  pair.clock.pass(10_000);
  await pair.pfr.refresh();
  assert.is(pair.kept.length, 0, 'a broken disk is not written with each status');
  pair.clock.pass(HOUR_MS);
  await pair.pfr.refresh();
  assert.is(pair.kept.length, 1);
});

test('rates that do not change are stored once', async () => {
  const pair = new ProcessorPair();
  for (let poll = 0; poll < 3; poll += 1) {
    await pair.pfr.refresh();
    assert.is(pair.pfr.status().ratesAge, 0, 'but they came now');
    pair.clock.pass(HOUR_MS);
  }
  assert.is(pair.kept.length, 1);
});

test('rates beyond 64 KiB apply, and are not stored', async () => {
  const pair = new ProcessorPair();
  const old = Array.from({ length: 49 }, (_, groupId) => ({
    ...{ groupId: 1000 + groupId, validFrom: '2020-01-01T00:00:00Z' },
    taxCategories: Array.from({ length: 20 }, () => ({
      ...{ name: 'x'.repeat(100), categoryType: 0, orderId: 1 },
      taxRates: [{ label: 'A', rate: 1 }],
    })),
  }));
  pair.edit = (text) => JSON.stringify({ ...(JSON.parse(text) as object), allTaxRates: old });
  await pair.pfr.refresh();
  assert.is(pair.rate(), 20);
  assert.equal(pair.kept, []);
});

test('a record that cannot be read while an answer is checked leaves the outcome unknown, of the request and of look-ups', async () => {
  const pair = new ProcessorPair();
  const request = await pair.request();
  pair.isRecorded = () => Promise.reject(new Error('record 7 cannot be read'));
  const { kind, ...signed } = await pair.pfr.sign(request);
  assert.equal([kind, 'hasAnswered' in signed && signed.hasAnswered], ['unknown', true]);
  assert.is((await pair.pfr.find(request)).kind, 'unknown');
  assert.equal(pair.logged, ['pfr.unreadable', 'pfr.unreadable']);

  pair.isRecorded = () => Promise.resolve(false);
  assert.is((await pair.pfr.find(request)).kind, 'signed');
});

test('a receipt that is recorded already says nothing of the processor', async () => {
  const pair = new ProcessorPair();
  const request = await pair.request();
  pair.edit = (text, { path }) =>
    path.endsWith('/status') ? text.replace('"gsc":[', '"gsc":["1300",') : text.replace('"journal":', '"journalOf":');
  await pair.pfr.refresh();
  pair.isRecorded = () => Promise.resolve(true);
  assert.is((await pair.pfr.sign(request)).kind, 'unknown');
  assert.is((await pair.pfr.find(request)).kind, 'foreign');
  assert.equal([pair.pfr.status().ok, pair.pfr.quirks, pair.logged.includes('pfr.quirk')], [false, [], false]);

  pair.isRecorded = () => Promise.resolve(false);
  assert.is((await pair.pfr.find(request)).kind, 'signed');
  assert.ok(pair.pfr.status().ok && pair.pfr.quirks.includes('journalMissing'));
});

test('a receipt of another card is found only when the processor names that card, and it as its last', async () => {
  const pair = new ProcessorPair();
  const request = await pair.request();
  pair.fake.change({ card: 'OTHER777' });
  assert.is((await pair.pfr.sign(request)).kind, 'unknown');
  pair.edit = (text, { path }) => (path.endsWith('/status') ? text.replace('OTHER777-OTHER777-1', '') : text);
  assert.is((await pair.pfr.find(request)).kind, 'foreign', 'it names no receipt');
  pair.edit = (text, { path }) => (path.endsWith('/status') ? text.replace('"uid":"OTHER777"', '"uid":""') : text);
  assert.is((await pair.pfr.find(request)).kind, 'foreign', 'it names no card');
  pair.edit = (text) => text;
  const found = await pair.pfr.find(request);
  assert.is(found.kind === 'signed' && found.signature.invoiceNumber, 'OTHER777-OTHER777-1');
});

test('a receipt that was signed before the request is not taken for its own, though the processor names it as its last', async () => {
  const pair = new ProcessorPair();
  assert.is((await pair.pfr.sign(await pair.request())).kind, 'signed');
  await pair.pfr.refresh();
  const again = await pair.request();
  pair.asked.splice(0);
  assert.equal(await pair.pfr.find(again), { kind: 'foreign' });
  assert.equal([pair.asked.length, pair.fields], [1, [{ pfrRequest: again.requestId, cause: 'stale' }]]);
});

test('a status that comes with an HTTP status of failure is not believed', async () => {
  for (const [status, fault] of [
    [300, UNREADABLE],
    [500, serverFailed(500, 'lpfr')],
  ] as const) {
    const pair = new ProcessorPair();
    pair.status = status;
    assert.is(await pair.pfr.refresh(), false);
    assert.equal([pair.pfr.status().findings, pair.pfr.status().uid, pair.rate()], [[fault], '', undefined]);
  }
});

test('a V-PFR signs with the element of the certificate and no other, whatever it names', async () => {
  const pair = new ProcessorPair({ kind: 'vpfr' });
  const request = await pair.request();
  pair.fake.change({ card: 'OTHER777' });
  assert.is((await pair.pfr.sign(request)).kind, 'unknown');
  const lastInvoiceNumber = 'OTHER777-FAKESEO0-1';
  pair.edit = (text, { path }) =>
    path.endsWith('/status') ? JSON.stringify({ ...(JSON.parse(text) as object), lastInvoiceNumber }) : text;
  assert.is((await pair.pfr.find(request)).kind, 'foreign');
});

test('its status names its address when that is known', () => {
  const address = 'http://192.168.1.20:8888';
  assert.is(new ProcessorPair({}, address).pfr.status().address, address);
  assert.not('address' in new ProcessorPair().pfr.status());
});

test('a poll that a sale cuts short changes nothing: the known state still holds, and is not read again', async () => {
  const pair = new ProcessorPair();
  await pair.pfr.refresh();
  pair.isHanging = true;
  const poll = pair.pfr.refresh();
  await settled();
  assert.is(pair.asked.length, 2, 'it is under way');
  const release = await pair.pfr.mutex.acquire(0);
  assert.is(await poll, true);
  pair.isHanging = false;
  assert.equal([pair.pfr.status().findings, pair.pfr.reach], [[], 'answers']);
  const before = pair.asked.length;
  await pair.request();
  release?.();
  assert.is(pair.asked.length, before);
});

test('without a known card nothing is sent: the status is read again until it names one; a V-PFR has none', async () => {
  for (const kind of ['lpfr', 'vpfr'] as const) {
    const pair = new ProcessorPair({ kind });
    pair.edit = (text) => text.replace('"uid":"FAKE7PFR"', '"uid":""').replace('"gsc":["0100"', '"gsc":["1300"');
    const [first, second] = [await pair.pfr.ready(), await pair.pfr.ready()];
    if (kind === 'vpfr') {
      assert.equal([first.kind, second.kind, pair.asked.length], ['ready', 'ready', 1]);
      continue;
    }
    assert.ok(first.kind === 'refused' && second.kind === 'refused');
    assert.equal([first.code, second.code, pair.asked.length], ['1300', '1300', 2]);
    pair.edit = (text) => text;
    assert.is((await pair.request()).counterBaseline.uid, 'FAKE7PFR', 'at once, and not only after 15 s');
  }
});

test('only one that is ready can refuse the receipt itself; a code of its own, or none, leaves it unclear', async () => {
  for (const [code, change, about] of [
    ['2310', undefined, 'receipt'],
    ['2805', undefined, 'receipt'],
    ['2150', undefined, 'unclear'],
    ['2400', undefined, undefined],
    ['2310', 'card-out', undefined],
    ['2150', 'card-out', undefined],
  ] as const) {
    const pair = new ProcessorPair();
    await pair.request();
    if (change !== undefined) pair.fake.change(change);
    const refusal = { kind: 'refused' as const, code, message: 'не', messageEn: 'no' };
    const expected = about === undefined ? refusal : { ...refusal, about };
    assert.equal(await pair.pfr.explain(refusal), expected, `${code} ${change}`);
    assert.is(pair.asked.length, 2, 'its state was read');
  }
  const pair = new ProcessorPair();
  await pair.request();
  const refusal = { kind: 'refused' as const, code: null, message: 'не', messageEn: 'no' };
  assert.equal(await pair.pfr.explain(refusal), { ...refusal, about: 'unclear' });
  pair.fake.change('card-out');
  const unreachable = { ...refusal, about: 'unreachable' as const };
  assert.equal(await pair.pfr.explain(unreachable), unreachable);
  assert.is(pair.asked.length, 1, 'without a code nothing is asked');
});

test('an id is looked up: its receipt, none, or an unclear answer', async () => {
  const pair = new ProcessorPair();
  const request = await pair.request();
  const { pfr } = pair;
  assert.equal(await pfr.lookUpId(request.requestId), { kind: 'absent' });
  assert.equal(await pfr.find(request), { kind: 'absent' });
  const signed = await pfr.sign(request);
  assert.ok(signed.kind === 'signed');
  assert.equal(await pfr.find(request), signed);
  const { invoiceNumber, verificationUrl } = signed.signature;
  assert.equal(await pfr.lookUpId(request.requestId), { kind: 'receipt', invoiceNumber, verificationUrl });
  pair.edit = (text) => text.replace(/(vl=.{200})./, '$1_');
  assert.equal(await pfr.lookUpId(request.requestId), { kind: 'unclear' }, 'its link is damaged');
  pair.edit = () => '{}';
  assert.equal(await pfr.lookUpId(request.requestId), { kind: 'unclear' });
  pair.end = LOST;
  assert.equal(await pfr.lookUpId(request.requestId), { kind: 'unclear' });
});

test('a receipt that is found and not accepted is logged with the reason', async () => {
  const pair = new ProcessorPair();
  const request = await pair.request();
  await pair.pfr.sign(request);
  pair.isRecorded = () => Promise.resolve(true);
  assert.equal(await pair.pfr.find(request), { kind: 'foreign' });
  assert.equal(
    [pair.logged.at(-1), pair.fields.at(-1)],
    ['pfr.foreign', { pfrRequest: request.requestId, cause: 'recorded before' }],
  );
});

test('a status without a single rate leaves the known ones', async () => {
  const pair = new ProcessorPair();
  await pair.pfr.refresh();
  pair.edit = (text) => text.replaceAll(/"taxRates":\[[^\]]*\]/g, '"taxRates":[]');
  await pair.pfr.refresh();
  assert.equal([pair.rate(), pair.pfr.status().ok, pair.kept.length], [20, true, 1]);
});

test('the time of the last signing is known when it was answered, and the usual time says when an answer is overdue', async () => {
  const pair = new ProcessorPair();
  assert.equal([pair.pfr.signingLimit, pair.pfr.lookUpTime, pair.pfr.lastSigningTime], [1500, 5000, null]);
  const request = await pair.request();
  pair.edit = (text) => {
    pair.clock.pass(900);
    return text;
  };
  assert.is((await pair.pfr.sign(request)).kind, 'signed');
  assert.equal([pair.pfr.lastSigningTime, pair.pfr.overdueAfter], [900, 2700 + 5000]);
  pair.end = LOST;
  await pair.pfr.sign(request);
  assert.is(pair.pfr.lastSigningTime, null);
  assert.is(new ProcessorPair({ kind: 'vpfr' }).pfr.overdueAfter, 2000);
});

test.run();
