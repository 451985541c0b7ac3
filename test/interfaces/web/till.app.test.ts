import { readFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { browserTest } from '../../kit/web/accessibility.js';
import { PHONE } from '../../kit/web/browser.js';
import { atTill } from '../../kit/web/till.js';

interface Manifest {
  readonly name: string;
  readonly display: string;
  readonly start_url: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string }[];
}

browserTest(
  'a tablet installs the page as an app: no fault in the manifest, icons of their size, a worker that keeps it',
  () =>
    atTill(
      async (page) => {
        await page.evaluate('navigator.serviceWorker.ready');
        await page.reload();
        await page.getByRole('button', { name: 'Слободан износ' }).waitFor();
        assert.ok(await page.evaluate('navigator.serviceWorker.controller !== null'));
        const devtools = await page.context().newCDPSession(page);
        const { url, errors, data } = await devtools.send('Page.getAppManifest');
        assert.match(url, /\/manifest\.webmanifest$/);
        assert.equal(errors, []);
        const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
        // A window of a test is a private one, in which nothing can be installed; nothing else may stand in the way.
        const others = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
        assert.equal(others, []);
        const manifest = JSON.parse(data ?? '') as Manifest;
        assert.is(manifest.display, 'fullscreen');
        for (const { src, sizes, type } of manifest.icons.filter((icon) => icon.type === 'image/png')) {
          const reply = await page.request.get(new URL(src, url).href);
          assert.is(reply.headers()['content-type'], type);
          const { width, height } = PNG.sync.read(await reply.body());
          assert.is(`${width}x${height}`, sizes, src);
        }
        assert.ok(manifest.icons.some(({ sizes }) => sizes === '512x512'));
      },
      { device: PHONE },
    ),
);

test('what the worker keeps is what there is', () => {
  const worker = readFileSync('dist/web/sw.js', 'utf8');
  const [, kept = ''] = /CHUNKS = (\[.*?\])/.exec(worker) ?? [];
  for (const chunk of JSON.parse(kept) as string[]) assert.ok(readFileSync(`dist/web${chunk}`).length > 0);
});

test.run();
