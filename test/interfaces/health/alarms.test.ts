import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LogFields } from '../../../src/base/log.js';
import type { BoxEvent } from '../../../src/platform/ledger/boxEvent.js';
import type { NotifiedAlarm } from '../../../src/platform/ledger/shopRecords.js';
import { Alarms } from '../../../src/interfaces/health/alarms.js';
import type { CheckResult } from '../../../src/interfaces/health/check.js';
import { ALL_CHECKS } from '../../../src/interfaces/health/checks.js';
import { defaultSettings, type SettingValues } from '../../../src/shop/settings/registry.js';
import { HandClock, settled, waitsForDisk } from '../../kit/handClock.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { openLedger } from '../../kit/ledger.js';
import { callService } from '../../../src/interfaces/admin/socket.js';
import { body } from '../../sales/invoicing/bodies.js';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import { TestBox } from '../../kit/box.js';
import { read } from '../../kit/client.js';
import { wrapped } from '../../kit/disk/wrapped.js';
import { CHAT, ChatServer, TOKEN } from '../../kit/chat/server.js';
import { type TestAuthority, testAuthority } from '../../kit/smtp/certificate.js';
import { inEnglish } from '../../kit/inEnglish.js';

type CheckName = (typeof ALL_CHECKS)[number]['name'];

const MINUTE = 60_000;
const words = (sr: string) => ({ sr, en: `in English: ${sr}` });

function check(name: CheckName, state: CheckResult['state'], found = `${name} ${state}.`): CheckResult {
  return {
    name,
    state,
    blocks: state === 'failure',
    found: words(found),
    proof: null,
    action: state === 'ok' ? null : words('Позовите сервисера.'),
  };
}

/** Alarms over a real ledger, polled by the test; a pending alarm is sent at once, unless the owner cannot be reached. */
class Scene {
  readonly clock = new HandClock();
  readonly texts: string[] = [];
  checks: CheckResult[] = [];
  isReachable = true;
  readonly logged: string[] = [];
  /** So many of the next polls fail. */
  bugs = 0;
  told: Record<string, NotifiedAlarm> = {};
  notify: SettingValues['notify'] = { kind: 'webhook', url: 'https://a.rs/' };
  alarms: Alarms;

  private constructor(readonly ledger: Awaited<ReturnType<typeof openLedger>>) {
    this.alarms = this.make();
  }

  static async open(): Promise<Scene> {
    const ledger = await openLedger(new MemoryDisk());
    await ledger.put({ type: 'notice', cursor: { sequence: null, alarms: {} } });
    return new Scene(ledger);
  }

  private make(): Alarms {
    const { ledger, clock } = this;
    const values = (): SettingValues => ({ ...defaultSettings(), notify: this.notify });
    return new Alarms({
      ...{ ledger, clock },
      log: (event, fields: LogFields = {}) => void this.logged.push(`${event} ${String(fields['error'])}`),
      runChecks: async () => {
        if ((this.bugs -= 1) >= 0) throw new Error('a bug');
        return this.checks;
      },
      settings: {
        get now() {
          return values();
        },
      },
    });
  }

  /** Polls, a minute apart, each of which finds `checks`. */
  async poll(minutes: number, ...checks: CheckResult[]): Promise<void> {
    this.checks = checks;
    for (let minute = 0; minute < minutes; minute += 1) {
      this.clock.pass(MINUTE);
      await this.alarms.poll();
      if (this.isReachable) this.send();
    }
  }

  send(): void {
    for (let next = this.alarms.pending(this.told); next !== undefined; next = this.alarms.pending(this.told)) {
      const { check: name, at, isOn, message } = next;
      this.texts.push(message.text.split('\n').slice(1).join(' | '));
      this.told[name] = { at, isOn };
    }
  }

  /** The next start of the service: the ledger has the sent messages. */
  async restart(): Promise<void> {
    await this.ledger.put({ type: 'notice', cursor: { sequence: null, alarms: this.told } });
    this.alarms = this.make();
  }

  get events(): readonly string[] {
    const isAlarm = (event: BoxEvent): event is Extract<BoxEvent, { kind: 'alarm' }> => event.kind === 'alarm';
    return this.ledger.main.events.filter(isAlarm).map(({ check: name, isOn }) => `${name} ${isOn ? 'on' : 'over'}`);
  }
}

test('a failure is told once it has lasted, only once, with what to do, and so is its end', async () => {
  const scene = await Scene.open();
  await scene.poll(1, check('ledger', 'failure'));
  assert.equal(scene.texts, []);
  await scene.poll(30, check('ledger', 'failure'));
  assert.equal(scene.texts, ['КВАР: ledger failure. | Шта учинити: Позовите сервисера.']);
  await scene.poll(1, check('ledger', 'ok'));
  assert.is(scene.texts.length, 1);
  await scene.poll(30, check('ledger', 'ok'));
  assert.equal(scene.texts.slice(1), ['ПРОШЛО: ledger ok.']);
  assert.equal(scene.events, ['ledger on', 'ledger over']);
});

