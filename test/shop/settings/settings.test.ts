import * as fs from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { callService } from '../../../src/interfaces/admin/socket.js';
import { silentLog } from '../../../src/base/log.js';
import { VERSION } from '../../../src/base/version.js';
import { Settings } from '../../../src/shop/settings/settings.js';
import { TestBox } from '../../kit/box.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { openLedger } from '../../kit/ledger.js';
import { SETTINGS_KEY } from '../../kit/settingsKey.js';
import { inEnglish } from '../../kit/inEnglish.js';

const SECRET = 'TAJNA7';
const MAIL = { host: 'mail.example', port: 465, secure: true, user: 'kasa', password: SECRET, from: 'kasa@example.rs' };
const VPFR = { mode: 'vpfr', url: 'https://vsdc.sandbox.suf.purs.gov.rs', pac: SECRET };

let box: TestBox;
const settings = (): Settings => box.parts.settings;

test.before(async () => {
  box = await TestBox.start();
});
test.after(() => box.stop());

test('a new box is in the sandbox with the demo processor and the labels of the contract', () => {
  const { environment, 'pfr.sandbox': pfr, taxLabels, simplifiedCash, mail } = settings().now;
  assert.equal([environment, pfr, simplifiedCash, mail], ['sandbox', { mode: 'demo' }, false, null]);
  assert.equal(
    taxLabels.map(({ label, name, rate, active }) => `${label} ${name} ${rate} ${active}`),
    ['Ђ О-ПДВ 20 true', 'Е П-ПДВ 10 true', 'Г Без ПДВ 0 true', 'А Није у ПДВ 0 false'],
  );
});

test('a setting that is changed holds at once and after a restart', async () => {
  await box.set('esir', { number: '742', version: '1.3' });
  await box.set('mail', MAIL);
  for (const when of ['at once', 'after a restart']) {
    assert.is(settings().esirNumber, `742/${VERSION}`, when);
    assert.is(settings().approval.confirmed, '1.3', when);
    assert.equal(settings().now.mail, MAIL, when);
    await box.restart();
  }
});

test('the ESIR number is that of the build, else that of the setting, and its version always that of the program', async () => {
  const ledger = await openLedger(new MemoryDisk());
  const withNumber = (buildsNumber: string): Settings =>
    new Settings(ledger, '1.4.0', silentLog, SETTINGS_KEY, () => ({}), buildsNumber);
  const numbers = (): string[] => ['0', '900'].map((buildsNumber) => withNumber(buildsNumber).esirNumber);
  assert.equal(numbers(), ['0/1.4.0', '900/1.4.0']);
  assert.ok((await withNumber('0').set('esir', { number: '742', version: '1.3' })).ok);
  assert.equal(numbers(), ['742/1.4.0', '900/1.4.0']);
  assert.equal(withNumber('900').approval, { number: '900', isOfBuild: true, version: '1.4.0', confirmed: '1.3' });
  // As a page sets it: what was confirmed of the former number says nothing about this one.
  assert.ok((await withNumber('0').set('esir', { number: '743' })).ok);
  assert.equal(withNumber('0').approval, { number: '743', isOfBuild: false, version: '1.4.0', confirmed: null });
  await ledger.close();
});

test('a refused value changes nothing, also not after a restart', async () => {
  const before = settings().now;
  const written = box.parts.ledger.end.sequence;
  for (const [name, value] of [
    ['environment', 'test'],
    ['company', {}],
    ['nothing', 1],
    ['pfr.production', VPFR],
  ] as const) {
    assert.not.ok((await settings().set(name, value)).ok, name);
  }
  assert.is(settings().now, before);
  assert.is(box.parts.ledger.end.sequence, written);
  await box.restart();
  assert.equal(settings().now, before);
});

