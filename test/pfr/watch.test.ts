import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { jsonLog } from '../../src/base/log.js';
import { Lane } from '../../src/pfr/lane.js';
import type { Pfr, PfrStatus } from '../../src/pfr/port.js';
import { Watch } from '../../src/pfr/watch.js';
import { HandClock, settled } from '../kit/handClock.js';

const SECOND = 1000;

/** A processor of which only the state is asked; each look is noted with its time. */
class Watched {
  readonly looks: number[] = [];
  answers = true;
  hangs = false;
  words = 'ready';
  readonly lane: Lane;
  readonly pfr: Pfr;

  constructor(
    private readonly clock: HandClock,
    readonly uid = 'FAKE7PFR',
  ) {
    this.lane = new Lane(clock);
    const unused = () => Promise.reject(new Error('a watch only looks'));
    this.pfr = {
      ...{ mode: 'lpfr', environment: 'sandbox', lane: this.lane, signingLimit: 0, taxLabels: () => [] },
      ...{ ready: unused, sign: unused, find: unused, enterPin: unused, stop: () => undefined },
      status: () => this.status(),
      refresh: () => this.refresh(),
    };
  }

  private status(): PfrStatus {
    const words = { sr: this.words, en: this.words };
    const { uid, answers: ok } = this;
    return { ok, mode: 'lpfr', environment: 'sandbox', uid, words, findings: [], ratesAge: null, fields: {} };
  }

  private async refresh(): Promise<boolean> {
    await this.lane.beside(async () => {
      this.looks.push(this.clock.monotonic() / SECOND);
      if (this.hangs) await new Promise(() => undefined);
    });
    return this.answers;
  }
}

class Scene {
  readonly clock = new HandClock();
  readonly first = new Watched(this.clock);
  current = this.first;
  readonly lines: string[] = [];
  readonly watch = new Watch({
    current: () => this.current.pfr,
    clock: this.clock,
    log: jsonLog((line) => this.lines.push(line), this.clock.now),
  });

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

test('a processor that answers is looked at once in ten seconds', async () => {
  const scene = new Scene();
  await scene.during(async () => {
    await scene.pass(35);
    assert.equal(scene.first.looks, [0, 10, 20, 30]);
  });
});

test('one that does not answer is looked at after 2 s, then ever more rarely, up to once a minute', async () => {
  const scene = new Scene();
  scene.first.answers = false;
  await scene.during(async () => {
    await scene.pass(250);
    assert.equal(scene.first.looks, [0, 2, 6, 14, 30, 62, 122, 182, 242]);
  });
});

test('one that answers again is looked at calmly again, and its next silence begins with 2 s', async () => {
  const scene = new Scene();
  scene.first.answers = false;
  await scene.during(async () => {
    await scene.pass(13);
    scene.first.answers = true;
    await scene.pass(23);
    assert.equal(scene.first.looks, [0, 2, 6, 14, 24, 34]);
    scene.first.answers = false;
    await scene.pass(15);
    assert.equal(scene.first.looks.slice(6), [44, 46, 50]);
  });
});

test('another processor is looked at within 2 s of being set, however long the pause of the one before is', async () => {
  const scene = new Scene();
  scene.first.answers = false;
  await scene.during(async () => {
    await scene.pass(65);
    const second = new Watched(scene.clock, 'FAKE8PFR');
    second.answers = false;
    scene.current = second;
    await scene.pass(5);
    const [began = 0, next] = second.looks;
    assert.ok(began > 65 - 1 && began <= 67, `looked at ${began}`);
    assert.is(next, began + 2, 'with pauses of its own');
    assert.is(scene.first.looks.length, 6, 'the one before is left alone');
  });
});

test('nothing is asked while a receipt is under way, and the next look comes in its turn', async () => {
  const scene = new Scene();
  await scene.during(async () => {
    await scene.pass(1);
    const leave = await scene.first.lane.enter(0);
    await scene.pass(30);
    assert.equal(scene.first.looks, [0]);
    leave?.();
    await scene.pass(10);
    assert.equal(scene.first.looks.length, 2);
  });
});

test('each change of state is one line in the log, and no change is none', async () => {
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

test('a stop ends it at once, while it rests and while a processor hangs', async () => {
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
