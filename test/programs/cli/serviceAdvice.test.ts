import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DEFAULT_FOLDER, startCommand } from '../../../src/base/startCommand.js';
import { restartAdvice } from '../../../src/programs/cli/serviceAdvice.js';
import { newFolder } from '../../kit/folder.js';

test('only the folder that the unit of systemd names is that of an installed box', () => {
  const root = newFolder();
  assert.is(startCommand('/var/lib/kasirbox', root), 'kasirbox serve --data /var/lib/kasirbox');
  const units = join(root, 'etc/systemd/system');
  mkdirSync(units, { recursive: true });
  copyFileSync(join(import.meta.dirname, '../../../systemd/kasirbox.service'), join(units, 'kasirbox.service'));
  assert.is(startCommand('/var/lib/kasirbox/', root), 'systemctl start kasirbox');
  assert.match(restartAdvice('/var/lib/kasirbox', root).en, /systemctl restart kasirbox/);
  assert.is(startCommand('/home/ana/kasirbox/data', root), 'kasirbox serve --data /home/ana/kasirbox/data');
});

test('a folder is named unless it is the default: without it a new, empty box would start', () => {
  const root = newFolder();
  assert.is(startCommand(DEFAULT_FOLDER, root), 'kasirbox serve');
  assert.is(startCommand('/srv/box', root), 'kasirbox serve --data /srv/box');
  assert.is(startCommand("/srv/Ana's box", root), `kasirbox serve --data '/srv/Ana'\\''s box'`);
  const { sr, en } = restartAdvice('/srv/box', root);
  for (const text of [sr, en]) assert.match(text, /: kasirbox serve --data \/srv\/box$/);
});

test.run();
