import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { jsonLog } from '../../../src/base/log.js';
import { Mutex } from '../../../src/base/mutex.js';
import type { Pfr, PfrStatus, Reach } from '../../../src/processors/pfr/port.js';
import { StatusPoller } from '../../../src/processors/pfr/statusPoller.js';
import { HandClock, settled } from '../../kit/handClock.js';

const SECOND = 1000;

/** A processor that is asked only for its state; the time of each poll is noted. */
class Watched {
  readonly looks: number[] = [];
  reach: Reach = 'answers';
  hangs = false;
  words = 'ready';
  readonly mutex: Mutex;
  readonly pfr: Pfr;

  constructor(
    private readonly clock: HandClock,
    readonly uid = 'FAKE7PFR',
    private readonly mode: 'lpfr' | 'vpfr' = 'lpfr',
  ) {
    this.mutex = new Mutex(clock);
    const unused = () => Promise.reject(new Error('a watch only looks'));
    const reach = (): Reach => this.reach;
    this.pfr = {
      ...{
        mode,
        environment: 'sandbox',
        mutex: this.mutex,
        signingLimit: 0,
        lookUpTime: 0,
        overdueAfter: 0,
        taxLabels: () => [],
        quirks: [],
      },
      get reach() {
        return reach();
      },
      ...{ ready: unused, sign: unused, explain: unused, find: unused, counters: unused, enterPin: unused },
      status: () => this.status(),
      refresh: () => this.refresh(),
    };
  }

  private status(): PfrStatus {
    const words = { sr: this.words, en: this.words };
    const { uid, mode } = this;
    return {
      ok: this.reach === 'answers',
      mode,
      environment: 'sandbox',
      uid,
      words,
      findings: [],
      ratesAge: null,
      fields: {},
    };
  }

  private async refresh(): Promise<boolean> {
    await this.mutex.runWhenFree(async () => {
      this.looks.push(this.clock.monotonic() / SECOND);
      if (this.hangs) await new Promise(() => undefined);
    });
    return this.reach === 'answers';
  }
}

class Scene {
  readonly clock = new HandClock();
  readonly first: Watched;
  current: Watched;
  readonly lines: string[] = [];
  readonly watch = new StatusPoller({
    current: () => this.current.pfr,
    clock: this.clock,
    log: jsonLog((line) => this.lines.push(line), this.clock.now),
  });

  constructor(mode?: 'lpfr' | 'vpfr') {
    this.first = new Watched(this.clock, 'FAKE7PFR', mode);
    this.current = this.first;
  }

  async start(): Promise<void> {
    this.watch.start();
    await settled();
  }

  /** Half a second at a time, so that nothing is woken later than it asked for. */
  async pass(seconds: number): Promise<void> {
    for (let left = seconds * SECOND; left > 0; left -= SECOND / 2) {
      this.clock.pass(SECOND / 2);
      await settled();
    }
  }

  async during(work: () => Promise<void>): Promise<void> {
    await this.start();
    try {
      await work();
    } finally {
      await this.watch.stop();
    }
  }
}

test('a processor that answers is polled every ten seconds', async () => {
  const scene = new Scene();
  await scene.during(async () => {
    await scene.pass(35);
    assert.equal(scene.first.looks, [0, 10, 20, 30]);
  });
});

for (const mode of ['lpfr', 'vpfr'] as const) {
  test(`one that is out of reach is polled every two seconds, so that what waits for it can begin: ${mode}`, async () => {
    const scene = new Scene(mode);
    scene.first.reach = 'outOfReach';
    await scene.during(async () => {
      await scene.pass(9);
      assert.equal(scene.first.looks, [0, 2, 4, 6, 8]);
      await scene.pass(600);
      assert.is(scene.first.looks.length, 305);
    });
  });
}

const FAULTY = [
  { mode: 'lpfr', looks: [0, 2, 6, 14, 24, 34, 44] },
  { mode: 'vpfr', looks: [0, 2, 6, 14, 30, 62, 126, 254, 510, 810, 1110] },
] as const;

