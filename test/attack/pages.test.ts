import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TestBox } from '../kit/box.js';
import { HandClock, settled } from '../kit/handClock.js';
import { serveWithoutSocket } from '../kit/serve.js';
import { codeOf, letIn, makeUsers, PASSWORD, PIN, Visitor, visitorAs } from '../kit/web/visitor.js';
import { Turns } from '../kit/turns.js';

/** A box of its own for each, and a guess of a secret takes what the box makes it take. */
const turns = new Turns(6);

/** Attacks on the pages by a person without a password, or by another web site. */

const SESSION = '__Host-kasirbox';
const DAY = 86_400_000;

async function during(work: (box: TestBox, clock: HandClock) => Promise<void>, isClaimed = true): Promise<void> {
  const clock = new HandClock();
  const passing = { monotonic: clock.monotonic, sleep: clock.sleep };
  await TestBox.during(
    async (box) => {
      if (isClaimed) await makeUsers(box);
      await work(box, clock);
    },
    { serve: serveWithoutSocket, passing },
  );
}

turns.test('CSRF: another site can change nothing for who is signed in, nor sign anybody in', async () => {
  await during(async (box) => {
    const owner = await visitorAs(box, 'Ана');
    const user = { name: 'Зли', role: 'owner', secret: PASSWORD };
    for (const headers of [
      { 'X-CSRF-Token': '' },
      { 'X-CSRF-Token': 'x'.repeat(43) },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `http://${owner.host}` },
      { Origin: '' },
    ]) {
      for (const [method, path, body] of [
        ['POST', '/web/operations/users.create', user],
        ['POST', '/web/tablet', { label: 'x' }],
        ['DELETE', '/web/session', undefined],
        ['POST', '/web/v1/invoices', { items: [{ name: 'a', quantity: 1, unitPrice: 1, label: 'Ђ' }] }],
      ] as const) {
        const reply = await owner.send(method, path, body, headers);
        assert.is(codeOf(reply), 'foreign', `${path} ${JSON.stringify(headers)}`);
        assert.is(reply.headers['access-control-allow-origin'], undefined, 'nor may it read why');
      }
    }
    const signIn = { name: 'Ана', secret: PASSWORD };
    const foreign = { Origin: 'https://evil.example' };
    assert.is(codeOf(await new Visitor(box).send('POST', '/web/session', signIn, foreign)), 'foreign');
    assert.is(
      codeOf(await owner.send('GET', '/web/session', undefined, { 'Sec-Fetch-Site': 'cross-site' })),
      'foreign',
    );
    assert.is(box.parts.users.findByName('Зли'), undefined);
    assert.is(await owner.state(), 'signed-in');
  });
});

turns.test('clickjacking: no page can be framed, and nothing inline or foreign runs', async () => {
  await during(async (box) => {
    const { headers } = await new Visitor(box).send('GET', '/');
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.match(policy, /default-src 'none'/);
    assert.not.match(policy, /unsafe|https?:|\*/);
    assert.is(headers['x-frame-options'], 'DENY');
  });
});

turns.test('session fixation: a token that was there before is never the token of who signs in', async () => {
  await during(async (box) => {
    const planted = 'A'.repeat(43);
    const victim = new Visitor(box);
    victim.cookies.set(SESSION, planted);
    await victim.signIn('Ана', PASSWORD);
    assert.is.not(victim.cookies.get(SESSION), planted);
    const thief = new Visitor(box);
    thief.cookies.set(SESSION, planted);
    assert.is(await thief.state(), 'signed-out');

    const before = victim.cookies.get(SESSION) ?? '';
    await victim.signIn('Ана', PASSWORD);
    assert.is.not(victim.cookies.get(SESSION), before);
    thief.cookies.set(SESSION, before);
    assert.is(await thief.state(), 'signed-out', 'signing in anew ends the session of before');
  });
});

turns.test('a cookie that was stolen opens nothing after the sign-out', async () => {
  await during(async (box) => {
    const owner = await visitorAs(box, 'Ана');
    const thief = new Visitor(box);
    thief.cookies.set(SESSION, owner.cookies.get(SESSION) ?? '');
    thief.csrf = owner.csrf;
    assert.is(await thief.state(), 'signed-in', 'until then it does, which is why scripts do not see it');
    const out = await owner.send('DELETE', '/web/session');
    assert.match(String(out.headers['set-cookie']), /^__Host-kasirbox=; .*Max-Age=0/);
    assert.is(await thief.state(), 'signed-out');
    assert.is(codeOf(await thief.operate('keys.create', { label: 'x' })), 'signed_out');
  });
});

/** Guesses at the highest rate the box allows, for some time; returns the number of guesses that the box evaluated. */
async function guessed(clock: HandClock, length: number, guess: () => Promise<string>): Promise<number> {
  let looked = 0;
  const end = clock.monotonic() + length;
  while (clock.monotonic() < end) {
    let answer: string | undefined;
    void guess().then((code) => (answer = code));
    for (let rounds = 0; answer === undefined; rounds += 1) {
      await settled();
      if (clock.sleeping > 0 && rounds > 3) clock.pass(500);
    }
    if (answer === 'wrong_secret') looked += 1;
    else clock.pass(10_000);
  }
  return looked;
}

