import { english } from '../../../src/base/index.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ALL_PERMISSIONS } from '../../../src/interfaces/admin/operation.js';
import { perform } from '../../../src/interfaces/admin/perform.js';
import type { SetupState } from '../../../src/interfaces/admin/setup.js';
import { adminDepsOf } from '../../../src/programs/box/admin.js';
import { TestBox } from '../../kit/box.js';
import { TestAuthority } from '../../kit/pfr/certificates.js';
import { serveWithoutSocket } from '../../kit/serve.js';
import { clientOf, COMPANY } from '../../processors/pfr/certificate/files.js';
import { inEnglish } from '../../kit/inEnglish.js';

const PRINTER = { address: 'tcp://192.168.1.50', width: 80, dpi: 203, mode: 'raster' } as const;

test('what of the first run is done follows from the box, step by step', async () => {
  await TestBox.during(
    async (box) => {
      const deps = adminDepsOf(box.parts);
      const shown = async (): Promise<SetupState> => {
        const reply = await perform(deps, ALL_PERMISSIONS, 'setup.show', {});
        if (!reply.ok) throw new Error(english(reply.error));
        return reply.value;
      };
      assert.equal(await shown(), {
        environment: 'sandbox',
        ...{ hasCompany: false, processor: 'demo', isProcessorTested: false, certificate: 'not-needed' },
        ...{
          printers: 0,
          silentPrinters: 0,
          tablets: 0,
          keys: 0,
          usedKeys: 0,
          cashiers: 0,
          hasBackupCode: false,
          isBackedUp: false,
          notNeeded: [],
        },
      });
      await box.set('company', COMPANY);
      await box.set('pfr.sandbox', { mode: 'vpfr', pac: 'ABC123' });
      await perform(deps, ALL_PERMISSIONS, 'print.add', { name: 'kasa', printer: PRINTER });
      await box.set('setupNotNeeded', ['printer']);
      await box.newKey();
      await box.parts.tablets.admit('Таблет', 'Ана');
      await box.parts.users.create('Ђорђе', 'cashier', '1234');
      assert.equal(await shown(), {
        environment: 'sandbox',
        ...{ hasCompany: true, processor: 'vpfr', isProcessorTested: false, certificate: 'missing' },
        ...{
          printers: 1,
          silentPrinters: 1,
          tablets: 1,
          keys: 1,
          usedKeys: 0,
          cashiers: 1,
          hasBackupCode: false,
          isBackedUp: false,
          notNeeded: ['printer'],
        },
      });
      const authority = await TestAuthority.create();
      const client = await authority.client({ jid: 'SAND0001', environment: 'sandbox', company: COMPANY });
      await box.parts.certificates.install('sandbox', clientOf(client, [authority.pem]));
      assert.is((await shown()).certificate, 'installed');
      box.clockOffset += 20 * 365 * 24 * 60 * 60 * 1000;
      assert.is((await shown()).certificate, 'ended', 'one that is over is no step that is done');
    },
    { serve: serveWithoutSocket },
  );
});

test('a printer is added beside the others, under a name of its own, and checked like the setting', async () => {
  await TestBox.during(
    async (box) => {
      const deps = adminDepsOf(box.parts);
      const add = (name: string, printer: object = PRINTER) =>
        perform(deps, ALL_PERMISSIONS, 'print.add', { name, printer: printer as typeof PRINTER });
      assert.ok((await add('kasa')).ok);
      assert.ok((await add('bar', { ...PRINTER, address: 'tcp://192.168.1.51' })).ok);
      assert.equal(inEnglish(await add('KASA')), { ok: false, error: 'The printer "KASA" already exists.' });
      assert.is((await add('kuhinja', { ...PRINTER, address: 'nowhere' })).ok, false);
      const names = box.parts.settings.now.printers.map(({ name }) => name);
      assert.equal(names, ['kasa', 'bar']);
    },
    { serve: serveWithoutSocket },
  );
});

test('the code of backups holds once it was typed back; another one never takes its place', async () => {
  await TestBox.during(
    async (box) => {
      const deps = adminDepsOf(box.parts);
      const made = await perform(deps, ALL_PERMISSIONS, 'backup.make-code', {});
      assert.ok(made.ok);
      const { code } = made.value;
      const set = (typed: string) => perform(deps, ALL_PERMISSIONS, 'backup.set-code', { code: typed });
      assert.is((await set(code.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).ok, false);
      assert.is(
        (await box.parts.settings.set('backup', { folder: '/media/stick' })).ok,
        false,
        'not shown is not made',
      );
      assert.ok((await set(code.toLowerCase())).ok);
      assert.is((await set(code)).ok, false);
      assert.is((await perform(deps, ALL_PERMISSIONS, 'backup.make-code', {})).ok, false);
    },
    { serve: serveWithoutSocket },
  );
});

test.run();