for (const { mode, looks } of FAULTY) {
  test(`one that answers something else is polled after 2 s, then ever more rarely: ${mode}`, async () => {
    const scene = new Scene(mode);
    scene.first.reach = 'faulty';
    await scene.during(async () => {
      await scene.pass((looks.at(-1) ?? 0) + 1);
      assert.equal(scene.first.looks, looks);
    });
  });
}

test('one that answers again is polled every ten seconds again, and after its next fault first after 2 s', async () => {
  const scene = new Scene();
  scene.first.reach = 'faulty';
  await scene.during(async () => {
    await scene.pass(13);
    scene.first.reach = 'answers';
    await scene.pass(23);
    assert.equal(scene.first.looks, [0, 2, 6, 14, 24, 34]);
  });
});

test('a V-PFR at rest is polled every 20 minutes: 72 times a day', async () => {
  const scene = new Scene('vpfr');
  await scene.during(async () => {
    await scene.pass(24 * 60 * 60 - 1);
    assert.is(scene.first.looks.length, 72);
  });
});

test('whoever finds it out of reach, or faulty, it is polled within 2 s, and often until it answers', async () => {
  for (const reach of ['outOfReach', 'faulty'] as const) {
    const scene = new Scene('vpfr');
    await scene.during(async () => {
      await scene.pass(100);
      assert.equal(scene.first.looks, [0]);
      scene.first.reach = reach;
      await scene.pass(2);
      assert.equal(scene.first.looks.length, 2, reach);
      await scene.pass(2);
      assert.equal(scene.first.looks.length, 3, reach);
      scene.first.reach = 'answers';
      await scene.pass(60);
      const polls = scene.first.looks.length;
      await scene.pass(600);
      assert.is(scene.first.looks.length, polls, 'it rests again');
    });
  }
});

test('another processor is polled within 2 s of being set, however long the pause of the one before is', async () => {
  const scene = new Scene('vpfr');
  await scene.during(async () => {
    await scene.pass(65);
    const second = new Watched(scene.clock, 'FAKE8PFR');
    second.reach = 'faulty';
    scene.current = second;
    await scene.pass(5);
    const [began = 0, next] = second.looks;
    assert.ok(began > 65 - 1 && began <= 67, `looked at ${began}`);
    assert.is(next, began + 2, 'with pauses of its own');
    assert.is(scene.first.looks.length, 1, 'the one before is left alone');
  });
});

test('pauses that have grown at one processor are not those of the next', async () => {
  const scene = new Scene('vpfr');
  scene.first.reach = 'faulty';
  await scene.during(async () => {
    await scene.pass(600);
    const second = new Watched(scene.clock, 'FAKE8PFR', 'vpfr');
    second.reach = 'faulty';
    scene.current = second;
    await scene.pass(10);
    const [began = 0, next] = second.looks;
    assert.is(next, began + 2);
  });
});

test('nothing is asked while a receipt is under way, and the next poll comes at its time', async () => {
  const scene = new Scene();
  await scene.during(async () => {
    await scene.pass(1);
    const leave = await scene.first.mutex.acquire(0);
    await scene.pass(30);
    assert.equal(scene.first.looks, [0]);
    leave?.();
    await scene.pass(10);
    assert.equal(scene.first.looks.length, 2);
  });
});

test('each change of state is logged once, and no change is not', async () => {
  const scene = new Scene();
  await scene.during(async () => {
    await scene.pass(25);
    assert.is(scene.lines.length, 1);
    scene.first.words = 'card out';
    await scene.pass(20);
    assert.is(scene.lines.length, 2);
    assert.match(scene.lines[1] ?? '', /"event":"pfr\.state".*"uid":"FAKE7PFR".*"state":"card out"/);
  });
});

test('a stop ends it at once, while it waits and while a processor hangs', async () => {
  const resting = new Scene();
  await resting.start();
  await resting.watch.stop();
  await resting.pass(20);
  assert.equal(resting.first.looks, [0]);
  assert.is(resting.clock.sleeping, 0);

  const hanging = new Scene();
  hanging.first.hangs = true;
  await hanging.start();
  await hanging.watch.stop();
  assert.equal(hanging.first.looks, [0]);
  assert.equal(hanging.lines, [], 'and of what it did not see it says nothing');
});

test.run();
