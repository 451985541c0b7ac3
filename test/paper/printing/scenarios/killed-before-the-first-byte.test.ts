import { cpSync, rmSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { newFolder } from '../../../kit/folder.js';
import { scene } from './stage.js';

scene('a job is there after the box was killed behind its answer, and its paper is no repeat', async (stage) => {
  const { folder } = stage.box;
  await stage.station.unplug();
  const { uuid } = await stage.sold();
  // What a process leaves that is killed now: the files as they are.
  const left = newFolder();
  cpSync(folder, left, { recursive: true, filter: (path) => !path.endsWith('.sock') });

  await stage.restart(() => {
    rmSync(folder, { recursive: true });
    cpSync(left, folder, { recursive: true });
  });
  await stage.station.plug();
  await stage.become(uuid, 'printed');
  assert.equal(await stage.papers(), ['1']);
});