turns.test(
  'brute force of a password: from the box itself some 60 guesses a minute, from elsewhere far fewer',
  async () => {
    await during(async (box, clock) => {
      const visitor = new Visitor(box);
      const looked = await guessed(clock, 120_000, async () => codeOf(await visitor.signIn('Ана', 'wrong guess')));
      assert.ok(looked <= 145, `${looked} guesses`);
      clock.pass(60_000);
      assert.is((await visitor.signIn('Ана', PASSWORD)).status, 200);
    });
  },
);

turns.test('brute force of a PIN: some thirty guesses a day, where 10,000 are to be tried', async () => {
  await during(async (box, clock) => {
    const tablet = new Visitor(box);
    await letIn(box, tablet);
    let looked = 0;
    const end = clock.monotonic() + DAY;
    while (clock.monotonic() < end) {
      if (codeOf(await tablet.signIn('Ђорђе', '0000')) === 'wrong_secret') looked += 1;
      clock.pass(600_000);
    }
    assert.ok(looked <= 45, `${looked} guesses`);
    clock.pass(3_600_000);
    assert.is((await tablet.signIn('Ђорђе', PIN)).status, 200, 'and the cashier is not locked out for good');
  });
});

turns.test('brute force of a PIN: all at once, and in every way to write a name, no more are looked at', async () => {
  await during(async (box, clock) => {
    const created = await box.parts.users.create('Željko Šarčević', 'cashier', PIN);
    assert.ok(created.ok);
    const tablet = new Visitor(box);
    await letIn(box, tablet);
    const answers: string[] = [];
    const names = ['NFC', 'NFD'].map((form) => 'Željko Šarčević'.normalize(form));
    const guesses = Array.from({ length: 16 }, async (_, n) => {
      answers.push(codeOf(await tablet.signIn(names[n % 2] ?? '', '0000')));
    });
    while (answers.length < guesses.length) {
      await settled();
      if (clock.sleeping > 0) clock.pass(500);
    }
    assert.is(answers.filter((code) => code === 'wrong_secret').length, 5, answers.join());
    assert.is(codeOf(await tablet.signIn('željko šarčević', PIN)), 'slow_down');
  });
});

turns.test('of many who come at once with the claim code one owns the box', async () => {
  await during(async (box) => {
    const code = box.parts.claim.current ?? '';
    const claims = await Promise.all(['Ана', 'Беба', 'Вера'].map((name) => new Visitor(box).claim(code, name)));
    assert.equal(claims.map((reply) => codeOf(reply)).sort(), ['claimed', 'claimed', 'ok']);
    assert.is(box.parts.users.list().length, 1);
  }, false);
});

turns.test('DNS rebinding: a name that is not one of the box leads nowhere', async () => {
  await during(async (box) => {
    const owner = await visitorAs(box, 'Ана');
    for (const host of ['evil.example', 'evil.example:443', 'localhost.evil.example', '192.0.2.7']) {
      const headers = { Host: host, Origin: `https://${host}` };
      assert.is(codeOf(await owner.send('GET', '/', undefined, headers)), 'foreign', host);
      assert.is(codeOf(await owner.send('GET', '/web/session', undefined, headers)), 'foreign', host);
      assert.is(codeOf(await owner.send('GET', '/web/v1/status', undefined, headers)), 'foreign', host);
      assert.is(codeOf(await owner.send('POST', '/web/operations/keys.list', {}, headers)), 'foreign', host);
    }
  });
});

turns.test('a neighbour cannot claim a box without its code, nor one that has an owner', async () => {
  await during(async (box, clock) => {
    const neighbour = new Visitor(box);
    assert.is(await neighbour.state(), 'unclaimed');
    const code = box.parts.claim.current ?? '';
    assert.not.ok((await neighbour.send('GET', '/web/session')).text.includes(code));
    for (const guess of ['', '0', code.slice(1), `${code}0`, '00000000'])
      assert.is(codeOf(await neighbour.claim(guess)), 'wrong_secret');
    const looked = await guessed(clock, 60_000, async () => codeOf(await neighbour.claim('00000000')));
    assert.ok(looked <= 85, `${looked} guesses of 32^8`);
    assert.is(await neighbour.state(), 'unclaimed');
    assert.is(codeOf(await neighbour.operate('users.code')), 'signed_out', 'it is shown to nobody on a page');

    clock.pass(60_000);
    assert.is((await new Visitor(box).claim(code)).status, 200);
    assert.is(codeOf(await neighbour.claim(code, 'Зли')), 'claimed');
    assert.is(box.parts.users.list().length, 1);
  }, false);
});

turns.test('who is not signed in sends a name and a secret, nothing larger', async () => {
  await during(async (box) => {
    for (const path of ['/web/session', '/web/claim', '/web/recovery']) {
      const reply = await new Visitor(box).send('POST', path, { name: 'a'.repeat(8192) });
      assert.is(reply.status, 400, path);
      assert.match(reply.text, /larger than 8192 bytes/);
    }
  });
});

test.run();