test('a poll that fails is logged, and the next ones go on', async () => {
  const scene = await Scene.open();
  scene.checks = [check('ledger', 'failure')];
  scene.bugs = 3;
  const asleep = async (): Promise<void> => {
    for (let tries = 0; scene.clock.sleeping === 0; tries += 1) {
      assert.ok(tries < 1000, 'no further poll is waited for');
      await settled();
    }
  };
  scene.alarms.start();
  for (let minute = 0; minute < 6; minute += 1) {
    await asleep();
    scene.clock.pass(MINUTE);
  }
  await asleep();
  await scene.alarms.stop();
  assert.equal(scene.logged, [...Array<string>(3).fill('notify.broken Error: a bug'), 'alarm.on undefined']);
  assert.equal(scene.events, ['ledger on']);
});

test('a failure is told whatever its name is, a warning only where the owner must know', async () => {
  const scene = await Scene.open();
  await scene.poll(30, check('keys', 'warning'), check('company', 'warning'), check('notify', 'warning'));
  assert.equal(scene.texts, []);
  await scene.poll(2, check('labels', 'failure'), check('disk', 'warning'));
  assert.equal(scene.events, ['labels on', 'disk on']);
  assert.match(scene.texts[1] ?? '', /^УПОЗОРЕЊЕ: disk warning\./);
});

test('the owner is told of a warning once it has lasted for as many minutes as its check says', async () => {
  const waits: Partial<Record<CheckName, number>> = {};
  for (const { name } of ALL_CHECKS) {
    const scene = await Scene.open();
    for (let minutes = 1; minutes <= 30 && waits[name] === undefined; minutes += 1) {
      await scene.poll(1, check(name, 'warning'));
      if (scene.texts.length > 0) waits[name] = minutes;
    }
  }
  const [two, five, ten] = [2, 5, 10];
  assert.equal(waits, {
    ...{
      disk: two,
      flash: two,
      'flash-budget': two,
      snapshot: two,
      numbers: two,
      rates: two,
      certificate: two,
      card: two,
    },
    ...{
      'pfr-certificate': two,
      queue: two,
      restarts: two,
      'safe-mode': two,
      power: two,
      'sold-twice': two,
      secrets: two,
    },
    ...{ 'key-refunds': two, 'key-address': two, authority: two, wear: two },
    ...{ pfr: five, settling: five, temperature: five, memory: five, update: five },
    program: two,
    ...{ clock: ten, 'receipt-times': ten, printer: ten },
    approval: two,
  });
});

test('a printer gets ten minutes for its roll', async () => {
  const scene = await Scene.open();
  await scene.poll(9, check('printer', 'ok'), check('printer', 'warning', 'Нема папира.'));
  assert.equal(scene.texts, []);
  await scene.poll(1, check('printer', 'ok'), check('printer', 'warning', 'Нема папира.'));
  assert.match(scene.texts[0] ?? '', /Нема папира\./);
});

test('what comes and goes is told once in the quiet time, and again when it stays after that', async () => {
  const scene = await Scene.open();
  scene.notify = { kind: 'webhook', url: 'https://a.rs/', quietMinutes: 30 };
  for (let turn = 0; turn < 20; turn += 1) {
    await scene.poll(1, check('pfr', 'failure'));
    await scene.poll(1, check('pfr', 'ok'));
  }
  assert.equal(scene.texts, [], 'what flaps from poll to poll never lasts');
  await scene.poll(2, check('pfr', 'failure'));
  await scene.poll(2, check('pfr', 'ok'));
  assert.is(scene.texts.length, 2);
  await scene.poll(20, check('pfr', 'failure'));
  assert.is(scene.texts.length, 2, 'quiet');
  await scene.poll(10, check('pfr', 'failure'));
  assert.is(scene.texts.length, 3);
});

test('a clock that was set back does not make the quiet time longer', async () => {
  const scene = await Scene.open();
  await scene.poll(2, check('pfr', 'failure'));
  await scene.poll(2, check('pfr', 'ok'));
  scene.clock.pass(-24 * 60 * MINUTE);
  await scene.poll(2, check('pfr', 'failure'));
  assert.is(scene.texts.length, 3);
});

