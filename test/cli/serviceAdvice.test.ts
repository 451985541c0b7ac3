import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { restartAdvice, startCommand } from '../../src/cli/serviceAdvice.js';
import { newFolder } from '../kit/folder.js';

test('only the folder that the unit of systemd names is that of an installed box', () => {
  const root = newFolder();
  assert.is(startCommand('/var/lib/kasirbox', root), 'kasirbox serve');
  const units = join(root, 'etc/systemd/system');
  mkdirSync(units, { recursive: true });
  copyFileSync(join(import.meta.dirname, '../../systemd/kasirbox.service'), join(units, 'kasirbox.service'));
  assert.is(startCommand('/var/lib/kasirbox/', root), 'systemctl start kasirbox');
  assert.match(restartAdvice('/var/lib/kasirbox', root).en, /systemctl restart kasirbox/);
  assert.is(startCommand('/home/ana/kasirbox/data', root), 'kasirbox serve');
});

test.run();
