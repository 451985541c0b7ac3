// turns: 3
import { mkdirSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TestBox } from '../../kit/box.js';
import { newFolder } from '../../kit/folder.js';
import { Machine } from '../../kit/machine.js';
import { FakeRauc } from '../../kit/updates/rauc.js';
import { codeOf, makeUsers, type Visitor, visitorAs } from '../../kit/web/visitor.js';

test('a page sends an update in pieces and has it installed; a cashier may not', async () => {
  const rauc = new FakeRauc().bundle({ version: '1.3.0' });
  const runtime = newFolder('run');
  mkdirSync(runtime, { recursive: true });
  const machine = { root: new Machine().synchronize().write('etc/rauc/system.conf', '').root, buildTime: 0 };
  await TestBox.during(
    async (box) => {
      await makeUsers(box);
      const technician = await visitorAs(box, 'Мика');
      const send = (visitor: Visitor, query: string) => visitor.send('POST', `/web/updates?${query}`, { x: 'y' });
      assert.is(codeOf(await send(await visitorAs(box, 'Ђорђе'), 'at=0&all=9')), 'not_allowed');
      assert.is(codeOf(await send(technician, 'at=-1&all=9')), 'validation');
      let sent = await send(technician, 'at=0&all=18');
      while (/already in progress|not yet known/.test(sent.text)) sent = await send(technician, 'at=0&all=18');
      assert.equal(JSON.parse(sent.text), { done: 9, all: 18, isWhole: false });
      assert.equal(JSON.parse((await send(technician, 'at=9&all=18')).text), { done: 18, all: 18, isWhole: true });
      const installed = await technician.operate('update.install', { waiting: true });
      assert.equal(JSON.parse(installed.text), { value: { version: '1.3.0' } });
      const { value } = JSON.parse((await technician.operate('update.status')).text) as { value: { phase: string } };
      assert.is(value.phase, 'restarting');
      const refused = await technician.operate('update.install', {});
      assert.match(refused.text, /Надоградња долази из датотеке/);
    },
    { machine, updates: { rauc: rauc.options, runtime } },
  );
});

test.run();
