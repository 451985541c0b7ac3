import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { warningsOf } from '../../../../src/interfaces/health/check.js';
import { concernsShop, runChecks } from '../../../../src/interfaces/health/checks.js';
import { pfrTransportCheck } from '../../../../src/interfaces/health/checks/pfr.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { healthDeps } from '../../../kit/health.js';
import { openLedger } from '../../../kit/ledger.js';
import { inEnglish } from '../../../kit/inEnglish.js';

const PIN = 'sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

/** What is found of a processor of the sandbox, beside one of production over plain HTTP. */
async function look(setting: object): Promise<string[]> {
  const disk = new MemoryDisk();
  const ledger = await openLedger(disk);
  const { settings, ...parts } = healthDeps(disk, ledger);
  for (const [name, value] of [
    ['pfr.sandbox', setting],
    ['pfr.production', { mode: 'lpfr', url: 'http://192.168.1.99' }],
  ] as const) {
    const set = await settings.set(name, value);
    assert.ok(set.ok, JSON.stringify(inEnglish(set)));
  }
  const all = await runChecks({ ...parts, settings });
  assert.not.match(warningsOf(all.filter(concernsShop)).join(), 'није шифрована', 'not in the status of every day');
  await ledger.close();
  return all.flatMap(({ name, state, proof }) => (name === 'pfr-transport' ? [`${state} ${proof?.en ?? ''}`] : []));
}

test('plain http to another machine is reported by doctor only', async () => {
  for (const host of ['192.168.1.20', 'lpfr.local', '[fd00::2]', '128.0.0.1', 'localhost.example.com']) {
    assert.equal(await look({ mode: 'lpfr', url: `http://${host}:8888/token` }), [`warning ${host}`]);
  }
  assert.is(pfrTransportCheck.alarmAfterPolls, null);
});

test('an address of the box itself is safe', async () => {
  for (const host of ['127.0.0.1', '127.1', 'LOCALHOST', 'localhost.', 'lpfr.localhost', '[::1]']) {
    assert.equal(await look({ mode: 'lpfr', url: `http://${host}:8888` }), [], host);
  }
});

test('https is well, pinned or not; who has no processor on the LAN hears nothing', async () => {
  assert.equal(await look({ mode: 'lpfr', url: 'https://192.168.1.20' }), ['ok ']);
  assert.equal(await look({ mode: 'lpfr', url: 'https://192.168.1.20', pin: PIN }), [`ok ${PIN}`]);
  assert.equal(await look({ mode: 'demo' }), []);
  assert.equal(await look({ mode: 'vpfr', url: 'https://127.0.0.1:9' }), []);
});

test.run();
