import { existsSync } from 'node:fs';
import { get, request } from 'node:http';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Programs } from '../board/programs.js';
import { freePort } from '../kit/port.js';
import { kasirbox } from '../kit/command.js';
import { cleanUp, temporaryFolder } from '../kit/process.js';

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

test('a port that is taken is told in one line', async () => {
  const { code, stderr } = await kasirbox(['rescue', '--listen', '192.0.2.1:80', '--data', temporaryFolder()]);
  assert.is(code, 1);
  assert.match(stderr, /^kasirbox: .*EADDRNOTAVAIL.*\n$/);
});

test.run();
