import * as fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { perform } from '../../../src/interfaces/admin/perform.js';
import { ALL_PERMISSIONS } from '../../../src/interfaces/admin/permissions.js';
import { adminPartsOf } from '../../../src/programs/box/admin.js';
import { ownAccessPoint } from '../../../src/programs/board/system.js';
import { COMPANY } from '../board/files.js';
import { TestBox } from '../../kit/box.js';
import { newFolder } from '../../kit/folder.js';

async function audit(box: TestBox) {
  const page = await perform(adminPartsOf(box.parts), ALL_PERMISSIONS, 'audit.list', {});
  return page.ok ? page.value.rows : [];
}

const eventsOf = (box: TestBox) => box.log.filter(({ event }) => String(event).startsWith('first_boot.'));

test('a company from the card is set once, with a record of where it came from, and its file is gone', async () => {
  await TestBox.during(async (box) => {
    const file = join(box.folder, 'first-boot.json');
    await box.restart(() => fs.writeFileSync(file, JSON.stringify({ company: COMPANY })));
    assert.equal(box.parts.settings.now.company, COMPANY);
    assert.not.ok(fs.existsSync(file));
    const [entry] = await audit(box);
    assert.is(entry?.who, 'kasirbox.toml (картица)');
    assert.equal([entry?.what, entry?.subject, entry?.isDone], ['settings.set', 'company', true]);
    await box.set('company', { ...COMPANY, name: 'Пекара Месец' });
    await box.restart();
    assert.is(box.parts.settings.now.company.name, 'Пекара Месец', 'what people set later stays');
  });
});

test('a company that is refused stops no box: the log and doctor say why', async () => {
  for (const content of [JSON.stringify({ company: { ...COMPANY, tin: '1' } }), '{"company":', '[]']) {
    await TestBox.during(async (box) => {
      const before = box.parts.settings.now.company;
      const file = join(box.folder, 'first-boot.json');
      await box.restart(() => fs.writeFileSync(file, content));
      assert.equal(box.parts.settings.now.company, before);
      assert.not.ok(fs.existsSync(file));
      assert.is(eventsOf(box)[0]?.['event'], 'first_boot.refused');
      const key = await box.client();
      const { bytes } = await key.get('/status');
      assert.match(bytes.toString(), /kasirbox\.toml/);
    });
  }
});

test('the own access point is told only where there is an adapter for it', async () => {
  const root = newFolder();
  assert.is(await ownAccessPoint(root), undefined);
  const accessPoint = { ssid: 'Kasirbox-1A2B', password: 'ABCDEFGHJKMN', adapter: 'wlan0' };
  fs.mkdirSync(join(root, 'run/kasirbox-board'), { recursive: true });
  fs.writeFileSync(join(root, 'run/kasirbox-board/access-point.json'), JSON.stringify(accessPoint));
  assert.is(await ownAccessPoint(root), undefined);
  fs.mkdirSync(join(root, 'sys/class/net/wlan0'), { recursive: true });
  assert.equal(await ownAccessPoint(root), accessPoint);
});

test.run();
