import * as assert from 'uvu/assert';
import { readError } from '../kit/client.js';
import { allowQueue, entry, queued, remove, waiting } from './queueing.js';
import { scene } from './stage.js';

const KEYS = ['a.b:c_d-', '........', '::::::::', '--------', '00000001', 'k'.repeat(64), '__proto__', 'constructor'];
const NO_KEYS = [
  'k'.repeat(65),
  'kratak',
  '%00%00%00%00%00%00%00%00',
  'a/b/c/d/',
  '%FF%FF%FF%FF',
  '%2e%2e%2f%2e%2e%2fme',
];

/** Every character as its percent code, as a client may write it. */
const encoded = (key: string): string => key.replace(/./g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

scene(
  'any key finds its request however it is written in the path, and junk takes no room on the disk',
  async (stage) => {
    await allowQueue(stage);
    await stage.pfr.stop();
    for (const key of KEYS) await queued(stage, key);
    for (const key of KEYS) {
      assert.is((await entry(stage, key)).clientRequestId, key);
      assert.is((await stage.client.get(`/queue/${encoded(key)}`)).status, 200, key);
      assert.is((await stage.client.get(`/queue/${key}/`)).status, 200, key);
    }
    for (const key of NO_KEYS)
      assert.is(readError(404, await stage.client.get(`/queue/${key}`)).code, 'not_found', key);
    for (const key of KEYS) assert.is((await remove(stage, key)).status, 200, key);
    assert.equal(await waiting(stage), []);

    const before = stage.box.parts.ledger.end;
    const junk = 'x'.repeat(1000 * 1000);
    await queued(stage, 'prodaja-1', {
      junk,
      items: [{ name: 'Кафа', quantity: 1, unitPrice: 1, label: 'Ђ', junk: junk.slice(9.7e5) }],
    });
    const { segment, offset } = stage.box.parts.ledger.end;
    assert.is(segment, before.segment);
    assert.ok(offset - before.offset < 4096, `${offset - before.offset} bytes`);
  },
);
