import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Managed } from '../../kit/web/managing.js';
import { Turns } from '../../kit/turns.js';

const test = suite<{ managed: Managed }>('files that a page sends');
/** Each works in a browser. */
const turns = new Turns(3, test);

test.before(async (context) => {
  context.managed = await Managed.start();
});

test.after(({ managed }) => managed.stop());

interface Sent {
  readonly path: string;
  /** Of the body; it is of zeros. */
  readonly bytes: number;
  readonly token?: false;
}

/** What a page of the box is answered. */
async function send(page: Awaited<ReturnType<Managed['open']>>['page'], sent: Sent) {
  return page.evaluate(async ({ path, bytes, token }) => {
    const session = (await (await fetch('/web/session')).json()) as { readonly csrf: string };
    const headers = { 'X-CSRF-Token': token === false ? 'none' : session.csrf };
    const reply = await fetch(path, { method: 'POST', body: new Blob([new Uint8Array(bytes)]), headers });
    return { status: reply.status, text: await reply.text() };
  }, sent);
}

turns.test('a file that is too large is refused, and the box goes on', async ({ managed }) => {
  const { page, close } = await managed.open('catalogue');
  const path = '/web/items/csv?do=check';
  const tooLarge = await send(page, { path, bytes: 4 * 1024 * 1024 + 1 });
  assert.is(tooLarge.status, 400);
  assert.match(tooLarge.text, /larger than 4194304 bytes/);
  const zeros = await send(page, { path, bytes: 4 * 1024 * 1024 });
  assert.is(zeros.status, 422);
  const foreign = await send(page, { path, bytes: 10, token: false });
  assert.is(foreign.status, 403);
  const empty = await send(page, { path, bytes: 0 });
  assert.match(empty.text, /the file is empty/);
  assert.equal(managed.box.parts.catalogue.all(), []);
  await close();
});

turns.test('a logo that is too large is refused', async ({ managed }) => {
  const { page, close } = await managed.open('catalogue');
  const logo = await send(page, { path: '/web/operations/print.logo', bytes: 2 * 1024 * 1024 });
  assert.is(logo.status, 400);
  assert.match(logo.text, /larger than 1048576 bytes/);
  await close();
});

turns.test('a file of ten thousand rows comes in, and is turned page by page', async ({ managed }) => {
  const { page, close } = await managed.open('catalogue');
  const imported = await page.evaluate(async () => {
    const { csrf } = (await (await fetch('/web/session')).json()) as { readonly csrf: string };
    const rows = Array.from({ length: 10_000 }, (_, at) => `${at};Артикал број ${at};${at % 900},50;Ђ`);
    const body = new Blob([`plu;назив;цена;ознака\n${rows.join('\n')}\n`]);
    const reply = await fetch('/web/items/csv', { method: 'POST', body, headers: { 'X-CSRF-Token': csrf } });
    return await reply.json();
  });
  assert.equal(imported, {
    ...{ created: 10_000, changed: 0, unchanged: 0, isDone: true, refused: 0, faults: [], shown: [] },
    ...{ warned: 0, warnings: [] },
  });
  await page.reload();
  await page.getByText('1–50 од 10000').waitFor();
  await page.getByLabel('Тражи по називу').fill('broj 9999');
  await page.getByText('1–1 од 1').waitFor();
  await close();
});

test.run();