test('a warning that becomes a failure is told again', async () => {
  const scene = await Scene.open();
  await scene.poll(5, check('pfr-certificate', 'warning'));
  await scene.poll(2, check('pfr-certificate', 'failure'));
  assert.equal(
    scene.texts.map((text) => text.split(':')[0]),
    ['УПОЗОРЕЊЕ', 'КВАР'],
  );
  await scene.poll(5, check('pfr-certificate', 'warning'));
  assert.is(scene.texts.length, 2, 'better is not well');
});

test('an alarm is over when its check finds nothing any more', async () => {
  const scene = await Scene.open();
  await scene.poll(5, check('settling', 'failure', 'Исход још није познат.'));
  await scene.poll(2);
  assert.equal(scene.texts.slice(1), ['ПРОШЛО: Исход још није познат.']);
});

test('after a restart nothing is told twice, and an alarm that has ended meanwhile is over', async () => {
  const scene = await Scene.open();
  await scene.poll(2, check('pfr', 'failure'), check('disk', 'warning'));
  assert.is(scene.texts.length, 2);
  await scene.restart();
  await scene.poll(3, check('pfr', 'failure'), check('disk', 'ok'));
  assert.equal(scene.texts.slice(2), ['ПРОШЛО: disk ok.']);
  assert.equal(scene.events, ['pfr on', 'disk on', 'disk over']);
});

test('an alarm that could not be told is told later, also after a restart, and in one message when it is over by then', async () => {
  const scene = await Scene.open();
  scene.isReachable = false;
  await scene.poll(2, check('pfr', 'failure', 'Процесор ћути.'), check('disk', 'warning'));
  await scene.poll(2, check('pfr', 'ok'), check('disk', 'warning'));
  scene.send();
  assert.is(scene.texts.length, 2);
  assert.match(scene.texts[0] ?? '', /^ПРОШЛО, а почело \d+\.\d\d\.\d{4}\. \d+:\d\d:\d\d: Процесор ћути\.$/);
  await scene.poll(70, check('pfr', 'failure'), check('disk', 'warning'));
  await scene.restart();
  scene.send();
  assert.is(scene.texts.length, 2, 'nothing can be said before a poll');
  scene.isReachable = true;
  await scene.poll(1, check('pfr', 'failure', 'Процесор још ћути.'), check('disk', 'warning'));
  assert.match(scene.texts.at(-1) ?? '', /Процесор још ћути\./);
});

test('while messages are off alarms are recorded all the same', async () => {
  const scene = await Scene.open();
  await scene.ledger.put({ type: 'notice', cursor: { sequence: null, alarms: null } });
  for (const off of [null, { kind: 'webhook', url: 'https://a.rs/', alarms: false } as const]) {
    scene.notify = off;
    const before = scene.events.length;
    await scene.poll(5, check('pfr', 'failure'));
    await scene.poll(90, check('pfr', 'ok'));
    assert.equal(scene.events.slice(before), ['pfr on', 'pfr over']);
  }
});

test('an alarm that was on before a restart ends after it, whether or not messages are wanted', async () => {
  const scene = await Scene.open();
  scene.notify = null;
  await scene.poll(2, check('pfr', 'failure'));
  await scene.restart();
  await scene.poll(3, check('pfr', 'ok'));
  assert.equal(scene.events, ['pfr on', 'pfr over']);
});

test('an alarm is told even when the ledger cannot be written any more', async () => {
  const scene = await Scene.open();
  await scene.ledger.close();
  await scene.poll(2, check('ledger', 'failure'));
  assert.is(scene.texts.length, 1);
});

const SECOND = 1000;
const PLENTY = 1e12;

let authority: TestAuthority;
test.before(async () => {
  authority = await testAuthority();
});

interface Bench {
  /** Free space of the disk, bytes. */
  free: number;
  readonly box: TestBox;
  readonly server: ChatServer;
  readonly clock: HandClock;
}

/** A whole box whose owner gets messages from a bot over HTTPS; time passes only when the test moves it. */
async function during(work: (bench: Bench) => Promise<void>): Promise<void> {
  const certificate = await authority.server('127.0.0.1');
  await ChatServer.during({ certificate }, async (server) => {
    const clock = new HandClock();
    const passing = { monotonic: clock.monotonic, sleep: clock.sleep };
    const place = { free: PLENTY };
    const disk = wrapped(nodeDisk, { disk: { freeBytes: async () => place.free } });
    await TestBox.during(
      async (box) => {
        await box.set('notify', { kind: 'bot', token: TOKEN, chat: CHAT, url: server.origin });
        await work(Object.assign(place, { box, server, clock }));
      },
      { passing, disk, post: { ca: authority.ca } },
    );
  });
}

/**
 * Lets time pass by the second until `holds`. It stands while the disk works: on a busy machine a check would otherwise
 * get no answer for minutes of this clock, which is an alarm of its own.
 */
