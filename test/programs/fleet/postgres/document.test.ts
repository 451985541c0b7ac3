import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { textOf } from '../../../house/documents.js';
import { withServers } from '../../../kit/fleet/scene.js';

const onServers = withServers(test);

onServers('docs/fleet.md names each view with its columns, in their order', async (scene) => {
  await scene.takeIn();
  const views = await scene.rows<{ view: string; columns: string }>(
    `SELECT c.relname AS view, string_agg(a.attname, ', ' ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
     WHERE c.relnamespace = 'kasirbox'::regnamespace AND c.relkind = 'v' GROUP BY c.oid, c.relname ORDER BY c.oid`,
  );
  const [, section = ''] = textOf('docs/fleet.md').split('\n## The views\n');
  const [, block = ''] = /^```text\n([^]*?)^```$/m.exec(section.split('\n## ')[0] ?? '') ?? [];
  const rows = Array.from(block.matchAll(/^(\w+): (.*)$/gm), ([, view = '', columns = '']) => ({ view, columns }));
  assert.equal(rows, views);
});

test.run();
