import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { DeliveryFailure } from '../../../../src/outward/delivery/deliveryFailure.js';
import type { StreamReport } from '../../../../src/outward/delivery/stream/stream.js';
import { streamCheck } from '../../../../src/interfaces/health/checks/stream.js';
import { defaultSettings } from '../../../../src/shop/settings/registry.js';
import { NOON } from '../../../kit/ledger.js';

const MINUTE = 60_000;
const STREAM = { url: 'tls://nats.example.rs', credentials: 'TAJNA7', subject: 'kasirbox.a' };
const WELL: StreamReport = { behind: 0, upToDateAt: NOON, failure: null };
const KINDS: readonly DeliveryFailure['kind'][] = [
  ...(['unreachable', 'late', 'insecure', 'broken', 'stopped', 'busy', 'server', 'refused'] as const),
];

function look(report: StreamReport | undefined, stream: typeof STREAM | null = STREAM) {
  const settings = { now: { ...defaultSettings(), stream } };
  const findings = streamCheck.run({ settings, now: () => NOON, service: { stream: () => report } });
  for (const words of findings.flatMap(({ found, action }) => [found, action]).flatMap((one) => one ?? [])) {
    assert.match(words.sr, /^[А-ЯЂЈЉЊЋЏ].*\.$/);
    assert.match(words.en, /^[A-Z].*\.$/);
  }
  assert.not.match(JSON.stringify(findings), /TAJNA7/);
  return findings;
}

const failing = (kind: DeliveryFailure['kind'], since: number, cause: string | null = null): StreamReport => ({
  ...{ behind: 12, upToDateAt: null },
  failure: { reason: { kind, status: null, cause, retryAfter: 0 }, since },
});

test('without a server there is no finding, otherwise the number of pending records', () => {
  assert.equal(look(undefined, null), []);
  assert.match(look(undefined)[0]?.found.en ?? '', /^Nothing is being sent/);
  assert.match(look(WELL)[0]?.found.en ?? '', /has everything/);
  assert.match(look({ ...WELL, behind: 12 })[0]?.found.en ?? '', /records remaining: 12\./);
  assert.match(look({ ...WELL, upToDateAt: null })[0]?.found.en ?? '', /records remaining: 0\./);
});

test('a failure that may pass by itself is a warning after a quarter of an hour, and a refusal at once', () => {
  for (const kind of KINDS) {
    const [young] = look(failing(kind, NOON - 14 * MINUTE));
    assert.is(young?.state, kind === 'refused' ? 'warning' : 'ok', kind);
    const [old] = look(failing(kind, NOON - 15 * MINUTE));
    assert.is(old?.state, 'warning', kind);
    assert.match(old?.found.en ?? '', /has received no data since 20.*records: 12/);
  }
  assert.match(look(failing('refused', NOON))[0]?.action?.en ?? '', /credentials/);
});

test('a second box with the same ledger is named', () => {
  assert.match(look(failing('broken', 0, 'moved'))[0]?.found.en ?? '', /from another one, too/);
});

test.run();
