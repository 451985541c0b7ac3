import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { VERSION } from '../../../src/base/version.js';
import { TestBox } from '../../kit/box.js';
import { HandClock, settled } from '../../kit/handClock.js';
import { Machine } from '../../kit/machine.js';
import { serveWithoutSocket } from '../../kit/serve.js';
import { until } from '../../kit/until.js';
import { codeOf, letIn, makeUsers, PASSWORD, PIN, Visitor, visitorAs } from '../../kit/web/visitor.js';

const HOUR = 3_600_000;

/** A box with an owner, a technician and a cashier, whose time passes by hand. */
function during(work: (box: TestBox, clock: HandClock) => Promise<void>): Promise<void> {
  const clock = new HandClock();
  const passing = { monotonic: clock.monotonic, sleep: clock.sleep };
  return TestBox.during(
    async (box) => {
      await makeUsers(box);
      await work(box, clock);
    },
    { serve: serveWithoutSocket, passing },
  );
}

test('a name and its password sign in, and everything else is answered alike', async () => {
  await during(async (box) => {
    const visitor = new Visitor(box);
    assert.is(await visitor.state(), 'signed-out');
    const answers = [];
    for (const [name, secret] of [
      ['Ана', 'duga lozinka 2'],
      ['Нико', PASSWORD],
      ['Ђорђе', PIN],
      ['', ''],
    ] as const)
      answers.push(await visitor.signIn(name, secret));
    const told = answers.map(({ status, text }) => `${status} ${text.replace(/"requestId":"[\da-f-]+"/, '')}`);
    assert.equal(new Set(told).size, 1, 'no name is betrayed');
    assert.match(answers[0]?.text ?? '', /"wrong_secret"/);
    assert.is(visitor.cookies.size, 0);

    const reply = await visitor.signIn('ана ', PASSWORD);
    assert.is(reply.status, 200, 'a name in any case');
    const cookie = String(reply.headers['set-cookie']);
    assert.match(cookie, /^__Host-kasirbox=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/);
    assert.not.ok(reply.text.includes(visitor.cookies.get('__Host-kasirbox') ?? ''), 'no script sees the token');
    assert.is(await visitor.state(), 'signed-in');
  });
});

test('whoever opens a page sees the maker, the numbers and the versions of the box, also without signing in', async () => {
  const board = new Machine()
    .write('sys/firmware/devicetree/base/model', 'Raspberry Pi 4 Model B Rev 1.5\0')
    .write('sys/firmware/devicetree/base/serial-number', '10000000abcdef12\0');
  for (const [machine, serialNumber, hardware] of [
    [board, '10000000abcdef12', 'Raspberry Pi 4 Model B Rev 1.5'],
    [new Machine(), undefined, null],
  ] as const) {
    await TestBox.during(
      async (box) => {
        await box.set('esir', { number: '742', version: '1.3' });
        const { status, text } = await new Visitor(box).send('GET', '/web/identity');
        assert.equal(
          [status, JSON.parse(text)],
          [
            200,
            {
              ...{
                maker: 'kasirbox',
                supplier: null,
                version: VERSION,
                esirNumber: `742/${VERSION}`,
                isNumberOfBuild: false,
                hardware,
              },
              serialNumber: serialNumber ?? box.parts.ledger.boxId.toString('hex'),
            },
          ],
        );
      },
      { serve: serveWithoutSocket, machine: { root: machine.root, buildTime: 0 } },
    );
  }
});

test('a device that signs in anew has one session: what its cookie was before opens nothing any more', async () => {
  await during(async (box) => {
    const before = await visitorAs(box, 'Ана');
    const [device, other] = [new Visitor(box), await visitorAs(box, 'Мика')];
    for (const [name, value] of before.cookies) device.cookies.set(name, value);
    assert.is((await device.signIn('Мика', PASSWORD)).status, 200);
    assert.equal(
      [await device.state(), await before.state(), await other.state()],
      ['signed-in', 'signed-out', 'signed-in'],
    );
    assert.is.not((await before.operate('users.list')).status, 200);
    // A client without the password ends no session.
    assert.is(codeOf(await other.signIn('Ана', 'погрешна лозинка')), 'wrong_secret');
    assert.equal([await other.state(), await device.state()], ['signed-in', 'signed-in']);
  });
});