async function until({ clock }: Bench, holds: () => boolean): Promise<void> {
  while (!holds()) {
    if (!waitsForDisk()) clock.pass(SECOND);
    await settled();
  }
}

test('each receipt of the API is in the chat, once even over restarts, with its number and verification link', () =>
  during(async (bench) => {
    const { box, server } = bench;
    const sell = async () => {
      const client = await box.client();
      const issued = await client.post('/invoices', body());
      return read('Invoice', 201, issued).pfr;
    };
    const sold = [await sell(), await sell()];
    await until(bench, () => server.taken.length === 2);
    await box.restart();
    sold.push(await sell());
    await until(bench, () => server.taken.length === 3);
    for (const [index, pfr] of sold.entries()) {
      assert.ok(server.texts[index]?.includes(`ПФР број: ${pfr.invoiceNumber}\n`));
      assert.ok(server.texts[index]?.includes(pfr.verificationUrl));
    }
  }));

test('alarms are sent, and the doctor knows whether messages go out', () =>
  during(async (bench) => {
    const { box, server } = bench;
    const doctor = async (): Promise<string> => JSON.stringify(inEnglish(await callService(box.folder, 'doctor', {})));
    bench.free = 100e6;
    await until(bench, () => server.taken.length === 1);
    assert.match(server.texts[0] ?? '', /УПОЗОРЕЊЕ: Диск је скоро пун: слободно је још 100 MB\.\nШта учинити: /);
    bench.free = PLENTY;
    await until(bench, () => server.taken.length === 2);
    assert.match(server.texts[1] ?? '', /ПРОШЛО: Слободно је 1000000 MB на диску\./);
    assert.match(await doctor(), /Messages to the owner are sent\./);
    await box.set('notify', { kind: 'bot', token: '1:nije', chat: CHAT, url: server.origin });
    await (await box.client()).post('/invoices', body());
    await until(bench, () => box.lines.some((line) => line.includes('notify.failed')));
    assert.match(await doctor(), /"name":"notify","state":"warning".*Check token in the setting notify/);
  }));

test('the owner is notified once that production has no processor', () =>
  during(async (bench) => {
    const { box, server } = bench;
    await box.set('environment', 'production');
    await until(bench, () => server.taken.length === 1);
    assert.match(server.texts[0] ?? '', /КВАР: Фискални процесор \(ПФР\) није подешен: .*\nШта учинити: Подесите га/);
    const end = bench.clock.monotonic() + 600 * SECOND;
    await until(bench, () => bench.clock.monotonic() >= end);
    // The process of the tests may itself use more memory than a box may, which is an alarm of its own.
    const ofProcessor = server.texts.filter((text) => text.includes('Фискални процесор'));
    assert.is(ofProcessor.length, 1, server.texts.join('\n'));
  }));

test('in safe mode nothing is sent; receipts of that time are sent when it is left', () =>
  during(async (bench) => {
    const { box, server } = bench;
    await box.parts.safeMode.enterAfter(3);
    await box.restart();
    const { pfr } = read('Invoice', 201, await (await box.client()).post('/invoices', body()));
    for (let seconds = 0; seconds < 100; seconds += 1) bench.clock.pass(SECOND);
    await settled();
    assert.is(server.requests.length, 0);
    assert.match(
      JSON.stringify(inEnglish(await callService(box.folder, 'doctor', {}))),
      /Messages to the owner are not sent now/,
    );
    assert.ok((await box.parts.safeMode.leave('by a test')).ok);
    await until(bench, () => server.texts.some((text) => text.includes(pfr.invoiceNumber)));
  }));

test('a test message goes out at once, and shows the answer', () =>
  during(async ({ box, server }) => {
    const ask = () => callService(box.folder, 'notify.test', {});
    assert.equal(inEnglish(await ask()), { ok: true, value: { to: 'bot', failure: null } });
    assert.match(server.texts[0] ?? '', /Пробна порука/);
    server.faults.push({ status: 403 });
    assert.match(JSON.stringify(inEnglish(await ask())), /"to":"bot".*refuses messages \(403\).*check chat/);
    await box.set('notify', null);
    assert.match(
      JSON.stringify(inEnglish(await ask())),
      /No messages to the owner are set up\. Run: kasirbox settings set notify/,
    );
  }));

test('a stop does not wait for a server that hangs, and the log has no secrets', () =>
  during(async (bench) => {
    const { box, server } = bench;
    server.faults.push('silence');
    await (await box.client()).post('/invoices', body());
    await until(bench, () => server.requests.length === 1);
    await box.restart();
    await until(bench, () => server.taken.length === 1);
    assert.not.ok(box.lines.some((line) => line.includes(TOKEN)));
  }));

test.run();
