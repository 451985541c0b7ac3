import { existsSync, mkdirSync, rmdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RescueBoard } from './board.js';

const installs = ({ programs }: RescueBoard) => programs.callsOf('rauc').filter((call) => call.includes('install'));

test('it lists the update that is kept and those on sticks with their versions, and what is not signed without a button', async () => {
  await RescueBoard.during(async (board) => {
    assert.match(await board.page(), /Нема ниједне верзије/);
    board.keepUpdate('1.4.0');
    board.stick('sda1', { 'kasirbox-1.5.0.raucb': { version: '1.5.0' }, 'music.mp3': 'x', 'other.RAUCB': 'not ours' });
    const page = await board.page();
    assert.match(
      page,
      /Верзија 1\.4\.0[\s\S]*сачувана у уређају[\s\S]*Верзија 1\.5\.0[\s\S]*sda1: kasirbox-1\.5\.0\.raucb/,
    );
    assert.match(page, /other\.RAUCB[\s\S]*није потписана за овај уређај[\s\S]*signature verification failed/);
    assert.not.match(page, /music/);
    assert.is((await board.fields()).ids.length, 2);
    const asked = board.programs.callsOf('rauc').length;
    await board.page();
    assert.is(board.programs.callsOf('rauc').length, asked, 'RAUC is asked once about the same file');
  });
});

test('a restore shows its progress, is one at a time, and ends with a restart', async () => {
  await RescueBoard.during(async (board) => {
    board.keepUpdate('1.4.0');
    writeFileSync(join(board.keep, 'rescue-retried'), '');
    const { token, ids } = await board.fields();
    const fields = { token, id: ids[0] ?? '' };
    const answers = await Promise.all([1, 2, 3].map(() => board.press('/restore', fields)));
    assert.equal(
      answers.map(({ status, headers }) => [status, headers.location]),
      [1, 2, 3].map(() => [303, '/']),
    );
    await board.until('restoring');
    while ((JSON.parse((await board.ask('/state')).text) as { percent: number }).percent !== 40);
    const page = await board.page();
    assert.match(page, /Враћа се верзија 1\.4\.0/);
    assert.match(page, /<progress max="100" value="40"/);
    assert.not.match(page, /<form/);
    await board.press('/restore', fields);
    await board.press('/again', fields);
    await board.endInstall('well');
    await board.rescue.restartWanted;
    assert.match(await board.page(), /Верзија је враћена/);
    assert.equal(installs(board), [`rauc install ${join(board.updates, 'last-good.raucb')}`]);
    assert.is(existsSync(join(board.keep, 'rescue-retried')), false, 'what was installed anew may be tried again');
  });
});

test('a restore that fails says why, and another can be begun', async () => {
  await RescueBoard.during(async (board) => {
    board.keepUpdate('1.4.0');
    const { token, ids } = await board.fields();
    await board.press('/restore', { token, id: ids[0] ?? '' });
    await board.endInstall('No space <left> on device');
    await board.until('failed');
    const page = await board.page();
    assert.match(page, /Није успело[\s\S]*No space &lt;left&gt; on device/);
    assert.equal((await board.fields()).ids, ids);
    await board.press('/restore', { token, id: ids[0] ?? '' });
    await board.until('restoring');
    await board.endInstall('well');
    await board.rescue.restartWanted;
  });
});

test('what is installed is tried again once, with the slot that was first', async () => {
  await RescueBoard.during(async (board) => {
    const { token } = await board.fields();
    await board.press('/again', { token });
    await board.rescue.restartWanted;
    assert.match(await board.page(), /поново покушавају/);
    const marks = board.programs.callsOf('rauc');
    assert.equal(marks, ['rauc status mark-active rootfs.0', 'rauc status mark-active rootfs.1']);
    assert.is(existsSync(join(board.keep, 'rescue-retried')), true);
  });
  await RescueBoard.during(async (board) => {
    const { token } = await board.fields();
    writeFileSync(join(board.keep, 'rescue-retried'), '');
    assert.not.match(await board.page(), /action="\/again"/);
    await board.press('/again', { token });
    assert.is(board.rescue.state.kind, 'waiting');
    assert.equal(board.programs.callsOf('rauc'), []);
  });
});

test('where the second chance cannot be noted, or RAUC refuses, nothing restarts', async () => {
  const refuses = { rauc: "echo 'no such slot' >&2; exit 1" };
  await RescueBoard.during(async (board) => {
    await board.press('/again', { token: (await board.fields()).token });
    await board.until('failed');
    assert.match(await board.page(), /no such slot/);
  }, refuses);
  await RescueBoard.during(async (board) => {
    rmdirSync(board.keep);
    await board.press('/again', { token: (await board.fields()).token });
    await board.until('failed');
    assert.match(await board.page(), /ENOENT/);
    assert.equal(board.programs.callsOf('rauc'), []);
  });
});