test('secrets never come back: not from show, not over the control socket, not in an error, not in the log', async () => {
  await box.set('mail', MAIL);
  await box.set('pfr.sandbox', VPFR);
  const answers = [
    settings().show(),
    settings().show('mail'),
    settings().show('pfr.sandbox'),
    await callService(box.folder, 'settings.show', {}),
    await callService(box.folder, 'settings.show', { name: 'mail' }),
    await callService(box.folder, 'settings.set', { name: 'pfr.production', value: VPFR }),
    await callService(box.folder, 'settings.set', { name: 'mail', value: { ...MAIL, port: 0 } }),
    await callService(box.folder, 'doctor', {}),
  ];
  for (const answer of answers)
    assert.not.ok(JSON.stringify(inEnglish(answer)).includes(SECRET), JSON.stringify(inEnglish(answer)));
  assert.not.ok(box.lines.some((line) => line.includes(SECRET)));
  assert.equal(inEnglish(settings().show('mail')), { ok: true, value: { mail: { ...MAIL, password: '(hidden)' } } });
  assert.is(settings().now.mail?.password, SECRET);
});

test('of messages to the owner neither the token comes back nor what is behind the host of an address', async () => {
  const path = 'services/T0/B1/tajna';
  for (const notify of [
    { kind: 'bot', token: SECRET.replace(/[^A-Za-z0-9]/g, 'x'), chat: 1, url: `https://bots.example.rs/${path}` },
    {
      kind: 'webhook',
      url: `https://hooks.example.rs/${path}?key=1`,
      secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
    },
  ]) {
    await box.set('notify', notify);
    const shown = JSON.stringify(inEnglish(settings().show('notify')));
    for (const hidden of [path, 'key=1', notify.token ?? '', notify.secret ?? ''].filter((text) => text !== '')) {
      assert.not.ok(shown.includes(hidden), shown);
      assert.not.ok(box.lines.some((line) => line.includes(hidden)));
    }
    assert.ok(shown.includes(`https://${notify.kind === 'bot' ? 'bots' : 'hooks'}.example.rs/(hidden)`), shown);
  }
  await box.set('notify', null);
});

test('of webhooks neither secrets come back nor what is behind the hosts of their addresses', async () => {
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  const hooks = [{ name: 'shop', url: 'https://hooks.example.rs/T0/tajna?key=1', secret, events: ['invoice.*'] }];
  await box.set('webhooks', hooks);
  assert.equal(inEnglish(settings().show('webhooks')), {
    ok: true,
    value: { webhooks: [{ ...hooks[0], url: 'https://hooks.example.rs/(hidden)', secret: '(hidden)' }] },
  });
  assert.equal(settings().now.webhooks, hooks);
  assert.not.ok(box.lines.some((line) => line.includes(secret) || line.includes('tajna')));
  await box.set('webhooks', []);
});

test('show tells what holds, without a secret that is not set', async () => {
  await box.set('mail', { host: 'h', port: 25, secure: false, from: 'a@b.rs' });
  assert.equal(inEnglish(settings().show('mail')), {
    ok: true,
    value: { mail: { host: 'h', port: 25, secure: false, from: 'a@b.rs' } },
  });
  const all = settings().show();
  assert.equal(Object.keys(all.ok ? all.value : {}), Object.keys(settings().now));
  const unknown = settings().show('nothing');
  assert.match(
    String(inEnglish(unknown.ok ? '' : unknown.error)),
    /^There is no setting "nothing"\. Settings: environment,/,
  );
});

test('a setting over the control socket takes effect in the running box', async () => {
  assert.equal(inEnglish(await callService(box.folder, 'settings.set', { name: 'simplifiedCash', value: true })), {
    ok: true,
    value: null,
  });
  assert.is(settings().now.simplifiedCash, true);
  assert.is(fs.statSync(`${box.folder}/control.sock`).mode & 0o777, 0o600);
});

test('changes at the same time are checked one after the other against what then holds', async () => {
  const labels = settings().now.taxLabels;
  await Promise.all([
    settings().set('taxLabels', labels.slice(0, 2)),
    settings().set('environment', 'production'),
    settings().set('simplifiedCash', false),
  ]);
  assert.equal(settings().now.taxLabels, labels.slice(0, 2));
  assert.is(settings().now.environment, 'production');
  assert.is(settings().now.simplifiedCash, false);
});

test.run();
