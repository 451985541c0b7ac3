import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CHAT, ChatServer, TOKEN } from '../../kit/chat/server.js';
import { kasirbox } from '../../kit/command.js';
import { cleanUp, temporaryFolder } from '../../kit/process.js';

test.after(cleanUp);

test('notify test says whether the message was taken, and what to do when it was not, without the token', () =>
  ChatServer.during({}, async (server) => {
    const folder = temporaryFolder();
    const run = (...args: string[]) => kasirbox([...args, '--data', folder], { env: { LC_ALL: 'C' } });
    const bot = (token: string) => JSON.stringify({ kind: 'bot', token, chat: CHAT, url: server.origin });
    assert.is((await run('settings', 'set', 'notify', bot(TOKEN))).code, 0);
    assert.equal(await run('notify', 'test'), { code: 0, stdout: 'The message stands in the chat.\n', stderr: '' });
    assert.match(server.texts[0] ?? '', /Пробна порука/);
    assert.is((await run('settings', 'set', 'notify', bot('1:drugi'))).code, 0);
    const refused = await run('notify', 'test');
    assert.is(refused.code, 1);
    assert.match(
      refused.stderr,
      /^kasirbox: The chat server refuses messages \(401\)\. Check token in the setting notify/,
    );
    assert.not.match(refused.stderr, /drugi/);
  }));

test.run();