test('wrong passwords are slowed down, then refused for a while, and the right one is heard after it', async () => {
  await during(async (box, clock) => {
    const visitor = new Visitor(box);
    const guesses = Array.from({ length: 30 }, async () => codeOf(await visitor.signIn('Ана', 'wrong password')));
    // The waiting ones wait by the clock, which does not move.
    const refused = await Promise.all(guesses.slice(25));
    assert.equal([...new Set(refused)], ['slow_down']);
    await until('guesses that wait', () => clock.sleeping > 0, settled);
    const ended = Promise.all(guesses);
    const progress = { isEnded: false };
    void ended.then(() => (progress.isEnded = true));
    await until(
      'answers to all guesses',
      () => progress.isEnded,
      () => {
        clock.pass(1000);
        return settled();
      },
    );
    clock.pass(60_000);
    assert.is((await visitor.signIn('Ана', PASSWORD)).status, 200, 'nobody is locked out for good');
  });
});

test('a cashier signs in on a tablet that was let in only, and waits after five wrong PINs', async () => {
  await during(async (box, clock) => {
    const elsewhere = new Visitor(box);
    assert.is(codeOf(await elsewhere.signIn('Ђорђе', PIN)), 'wrong_secret');
    const tablet = new Visitor(box);
    await letIn(box, tablet);
    assert.match((await tablet.send('GET', '/web/session')).text, /"cashiers":\["Ђорђе"\]/);
    assert.match((await elsewhere.send('GET', '/web/session')).text, /"cashiers":\[\]/, 'a stranger learns no names');
    for (const spelled of ['Ђорђе', 'Đorđe', 'DJORDJE', 'ђорђе', 'Ђорђе']) {
      assert.is(codeOf(await tablet.signIn(spelled, '0000')), 'wrong_secret');
      clock.pass(10_000);
    }
    for (const spelled of ['Ђорђе', 'Djordje']) {
      assert.is(codeOf(await tablet.signIn(spelled, PIN)), 'slow_down', 'not even the right one');
    }
    clock.pass(60_000);
    assert.is(codeOf(await tablet.signIn('Ђорђе', '0000')), 'wrong_secret');
    clock.pass(60_000);
    assert.is(codeOf(await tablet.signIn('Ђорђе', PIN)), 'slow_down', 'twice as long the next time');
    clock.pass(60_000);
    assert.is((await tablet.signIn('Ђорђе', PIN)).status, 200);
  });
});

test('a PIN that a busy box did not check is none that was tried: the cashier need not wait after it', async () => {
  await during(async (box, clock) => {
    const tablet = new Visitor(box);
    await letIn(box, tablet);
    const { users } = box.parts;
    const authenticate = users.authenticate.bind(users);
    users.authenticate = async () => ({ ok: false, error: 'busy' });
    for (let tries = 0; tries < 8; tries += 1) {
      assert.is(codeOf(await tablet.signIn('Ђорђе', PIN)), 'slow_down');
      clock.pass(10_000);
    }
    assert.is(await tablet.state(), 'signed-out');
    users.authenticate = authenticate;
    assert.is(codeOf(await tablet.signIn('Ђорђе', '0000')), 'wrong_secret', 'PINs are checked again');
    clock.pass(10_000);
    assert.is((await tablet.signIn('Ђорђе', PIN)).status, 200);
  });
});

test('a right recovery code with a password that is too short is no guess, and the next one is heard at once', async () => {
  await during(async (box) => {
    const made = await box.parts.users.create('Весна', 'owner', PASSWORD);
    if (!made.ok) throw new Error(made.error.kind);
    const code = made.value.recoveryCode ?? '';
    // More than are allowed at once: a guess waits on the clock, which stands.
    const TRIES = 30;
    const codes: string[] = [];
    void (async () => {
      for (let tries = 0; tries < TRIES; tries += 1) {
        codes.push(codeOf(await new Visitor(box).recover(code, 'kratka')));
      }
    })();
    for (let turn = 0; turn < 20_000 && codes.length < TRIES; turn += 1) await settled();
    assert.equal(
      codes,
      Array.from({ length: TRIES }, () => 'validation'),
    );
    assert.is((await new Visitor(box).recover(code, 'nova lozinka 3')).status, 200);
    assert.is((await new Visitor(box).signIn('Весна', PASSWORD)).status, 403, 'the old one is gone');
  });
});

