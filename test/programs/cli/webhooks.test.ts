import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ChatServer } from '../../kit/chat/server.js';
import { kasirbox } from '../../kit/command.js';
import { cleanUp, temporaryFolder } from '../../kit/process.js';

test.after(cleanUp);

test('webhooks test says whether a signed test was taken, and what to do when it was not, without the secret', () =>
  ChatServer.during({}, async (server) => {
    const folder = temporaryFolder();
    const run = (...args: string[]) => kasirbox([...args, '--data', folder], { env: { LC_ALL: 'C' } });
    const secret = `whsec_${'TAJN'.repeat(8)}`;
    const value = JSON.stringify([{ name: 'web-shop', url: `${server.origin}/tajna`, secret }]);
    const set = await run('settings', 'set', 'webhooks', value);
    assert.is(set.code, 0);
    assert.match(set.stderr, /Better: kasirbox settings set webhooks -$/m);
    const taken = await run('webhooks', 'test', 'web-shop');
    assert.equal(taken, { code: 0, stdout: 'The receiver has taken the test.\n', stderr: '' });
    assert.is(server.taken[0]?.json['type'], 'test');
    assert.match(String(server.taken[0]?.headers['webhook-signature']), /^v1,[A-Za-z0-9+/]{43}=$/);
    server.faults.push({ status: 404 });
    const refused = await run('webhooks', 'test', 'web-shop');
    assert.is(refused.code, 1);
    assert.match(refused.stderr, /^kasirbox: The receiver refuses messages \(404\)\. Check its url and secret/);
    assert.not.match(refused.stderr, /TAJN|tajna/);
    assert.match((await run('webhooks', 'test', 'books')).stderr, /^kasirbox: There is no webhook of this name/);
  }));

test.run();
