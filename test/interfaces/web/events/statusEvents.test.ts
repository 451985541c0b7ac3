import type { Readable } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CheckFinding, failure, good, warning } from '../../../../src/interfaces/health/check.js';
import { StatusEvents } from '../../../../src/interfaces/web/events/statusEvents.js';
import type { Session } from '../../../../src/interfaces/web/session/sessions.js';
import { HandClock, settled } from '../../../kit/handClock.js';

const words = (en: string): { readonly sr: string; readonly en: string } => ({ sr: en, en });

let clock: HandClock;
let findings: readonly CheckFinding[];
let looks: number;
let sequence: number;
let stopping: AbortController;
let events: StatusEvents;
let cuts: number;

test.before.each(() => {
  clock = new HandClock();
  findings = [good(words('fine'))];
  looks = 0;
  sequence = 1;
  cuts = 0;
  stopping = new AbortController();
  const checks = {
    checks: () => {
      looks += 1;
      return Promise.resolve(findings.map((finding) => ({ name: 'disk', ...finding })));
    },
  };
  const ledger = {
    get end() {
      return { segment: 1, start: 0, offset: 0, sequence, epoch: 1, hash: Buffer.alloc(0) };
    },
  };
  events = new StatusEvents({ checks, ledger, clock, log: () => undefined, stopping: stopping.signal });
});
test.after.each(() => stopping.abort());

let sessions = 0;
/** Another one each time. */
const session = (user: number, endsAt = Infinity): Session => ({
  ...{ id: (sessions += 1), tablet: null, csrf: '', address: '', beganAt: 0, endsAt },
  user: { id: user, name: 'Ана', role: 'owner' },
  ended: new AbortController().signal,
});

/** A reader that takes everything; `text` is what came since it was asked last. */
function reader(stream: Readable): { readonly take: () => string; readonly hasEnded: () => boolean } {
  let text = '';
  let hasEnded = false;
  stream.on('data', (piece: Buffer) => (text += piece.toString()));
  stream.on('end', () => (hasEnded = true));
  return {
    take: () => {
      const taken = text;
      text = '';
      return taken;
    },
    hasEnded: () => hasEnded,
  };
}

function open(user = 1, endsAt?: number): Readable {
  const opened = events.open(session(user, endsAt), () => (cuts += 1));
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}

async function pass(ms: number): Promise<void> {
  clock.pass(ms);
  await settled();
  await settled();
}

test('a page gets what is found at once, worst first, and then only what has changed', async () => {
  const page = reader(open());
  await settled();
  assert.match(page.take(), /event: checks\ndata: .*"fine".*\n\nevent: ledger\ndata: {"sequence":1}\n\n$/s);
  await pass(3000);
  assert.is(page.take(), '');
  findings = [good(words('fine')), failure(words('broken'), words('mend it'))];
  await pass(3000);
  const told = page.take();
  assert.match(told, /^event: checks\n/);
  assert.ok(told.indexOf('broken') < told.indexOf('fine'));
  sequence = 2;
  await pass(3000);
  assert.is(page.take(), 'event: ledger\ndata: {"sequence":2}\n\n');
});

test('figures that change where all is well are no news, those of a warning are', async () => {
  const page = reader(open());
  await settled();
  page.take();
  findings = [good(words('93 MB'))];
  await pass(3000);
  assert.is(page.take(), '');
  findings = [warning(words('2 wait'), words('look'))];
  await pass(3000);
  findings = [warning(words('3 wait'), words('look'))];
  await pass(3000);
  assert.match(page.take(), /2 wait.*3 wait/s);
});

test('all pages share one look, a later one begins with what is known, and nobody looks while no page listens', async () => {
  const first = open();
  reader(first);
  await settled();
  const second = open(2);
  const other = reader(second);
  await settled();
  assert.match(other.take(), /"fine"/);
  assert.is(looks, 1);
  await pass(3000);
  assert.is(looks, 2);
  first.destroy();
  second.destroy();
  await settled();
  assert.is(clock.sleeping, 0);
  await pass(60_000);
  assert.is(looks, 2);
  findings = [good(words('new'))];
  const later = reader(open());
  await settled();
  assert.match(later.take(), /"new"/, 'what was known then is forgotten');
});

test('a comment is sent after twenty seconds of silence', async () => {
  const page = reader(open());
  await settled();
  page.take();
  for (let i = 0; i < 6; i += 1) await pass(3000);
  assert.is(page.take(), '');
  await pass(3000);
  assert.is(page.take(), ':\n\n');
});

test('a stream ends with its session, also when its time is over, and with the service', async () => {
  const [ended, late, kept] = [reader(open(1)), reader(open(2, 4000)), reader(open(3))];
  await settled();
  events.end(({ user }) => user.id === 1);
  await settled();
  assert.equal(
    [ended, late, kept].map((one) => one.hasEnded()),
    [true, false, false],
  );
  await pass(3000);
  await pass(3000);
  assert.equal(
    [late, kept].map((one) => one.hasEnded()),
    [true, false],
  );
  stopping.abort();
  await settled();
  assert.ok(kept.hasEnded());
  assert.is(clock.sleeping, 0);
  assert.equal(
    events.open(session(1), () => undefined),
    { ok: false, error: 'stopping' },
  );
});

test('one user, and all together, have so many streams and no more', () => {
  const full = { ok: false, error: 'full' };
  const own = Array.from({ length: 8 }, () => open(1));
  assert.equal(
    events.open(session(1), () => undefined),
    full,
  );
  const [first] = own;
  events.end(({ user }) => user.id === 99);
  first?.destroy();
  return settled().then(() => {
    assert.is(events.open(session(1), () => undefined).ok, true);
    for (let user = 2; user <= 3; user += 1) for (let i = 0; i < 8; i += 1) open(user);
    assert.equal(
      events.open(session(9), () => undefined),
      full,
    );
  });
});

test('a browser that opens more than its share loses its oldest, and no other loses any', async () => {
  const other = reader(open(1));
  const own = session(1);
  const pages = Array.from({ length: 8 }, () => {
    const opened = events.open(own, () => undefined);
    assert.ok(opened.ok);
    return reader(opened.value);
  });
  await settled();
  assert.equal(
    pages.map(({ hasEnded }) => hasEnded()),
    [true, true, ...Array.from({ length: 6 }, () => false)],
  );
  assert.is(other.hasEnded(), false);
});

test('a reader that takes nothing is cut before much waits for it', async () => {
  open();
  await settled();
  for (let i = 0; i < 20 && cuts === 0; i += 1) {
    findings = [warning(words(`${i} ${'x'.repeat(10_000)}`), words('look'))];
    await pass(3000);
  }
  assert.ok(cuts > 0);
});

test.run();
