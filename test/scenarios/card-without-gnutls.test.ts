import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { TlsThread } from '../../src/processors/pfr/http/externalKey/thread.js';
import { newFolder } from '../kit/folder.js';
import { cardScene } from './cardDesk.js';

/** Not there at first. */
const program = `${newFolder()}.cjs`;

cardScene(
  'without GnuTLS each sale is refused in words that say what to install, and the next one goes once it is there',
  async (stage, desk) => {
    const message = await stage.refused({}, 'prodaja-1');

    assert.match(message, /GnuTLS/);
    assert.match(message, /libgnutls30/);
    assert.equal([stage.asked, stage.unsettled.length, desk.signatures], [[], 0, 0]);
    const failures = (): Promise<string[]> =>
      stage
        .admin('doctor', {})
        .then((checks) => checks.filter(({ state }) => state === 'failure').map(({ name }) => name));
    assert.ok((await failures()).includes('card'));
    const { pfr, ready } = await stage.status();
    assert.not(ready);
    assert.match(JSON.stringify(pfr), /GnuTLS/);

    writeFileSync(program, `require(${JSON.stringify(resolve('src/processors/pfr/http/externalKey/worker.ts'))});`);

    await stage.sold({}, 'prodaja-1');
    assert.not.ok((await failures()).includes('card'));
    assert.is(desk.signatures, 1);
  },
  { tlsThread: new TlsThread({ program }) },
);
