import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DiskError } from '../../../src/base/disk.js';
import { MailQuota } from '../../../src/outward/delivery/mailQuota.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { HandClock } from '../../kit/handClock.js';

const HOUR = 3_600_000;
type AuditBefore = Ledger['auditBefore'];

/** Two mails an hour, after a run in which `sent` of key 1 were sent. A disk that fails cannot read the older stretch. */
function quota(sent: number, clock: HandClock): { readonly quota: MailQuota; fails: boolean } {
  const scene = { fails: false };
  const auditBefore: AuditBefore = (before) => {
    const isNewer = before === undefined;
    if (scene.fails && !isNewer) return Promise.reject(new DiskError('EIO', 'read', 'log'));
    const entry = { event: 'invoice.email', key: 1 };
    const records = Array.from({ length: isNewer ? sent : 0 }, () => ({ time: clock.now() - HOUR / 2, entry }));
    const stretch = { records, next: isNewer ? { segment: 1, offset: 0 } : undefined };
    return Promise.resolve(stretch as unknown as Awaited<ReturnType<AuditBefore>>);
  };
  const parts = { ledger: { auditBefore }, now: clock.now, monotonic: clock.monotonic };
  return Object.assign(scene, { quota: new MailQuota(2, HOUR, parts) });
}

test('a disk that could not be read is read again for the next mail, and what was sent before counts once then', async () => {
  const scene = quota(1, new HandClock());
  scene.fails = true;
  for (let tries = 0; tries < 2; tries += 1) {
    const error = await scene.quota.take(1).catch((reason: unknown) => reason);
    assert.instance(error, DiskError);
  }
  scene.fails = false;
  assert.type(await scene.quota.take(1), 'function');
  assert.is(await scene.quota.take(1), undefined, 'one of the run before, and this one');
  assert.type(await scene.quota.take(2), 'function', 'another key has its own');
});

test('a mail that was not sent gives back its own place, once, and those of the run before end with their hour', async () => {
  const clock = new HandClock();
  const { quota: mails } = quota(1, clock);
  const giveBack = await mails.take(1);
  giveBack?.();
  giveBack?.();
  assert.type(await mails.take(1), 'function');
  assert.is(await mails.take(1), undefined, 'the mail of the run before still counts');
  clock.pass(HOUR / 2);
  assert.type(await mails.take(1), 'function');
  assert.is(await mails.take(1), undefined);
});

test.run();
