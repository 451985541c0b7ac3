import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { setSettings } from '../../../src/programs/fleet/group/set.js';
import { SETTING_NAMES, SETTINGS } from '../../../src/shop/settings/registry.js';
import { ofGroupFault } from '../../../src/shop/settings/check.js';
import { packed } from '../../kit/fleet/packing.js';
import { NO_NATS } from '../../kit/nats/server.js';
import { cleanUp } from '../../kit/process.js';
import { seededRandom } from '../../kit/random.js';
import { GROUP, GroupScene } from './scene.js';
import { inEnglish } from '../../kit/inEnglish.js';

test.after(cleanUp);
const random = seededRandom();
const real = (name: string, work: () => Promise<void>): void => {
  if (NO_NATS === undefined) test(name, work);
  else test.skip(name, work);
};

const QUEUE = { enabled: true, maxCount: 50, maxAgeHours: 12, printSlip: false };
const MAIL = { host: 'mail.example.rs', port: 465, secure: true, from: 'kasa@example.rs' };

real('a box that follows takes the settings of its group, and keeps its own secrets', () =>
  GroupScene.during(random, { settings: 'follow' }, async (scene) => {
    const { settings } = scene.box;
    assert.ok((await settings.set('mail', { ...MAIL, password: 'TAJNA' })).ok);
    await scene.setSettings({ offlineQueue: QUEUE, mail: { ...MAIL, from: 'lanac@example.rs' } });
    await scene.inUse(1, 'settings');
    assert.equal(settings.now.offlineQueue, QUEUE);
    assert.equal(settings.now.mail, { ...MAIL, from: 'lanac@example.rs', password: 'TAJNA' });
    await scene.setSettings({ refundGuard: 'refuse' });
    await scene.inUse(2, 'settings');
    assert.is(settings.now.refundGuard, 'refuse');
    assert.equal(await scene.audit(), [
      'kiosks: group.settings kiosks 1',
      'kiosks: group.replaced offlineQueue, mail',
      'kiosks: group.settings kiosks 2',
      'kiosks: group.replaced refundGuard',
    ]);
  }),
);

real('settings are applied all or none: mail whose password would go elsewhere is refused with all the others', () =>
  GroupScene.during(random, { settings: 'follow' }, async (scene) => {
    const { settings } = scene.box;
    assert.ok((await settings.set('mail', { ...MAIL, password: 'TAJNA' })).ok);
    await scene.setSettings({ refundGuard: 'refuse', mail: { ...MAIL, host: 'other.example.rs' } });
    await scene.box.until('it is refused', () => scene.report('settings').fault !== null);
    assert.match(
      String(inEnglish(scene.report('settings').fault?.text ?? '')),
      /password must be given again, because host has changed/,
    );
    assert.is(settings.now.refundGuard, 'warn');
    assert.is(settings.now.mail?.host, MAIL.host);
  }),
);

real('what a group may not set is refused by the command, and by the box as well', () =>
  GroupScene.during(random, { settings: 'follow' }, async (scene) => {
    const refused: readonly (readonly [string, unknown])[] = [
      ['pfr.production', { mode: 'demo' }],
      ['stream', null],
      ['group', null],
      ['notify', { kind: 'webhook', url: 'https://example.rs/' }],
      ['webhooks', []],
      ['company', { name: 'x' }],
      ['__proto__', {}],
      ['mail', { ...MAIL, password: 'x' }],
    ];
    await scene.setSettings({});
    await scene.inUse(1, 'settings');
    for (const [at, [name, value]] of refused.entries()) {
      const given = Object.fromEntries([[name, value]]);
      const set = await setSettings(scene.options, given);
      assert.match(JSON.stringify(inEnglish(set)), /cannot be set for a group|is a secret/, name);
      const bytes = packed({ version: at + 2, at: null, settings: given });
      await scene.put(bytes, undefined, `settings.${GROUP}`);
      await scene.box.until(`${name} is refused`, () => scene.report('settings').fault?.version === at + 2);
      assert.match(
        String(inEnglish(scene.report('settings').fault?.text ?? '')),
        /cannot be set for a group|is a secret/,
        name,
      );
      assert.is(scene.report('settings').inUse, 1);
    }
  }),
);

test('no setting with an address of secrets, of money or of trust is one of a group, and a new one is not by itself', () => {
  const ofGroup = SETTING_NAMES.filter((name) => SETTINGS[name].isOfGroup === true);
  assert.equal(ofGroup, [
    'mail',
    'offlineQueue',
    'flashBudget',
    'cashierSession',
    'refundGuard',
    'strict',
    'scaleLabels',
  ]);
  for (const name of SETTING_NAMES.filter((one) => !ofGroup.includes(one))) {
    assert.match(String(inEnglish(ofGroupFault(name, null) ?? '')), /cannot be set for a group/, name);
  }
  assert.is(inEnglish(ofGroupFault('mail', { ...MAIL, user: 'kasa' })), undefined);
  assert.match(String(inEnglish(ofGroupFault('mail', { ...MAIL, port: 0 }) ?? '')), /port must be at least 1/);
});

test.run();
