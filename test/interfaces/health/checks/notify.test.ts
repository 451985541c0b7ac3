import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { DeliveryFailure } from '../../../../src/outward/delivery/deliveryFailure.js';
import type { OutboxReport } from '../../../../src/outward/delivery/notify/outbox.js';
import { notifyCheck } from '../../../../src/interfaces/health/checks/notify.js';
import { defaultSettings, type SettingValues } from '../../../../src/shop/settings/registry.js';
import { NOON } from '../../../kit/ledger.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WELL: OutboxReport = { waitingSince: null, failure: null, passedOver: null };
const BOT = { kind: 'bot', token: 'TAJNA7', chat: 1 } as const;

function look(report: OutboxReport | undefined, notify: SettingValues['notify'] = BOT) {
  const settings = { now: { ...defaultSettings(), notify } };
  const checks = notifyCheck.run({ settings, now: () => NOON, service: { notifications: () => report } });
  for (const words of checks.flatMap(({ found, action }) => [found, action]).flatMap((one) => one ?? [])) {
    assert.match(words.sr, /^[А-ЯЂЈЉЊЋЏ].*\.$/);
    assert.match(words.en, /^[A-Z].*\.$|: kasirbox notify test$/);
    assert.not.match(JSON.stringify(words), /TAJNA7/);
  }
  return checks;
}

const failing = (kind: DeliveryFailure['kind'], since: number, status: number | null = null): OutboxReport => ({
  ...WELL,
  waitingSince: since,
  failure: { reason: { kind, status, cause: null, retryAfter: 0 }, since },
});

test('without the setting there is no finding, and it is ok while messages are sent', () => {
  assert.equal(look(undefined, null), []);
  assert.is(look(undefined)[0]?.state, 'ok');
  assert.is(look(WELL)[0]?.state, 'ok');
  assert.is(look(WELL)[0]?.action, null);
});

test('a failure that may pass by itself is a warning after a quarter of an hour, with what to check', () => {
  const [young] = look(failing('unreachable', NOON - 14 * MINUTE));
  assert.is(young?.state, 'ok');
  assert.match(young?.found.en ?? '', /A message to the owner is waiting\. The chat server cannot be reached\./);
  const [old] = look(failing('unreachable', NOON - 15 * MINUTE));
  assert.is(old?.state, 'warning');
  assert.match(old?.action?.sr ?? '', /интернет/);
});

test('a wrong token or chat is a warning at once', () => {
  const [token] = look(failing('refused', NOON, 401));
  assert.is(token?.state, 'warning');
  assert.match(token?.action?.en ?? '', /^Check token/);
  assert.match(look(failing('refused', NOON, 400))[0]?.action?.en ?? '', /check chat/);
});

test('an alarm that is refused while others go out is a warning that names it', () => {
  const reason = { kind: 'refused', status: 413, cause: null, retryAfter: 0 } as const;
  const [refused] = look({ ...WELL, refusedAlarms: [{ check: 'disk', since: NOON, reason }] });
  assert.is(refused?.state, 'warning');
  assert.match(
    refused?.found.en ?? '',
    /not notified of a failure \(disk\).*other messages are sent\. The chat server refuses/,
  );
  assert.is(refused?.proof?.en, 'refused; status 413');
});

test('receipts that were passed over are shown for a day', () => {
  const [fresh] = look({ ...WELL, passedOver: { count: 3, at: NOON - HOUR } });
  assert.is(fresh?.state, 'warning');
  assert.match(fresh?.found.sr ?? '', /чекали: 3\.$/);
  assert.is(look({ ...WELL, passedOver: { count: 3, at: NOON - 25 * HOUR } })[0]?.state, 'ok');
});

test.run();