test('a session ends by itself: after 12 hours, that of a cashier as the setting says', async () => {
  await during(async (box, clock) => {
    await box.set('cashierSession', 60);
    const [owner, cashier] = [await visitorAs(box, 'Ана'), await visitorAs(box, 'Ђорђе')];
    clock.pass(HOUR - 1);
    assert.is(await cashier.state(), 'signed-in');
    clock.pass(1);
    assert.is(await cashier.state(), 'signed-out');
    clock.pass(11 * HOUR - 1);
    assert.is(await owner.state(), 'signed-in');
    clock.pass(1);
    assert.is(await owner.state(), 'signed-out');
    assert.is(codeOf(await owner.operate('users.list')), 'signed_out');
  });
});

test('sessions end with another password, with the user, with the tablet, and when an owner ends them', async () => {
  await during(async (box) => {
    const owner = await visitorAs(box, 'Ана');
    const idOf = (name: string): number => box.parts.users.findByName(name)?.id ?? 0;
    const technician = await visitorAs(box, 'Мика');
    await owner.operate('users.password', { id: idOf('Мика'), secret: 'nova lozinka 2' });
    assert.is(await technician.state(), 'signed-out');
    assert.is((await technician.signIn('Мика', 'nova lozinka 2')).status, 200);
    await owner.operate('users.remove', { id: idOf('Мика') });
    assert.is(await technician.state(), 'signed-out');

    const cashier = await visitorAs(box, 'Ђорђе');
    await owner.operate('tablets.remove', { id: 1 });
    assert.is(await cashier.state(), 'signed-out');
    assert.is(codeOf(await cashier.signIn('Ђорђе', PIN)), 'wrong_secret', 'the tablet is no tablet any more');

    const other = await visitorAs(box, 'Ана');
    const { sessions } = JSON.parse((await owner.send('GET', '/web/sessions')).text) as {
      readonly sessions: readonly { readonly id: number; readonly isOwn: boolean }[];
    };
    assert.is(sessions.length, 2);
    const theirs = sessions.find(({ isOwn }) => !isOwn)?.id ?? 0;
    assert.is((await owner.send('DELETE', `/web/sessions/${theirs}`)).text, '{"ended":1}');
    assert.is(await other.state(), 'signed-out');
    assert.is(await owner.state(), 'signed-in');
  });
});

test('the recovery code sets another password once, ends the sessions of before, and gives the next code', async () => {
  const clock = new HandClock();
  await TestBox.during(
    async (box) => {
      const first = new Visitor(box);
      const claimed = await first.claim(box.parts.claim.current ?? '');
      const code = codeIn(claimed.text);
      const visitor = new Visitor(box);
      assert.is(codeOf(await visitor.recover('0000-0000-0000-0000-0000', 'nova lozinka')), 'wrong_secret');
      assert.is(codeOf(await visitor.recover(code, 'short')), 'validation');
      const recovered = await visitor.recover(code.toLowerCase().replaceAll('-', ' '), 'nova lozinka');
      assert.is(recovered.status, 200);
      assert.is.not(codeIn(recovered.text), code);
      assert.is(await first.state(), 'signed-out');
      assert.is(codeOf(await visitor.recover(code, 'treca lozinka')), 'wrong_secret', 'it is used up');
      assert.is((await new Visitor(box).signIn('Ана', 'nova lozinka')).status, 200);
    },
    { serve: serveWithoutSocket, passing: { monotonic: clock.monotonic, sleep: clock.sleep } },
  );
});

function codeIn(text: string): string {
  return (JSON.parse(text) as { readonly recoveryCode: string }).recoveryCode;
}

test.run();
