import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newFolder } from '../../kit/folder.js';
import { Machine } from '../../kit/machine.js';
import { FakeRauc } from '../../kit/updates/rauc.js';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { hasBrowser, PHONE } from '../../kit/web/browser.js';
import { assertFits, Managed } from '../../kit/web/managing.js';
import { Turns } from '../../kit/turns.js';

const test = suite<{ managed: Managed; rauc: FakeRauc; stick: string }>('updates on a page');

if (hasBrowser) {
  /** Each starts a box, and works in a browser. */
  const turns = new Turns(3, test);

  test.before.each(async (context) => {
    const runtime = newFolder('run');
    mkdirSync(runtime, { recursive: true });
    const machine = { root: new Machine().synchronize().write('etc/rauc/system.conf', '').root, buildTime: 0 };
    const media = newFolder('media');
    context.stick = join(media, 'sda1');
    mkdirSync(context.stick, { recursive: true });
    context.rauc = new FakeRauc();
    context.managed = await Managed.start({ machine, updates: { rauc: context.rauc.options, runtime, media } });
  });
  test.after.each(({ managed }) => managed.stop());

  const FILE = { name: 'a.raucb', mimeType: '', buffer: Buffer.alloc(2_500_000, 7) };

  turns.test(
    'a file of the tablet is sent in pieces, goes on after a lost answer, is installed, and the box wants to restart',
    async ({ managed, rauc }) => {
      rauc.bundle({ version: '1.3.0' });
      const { page, close } = await managed.open('settings/updates', undefined, PHONE);
      await page.getByText(/^Ради верзија /).waitFor();
      await assertAccessible(page);
      await assertFits(page);
      const places: string[] = [];
      let isCut = false;
      await page.route('**/web/updates?*', async (route) => {
        const at = new URL(route.request().url()).searchParams.get('at') ?? '';
        places.push(at);
        if (isCut || at === '0') return route.continue();
        isCut = true;
        // The box takes the piece, and its answer is lost.
        await route.fetch();
        return route.abort('connectionreset');
      });
      await page.locator('input[type=file]').setInputFiles(FILE);
      await page.getByText('Слање се наставља чим се врати').waitFor();
      await page.getByText('Уређај се поново покреће').waitFor();
      assert.equal(places, ['0', '1048576', '1048576', '2097152']);
      await assertAccessible(page);
      await close();
    },
  );

  turns.test(
    'one that could not read the data is refused in plain words, and another may be chosen',
    async ({ managed, rauc }) => {
      rauc.bundle({ version: '0.0.1', dataFormat: 0 });
      const { page, close } = await managed.open('settings/updates');
      await page.locator('input[type=file]').setInputFiles(FILE);
      await page.getByText('Верзија 0.0.1 не би могла да чита податке овог уређаја').waitFor();
      await page.getByText('Изаберите датотеку').waitFor();
      await close();
    },
  );

  turns.test(
    'a stick is looked through: a downgrade that could not read the data says so before, a newer one is installed',
    async ({ managed, rauc, stick }) => {
      rauc.bundle({ version: '0.0.0-rc.1', dataFormat: 0 });
      writeFileSync(join(stick, 'old.raucb'), 'old');
      symlinkSync('/etc/passwd', join(stick, 'link.raucb'));
      mkdirSync(join(stick, 'deep'));
      writeFileSync(join(stick, 'deep', 'deep.raucb'), 'deep');
      const { page, close } = await managed.open('settings/updates', undefined, PHONE);
      const card = page.locator('section', { has: page.getByRole('heading', { name: 'Са USB меморије' }) });
      await card.getByText('0.0.0-rc.1, старија верзија').waitFor();
      await card.getByText('Не би могла да чита податке овог уређаја.').waitFor();
      assert.is(await card.getByRole('button', { name: 'Инсталирај' }).count(), 0);
      assert.equal(await card.locator('bdi').allTextContents(), [join(stick, 'old.raucb')]);
      rauc.bundle({ version: '10.0.0' });
      writeFileSync(join(stick, 'new.raucb'), 'new');
      await card.getByRole('button', { name: 'Погледај поново' }).click();
      await card.getByText('10.0.0, новија верзија').waitFor();
      await assertFits(page);
      await assertAccessible(page);
      await card.getByRole('button', { name: 'Инсталирај' }).click();
      await page.getByText('Уређај се поново покреће').waitFor();
      await close();
    },
  );
} else {
  test.skip('there is no browser here');
}

test.run();
