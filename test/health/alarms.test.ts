import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoxEvent } from '../../src/ledger/event.js';
import type { ToldAlarm } from '../../src/ledger/notice.js';
import { Alarms } from '../../src/health/alarms.js';
import type { Check } from '../../src/health/checks.js';
import { defaultSettings, type SettingValues } from '../../src/settings/schema.js';
import { HandClock } from '../kit/handClock.js';
import { MemoryDisk } from '../kit/disk/memory.js';
import { openLedger } from '../kit/ledger.js';

const MINUTE = 60_000;
const words = (sr: string) => ({ sr, en: `in English: ${sr}` });

function check(name: Check['name'], state: Check['state'], found = `${name} ${state}.`): Check {
  return {
    name,
    state,
    found: words(found),
    proof: null,
    action: state === 'ok' ? null : words('Позовите сервисера.'),
  };
}

/** Alarms over a real ledger, looked at by hand; what is pending is told at once, unless the way is closed. */
class Scene {
  readonly clock = new HandClock();
  readonly texts: string[] = [];
  checks: Check[] = [];
  isReachable = true;
  told: Record<string, ToldAlarm> = {};
  notify: SettingValues['notify'] = { kind: 'webhook', url: 'https://a.rs/' };
  alarms: Alarms;

  private constructor(readonly ledger: Awaited<ReturnType<typeof openLedger>>) {
    this.alarms = this.make();
  }

  static async open(): Promise<Scene> {
    const ledger = await openLedger(new MemoryDisk());
    await ledger.put({ type: 'notice', notice: { sequence: null, alarms: {} } });
    return new Scene(ledger);
  }

  private make(): Alarms {
    const { ledger, clock } = this;
    const values = (): SettingValues => ({ ...defaultSettings('1.0'), notify: this.notify });
    return new Alarms({
      ...{ ledger, clock, look: async () => this.checks, log: () => undefined },
      settings: {
        get now() {
          return values();
        },
      },
    });
  }

  /** So many looks, a minute apart, each of which finds `checks`. */
  async look(minutes: number, ...checks: Check[]): Promise<void> {
    this.checks = checks;
    for (let minute = 0; minute < minutes; minute += 1) {
      this.clock.pass(MINUTE);
      await this.alarms.round();
      if (this.isReachable) this.tell();
    }
  }

  tell(): void {
    for (let next = this.alarms.pending(this.told); next !== undefined; next = this.alarms.pending(this.told)) {
      const { check: name, at, isOn, message } = next;
      this.texts.push(message.text.split('\n').slice(1).join(' | '));
      this.told[name] = { at, isOn };
    }
  }

  /** The next start of the service: what was told is in the ledger by then. */
  async restart(): Promise<void> {
    await this.ledger.put({ type: 'notice', notice: { sequence: null, alarms: this.told } });
    this.alarms = this.make();
  }

  get events(): readonly string[] {
    const isAlarm = (event: BoxEvent): event is Extract<BoxEvent, { kind: 'alarm' }> => event.kind === 'alarm';
    return this.ledger.main.events.filter(isAlarm).map(({ check: name, isOn }) => `${name} ${isOn ? 'on' : 'over'}`);
  }
}

test('a failure is told once it has lasted, once, with what to do, and so is its end', async () => {
  const scene = await Scene.open();
  await scene.look(1, check('ledger', 'failure'));
  assert.equal(scene.texts, []);
  await scene.look(30, check('ledger', 'failure'));
  assert.equal(scene.texts, ['КВАР: ledger failure. | Шта учинити: Позовите сервисера.']);
  await scene.look(1, check('ledger', 'ok'));
  assert.is(scene.texts.length, 1);
  await scene.look(30, check('ledger', 'ok'));
  assert.equal(scene.texts.slice(1), ['ПРОШЛО: ledger ok.']);
  assert.equal(scene.events, ['ledger on', 'ledger over']);
});

test('a failure is told whatever its name is, a warning only where the owner must know', async () => {
  const scene = await Scene.open();
  await scene.look(30, check('keys', 'warning'), check('company', 'warning'), check('notify', 'warning'));
  assert.equal(scene.texts, []);
  await scene.look(2, check('labels', 'failure'), check('disk', 'warning'));
  assert.equal(scene.events, ['labels on', 'disk on']);
  assert.match(scene.texts[1] ?? '', /^УПОЗОРЕЊЕ: disk warning\./);
});

test('a printer gets ten minutes for its roll', async () => {
  const scene = await Scene.open();
  await scene.look(9, check('printer', 'ok'), check('printer', 'warning', 'Нема папира.'));
  assert.equal(scene.texts, []);
  await scene.look(1, check('printer', 'ok'), check('printer', 'warning', 'Нема папира.'));
  assert.match(scene.texts[0] ?? '', /Нема папира\./);
});

