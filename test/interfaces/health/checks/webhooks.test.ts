import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { DeliveryFailure } from '../../../../src/outward/delivery/deliveryFailure.js';
import type { WebhookReport } from '../../../../src/outward/delivery/webhooks/webhooks.js';
import { webhooksCheck } from '../../../../src/interfaces/health/checks/webhooks.js';
import { defaultSettings } from '../../../../src/shop/settings/registry.js';
import { NOON } from '../../../kit/ledger.js';

const MINUTE = 60_000;
const SHOP = { name: 'web-shop', url: 'https://shop.example.rs/TAJNA7', secret: 'TAJNA7' };
const WELL: WebhookReport = { name: 'web-shop', waitingSince: null, failure: null, isPaused: false };

function look(reports: readonly WebhookReport[] | undefined, webhooks = [SHOP]) {
  const settings = { now: { ...defaultSettings(), webhooks } };
  const checks = webhooksCheck.run({ settings, now: () => NOON, service: { webhooks: () => reports } });
  for (const words of checks.flatMap(({ found, action }) => [found, action]).flatMap((one) => one ?? [])) {
    assert.match(words.sr, /^[А-ЯЂЈЉЊЋЏ].*\.$/);
    assert.match(words.en, /^[A-Z].*\.$/);
  }
  assert.not.match(JSON.stringify(checks), /TAJNA7/);
  return checks;
}

const failing = (kind: DeliveryFailure['kind'], since: number, status: number | null = null): WebhookReport => ({
  ...WELL,
  waitingSince: since,
  failure: { reason: { kind, status, cause: null, retryAfter: 0 }, since: NOON },
});

test('without a webhook there is no finding, and each that gets its events is ok', () => {
  assert.equal(look(undefined, []), []);
  assert.is(look(undefined)[0]?.state, 'ok');
  const [first, second] = look([WELL, { ...WELL, name: 'books' }]);
  assert.is(first?.state, 'ok');
  assert.match(second?.found.en ?? '', /^The webhook books receives/);
});

test('a failure that may pass by itself is a warning once an event has waited for a quarter of an hour', () => {
  const [young] = look([failing('server', NOON - 14 * MINUTE, 503)]);
  assert.is(young?.state, 'ok');
  assert.is(young?.proof?.en, 'server; status 503');
  const [old] = look([failing('server', NOON - 15 * MINUTE, 503)]);
  assert.is(old?.state, 'warning');
  assert.match(
    old?.found.en ?? '',
    /web-shop has received no events since 20.* The receiver reports a failure \(503\)\.$/,
  );
  assert.match(old?.found.sr ?? '', /web-shop не добија догађаје од .* Прималац има квар \(503\)\.$/);
  assert.match(look([failing('insecure', 0)])[0]?.action?.en ?? '', /NODE_EXTRA_CA_CERTS/);
});

test('what refuses or wants no more is a warning at once, with what to do', () => {
  const refused = look([failing('refused', NOON, 404)])[0];
  assert.is(refused?.state, 'warning');
  assert.match(refused?.action?.en ?? '', /^Check url and secret/);
  const gone = look([{ ...failing('refused', NOON, 410), isPaused: true }])[0];
  assert.is(gone?.state, 'warning');
  assert.match(gone?.action?.en ?? '', /to resume sending, save that setting again/);
});

test.run();
