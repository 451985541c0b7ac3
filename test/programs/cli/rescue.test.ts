import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { get, request } from 'node:http';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Programs } from '../board/programs.js';
import { freePort } from '../../kit/port.js';
import { kasirbox } from '../../kit/command.js';
import { cleanUp, temporaryFolder } from '../../kit/process.js';

test.after(cleanUp);

/** The page, as soon as it is served. */
async function firstPage(port: number): Promise<string> {
  for (;;) {
    const page = await new Promise<string | undefined>((resolve) => {
      const asked = get({ host: '127.0.0.1', port, path: '/', agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        response.on('end', () => resolve(text));
      });
      asked.on('error', () => resolve(undefined));
    });
    if (page !== undefined) return page;
  }
}

test('rescue serves its page, and ends well when the board is to be restarted', async () => {
  const programs = new Programs({ rauc: ':', fw_printenv: 'echo A B' });
  const port = await freePort();
  const keep = temporaryFolder();
  const folders = ['--keep', keep, '--media', temporaryFolder(), '--data', temporaryFolder()];
  const env = { PATH: `${programs.folder}:${process.env['PATH'] ?? ''}` };
  const ended = kasirbox(['rescue', '--listen', `127.0.0.1:${port}`, ...folders], { env });
  const token = /name="token" value="([^"]+)"/.exec(await firstPage(port))?.[1] ?? '';
  const pressed = request({ host: '127.0.0.1', port, path: '/again', method: 'POST', agent: false });
  pressed.on('response', (response) => response.resume()).end(new URLSearchParams({ token }).toString());
  assert.equal(await ended, { code: 0, stdout: `The rescue page is at port ${port}.\n`, stderr: '' });
  const marks = ['rauc status mark-active rootfs.1', 'rauc status mark-active rootfs.0'];
  assert.equal(programs.callsOf('rauc'), marks);
  assert.ok(existsSync(join(keep, 'rescue-retried')));
});

test('rescue asks for the code of the board, and marks the version that did not pass its trial', async () => {
  const programs = new Programs({
    rauc: `case $1 in info) echo '{"compatible":"kasirbox-arm64","version":"1.5.0"}' ;; esac`,
    fw_printenv: 'echo A B',
  });
  const port = await freePort();
  const [keep, media, run, data] = [1, 2, 3, 4].map(() => temporaryFolder()) as [string, string, string, string];
  mkdirSync(join(run, 'kasirbox-board'));
  writeFileSync(join(run, 'kasirbox-board/rescue-code'), 'ABCDEFGH\n');
  mkdirSync(join(data, 'updates'));
  const pending = { version: '1.5.0', from: '1.4.0', fromSlot: 'A', isInstalled: true, printers: [], failing: [] };
  writeFileSync(join(data, 'updates/state.json'), JSON.stringify({ confirmed: null, pending, outcome: null }));
  writeFileSync(join(data, 'updates/last-good.raucb'), 'signed');
  const env = { PATH: `${programs.folder}:${process.env['PATH'] ?? ''}` };
  const folders = ['--keep', keep, '--media', media, '--run', run, '--data', data];
  const ended = kasirbox(['rescue', '--listen', `127.0.0.1:${port}`, ...folders], { env });
  const page = await firstPage(port);
  assert.match(page, /did not pass its trial/);
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const press = (code: string): Promise<number | undefined> =>
    new Promise((resolve) => {
      const pressed = request({ host: '127.0.0.1', port, path: '/again', method: 'POST', agent: false });
      pressed.on('response', (response) => resolve(response.resume().statusCode));
      pressed.end(new URLSearchParams({ token, code }).toString());
    });
  assert.is(await press('ABCDEFGJ'), 403);
  assert.is(await press('abcd-efgh'), 303);
  assert.is((await ended).code, 0);
});

test('a port that is taken is told in one line', async () => {
  const { code, stderr } = await kasirbox(['rescue', '--listen', '192.0.2.1:80', '--data', temporaryFolder()]);
  assert.is(code, 1);
  assert.match(stderr, /^kasirbox: .*EADDRNOTAVAIL.*\n$/);
});

test.run();