test('names on a stick are shown as they are and nothing more, and no link leads off it', async () => {
  await RescueBoard.during(async (board) => {
    const evil = `"><img src=x onerror=alert(1)>\u202e${'x'.repeat(100)}.raucb`;
    const folder = board.stick('sda1', { '-v.raucb': { version: '1.0.0' }, [evil]: { version: '<b>2</b>' } });
    board.keepUpdate('9.9.9');
    symlinkSync(join(board.updates, 'last-good.raucb'), join(folder, 'link.raucb'));
    symlinkSync(board.updates, join(board.media, 'sdb1'));
    mkdirSync(join(folder, 'folder.raucb'));
    writeFileSync(join(folder, 'empty.raucb'), '');
    writeFileSync(join(folder, 'huge.raucb'), '');
    truncateSync(join(folder, 'huge.raucb'), 2 ** 31);
    const page = await board.page();
    assert.not.match(page, /<img|<b>|\u202e|x{90}/);
    assert.match(page, /&quot;&gt;&lt;img src=x onerror=alert\(1\)&gt;x/);
    // What is no version is none that could be restored.
    assert.match(page, /its manifest names no board or no version/);
    assert.match(page, /-v\.raucb/);
    assert.not.match(page, /link\.raucb|sdb1|folder\.raucb|empty\.raucb|huge\.raucb/);
    assert.is((await board.fields()).ids.length, 2);
  });
});

test('a stick full of files is not looked through for ever', async () => {
  await RescueBoard.during(async (board) => {
    board.stick('sda1', Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${n}.raucb`, { version: `${n}` }])));
    assert.is((await board.fields()).ids.length, 8);
  });
});

test('a form of another page, without the token, or under a foreign name, does nothing', async () => {
  await RescueBoard.during(async (board) => {
    board.keepUpdate('1.4.0');
    const { token, ids } = await board.fields();
    const good = { token, id: ids[0] ?? '' };
    const own = `127.0.0.1:${board.port}`;
    for (const [status, fields, headers] of [
      [403, { ...good, token: '' }, {}],
      [403, { ...good, token: `${token}x` }, {}],
      [403, good, { Origin: 'http://example.com' }],
      [403, good, { Origin: 'null' }],
      [403, good, { Origin: `https://${own}` }],
      [421, good, { Host: 'rebound.example.com' }],
      [421, good, { Host: 'kasirbox.local.example.com', Origin: 'http://kasirbox.local.example.com' }],
      [303, { ...good, id: '0123456789abcdef' }, { Origin: `http://${own}` }],
      [303, { ...good, id: '../last-good.raucb' }, {}],
    ] as const) {
      assert.is((await board.press('/restore', fields, headers)).status, status, JSON.stringify([fields, headers]));
    }
    assert.is((await board.press('/again', { token: '' })).status, 403);
    assert.is(board.rescue.state.kind, 'waiting');
    assert.equal(installs(board), []);
    const named = { Host: 'kasirbox-1a2b.local', Origin: 'http://kasirbox-1a2b.local' };
    assert.is((await board.press('/restore', good, named)).status, 303);
    await board.until('restoring');
    await board.endInstall('well');
    await board.rescue.restartWanted;
  });
});

test('a button needs the code of the ticket, however it is typed, and nothing begins without it', async () => {
  await RescueBoard.during(async (board) => {
    board.keepUpdate('1.4.0');
    const { token, ids } = await board.fields();
    const good = { token, id: ids[0] ?? '' };
    assert.match(await board.page(), /Код за спасавање[\s\S]*name="code" required/);
    for (const code of ['', 'ABCDEFGJ', 'ABCDEFGHA', 'АБЦДЕФГХ']) {
      for (const path of ['/restore', '/again']) {
        const { status, text } = await board.press(path, { ...good, code });
        assert.is(status, 403, `${path} ${code}`);
        assert.match(text, /Код није тачан[\s\S]*The code is wrong[\s\S]*kasirbox-report\.txt/);
      }
    }
    assert.equal([board.rescue.state.kind, board.programs.callsOf('rauc').length], ['waiting', 1]);
    await board.press('/restore', { ...good, code: ' ab cd-EFGH ' });
    await board.until('restoring');
    await board.endInstall('well');
    await board.rescue.restartWanted;
  });
  await RescueBoard.during(async (board) => {
    board.code = undefined;
    assert.not.match(await board.page(), /name="code"/);
    await board.press('/again', { token: (await board.fields()).token, code: '' });
    await board.rescue.restartWanted;
  });
});

test('a version that did not pass its trial is marked, and comes behind the others', async () => {
  await RescueBoard.during(async (board) => {
    board.givenUp = '1.5.0';
    board.keepUpdate('1.5.0');
    board.stick('sda1', { 'a.raucb': 'not ours', 'b.raucb': { version: '1.4.0' } });
    const page = await board.page();
    assert.match(
      page,
      /Верзија 1\.4\.0[\s\S]*Верзија 1\.5\.0[\s\S]*није прошла пробу[\s\S]*failed its trial[\s\S]*Не може се вратити/,
    );
    assert.is(page.match(/failed its trial/g)?.length, 1);
  });
});

test('what else is asked is bounded, and leads to the page', async () => {
  await RescueBoard.during(async (board) => {
    const { headers } = await board.ask('/');
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'/);
    assert.not.match(policy, /unsafe|\*|http/);
    assert.is(headers['x-frame-options'], 'DENY');
    assert.is((await board.ask('/', { headers: { Host: 'example.com' } })).status, 421);
    assert.equal((await board.ask('/till?x=1')).headers.location, '/');
    assert.is((await board.ask('/rescue.css')).headers['content-type'], 'text/css; charset=utf-8');
    assert.is((await board.ask('/restore', { method: 'PUT' })).status, 405);
    assert.is((await board.ask('/restore', { method: 'POST', body: 'x'.repeat(5000) })).status, 413);
    assert.is((await board.ask('/', { method: 'GET', body: 'x' })).status, 405);
    const { token } = await board.fields();
    assert.is((await board.press('/other', { token })).status, 404);
  });
});

test.run();