test('what comes and goes is not told more than once in the quiet time, and what stays after it is', async () => {
  const scene = await Scene.open();
  scene.notify = { kind: 'webhook', url: 'https://a.rs/', quietMinutes: 30 };
  for (let turn = 0; turn < 20; turn += 1) {
    await scene.look(1, check('pfr', 'failure'));
    await scene.look(1, check('pfr', 'ok'));
  }
  assert.equal(scene.texts, [], 'flapping from look to look lasts never');
  await scene.look(2, check('pfr', 'failure'));
  await scene.look(2, check('pfr', 'ok'));
  assert.is(scene.texts.length, 2);
  await scene.look(20, check('pfr', 'failure'));
  assert.is(scene.texts.length, 2, 'quiet');
  await scene.look(10, check('pfr', 'failure'));
  assert.is(scene.texts.length, 3);
});

test('a clock that was set back does not make the quiet time longer', async () => {
  const scene = await Scene.open();
  await scene.look(2, check('pfr', 'failure'));
  await scene.look(2, check('pfr', 'ok'));
  scene.clock.pass(-24 * 60 * MINUTE);
  await scene.look(2, check('pfr', 'failure'));
  assert.is(scene.texts.length, 3);
});

test('a warning that becomes a failure is told anew', async () => {
  const scene = await Scene.open();
  await scene.look(5, check('pfr-certificate', 'warning'));
  await scene.look(2, check('pfr-certificate', 'failure'));
  assert.equal(
    scene.texts.map((text) => text.split(':')[0]),
    ['УПОЗОРЕЊЕ', 'КВАР'],
  );
  await scene.look(5, check('pfr-certificate', 'warning'));
  assert.is(scene.texts.length, 2, 'better is not well');
});

test('a check that says nothing any more is over', async () => {
  const scene = await Scene.open();
  await scene.look(5, check('settling', 'failure', 'Исход још није познат.'));
  await scene.look(2);
  assert.equal(scene.texts.slice(1), ['ПРОШЛО: Исход још није познат.']);
});

test('after a restart nothing is told twice, and what has ended meanwhile is over', async () => {
  const scene = await Scene.open();
  await scene.look(2, check('pfr', 'failure'), check('disk', 'warning'));
  assert.is(scene.texts.length, 2);
  await scene.restart();
  await scene.look(3, check('pfr', 'failure'), check('disk', 'ok'));
  assert.equal(scene.texts.slice(2), ['ПРОШЛО: disk ok.']);
  assert.equal(scene.events, ['pfr on', 'disk on', 'disk over']);
});

test('what could not be told is told later, also after a restart, and in one message when it is over by then', async () => {
  const scene = await Scene.open();
  scene.isReachable = false;
  await scene.look(2, check('pfr', 'failure', 'Процесор ћути.'), check('disk', 'warning'));
  await scene.look(2, check('pfr', 'ok'), check('disk', 'warning'));
  scene.tell();
  assert.is(scene.texts.length, 2);
  assert.match(scene.texts[0] ?? '', /^ПРОШЛО, а почело \d+\.\d\d\.\d{4}\. \d+:\d\d:\d\d: Процесор ћути\.$/);
  await scene.look(70, check('pfr', 'failure'), check('disk', 'warning'));
  await scene.restart();
  scene.tell();
  assert.is(scene.texts.length, 2, 'nothing can be said before a look');
  scene.isReachable = true;
  await scene.look(1, check('pfr', 'failure', 'Процесор још ћути.'), check('disk', 'warning'));
  assert.match(scene.texts.at(-1) ?? '', /Процесор још ћути\./);
});

test('switched off nothing is noticed, and switched on all begins anew', async () => {
  const scene = await Scene.open();
  await scene.look(2, check('pfr', 'failure'));
  const { notify } = scene;
  for (const off of [null, { kind: 'webhook', url: 'https://a.rs/', alarms: false } as const]) {
    scene.notify = off;
    const before = scene.events.length;
    await scene.look(5, check('pfr', 'ok'));
    assert.is(scene.events.length, before);
    scene.notify = notify;
    await scene.look(2, check('pfr', 'failure'));
    assert.is(scene.events.length, before + 1);
  }
});

test('a ledger that cannot be written any more is told of all the same', async () => {
  const scene = await Scene.open();
  await scene.ledger.close();
  await scene.look(2, check('ledger', 'failure'));
  assert.is(scene.texts.length, 1);
});

test.run();
