import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DICTIONARY, compressMessage as packedByBox } from '../../../../src/outward/delivery/stream/streamMessage.js';
import { blocksOf, ROOT } from '../../../house/documents.js';
import { ChainBox } from '../../../kit/fleet/box.js';
import { cleanUp, temporaryFolder } from '../../../kit/process.js';

test.after(cleanUp);

test('the dictionary of the manual is the one of the box, and lies in the window of deflate', () => {
  assert.ok(readFileSync(join(ROOT, 'docs/fleet/dictionary.txt')).equals(DICTIONARY));
  assert.ok(DICTIONARY.length < 16 * 1024);
});

test('a message is read by the Python of docs/fleet.md, and the dictionary makes it smaller by far', async () => {
  const sent = JSON.stringify({ records: [ChainBox.numbered(1).sell({ total: 12_345, cashier: 'Ђурђа' })] });
  const message = await packedByBox(Buffer.from(sent));
  const file = join(temporaryFolder(), 'message');
  writeFileSync(file, message);
  const program = blocksOf('docs/fleet.md')
    .find(({ kind }) => kind === 'python')
    ?.text.replace("'message'", JSON.stringify(file));
  const read = execFileSync('python3', ['-c', program ?? ''], { cwd: ROOT, encoding: 'utf8' });
  assert.is(read.trimEnd(), sent);
  assert.ok(message.length < sent.length / 3, `${message.length} of ${sent.length} bytes`);
});

test.run();
