import { rmSync } from 'node:fs';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { failed, ok, type Result } from '../../../src/base/result.js';
import { perform } from '../../../src/interfaces/admin/perform.js';
import { ALL_PERMISSIONS } from '../../../src/interfaces/admin/operation.js';
import { ownAccessPoint } from '../../../src/programs/board/system.js';
import { adminDepsOf } from '../../../src/programs/box/admin.js';
import { FirstTicket } from '../../../src/programs/box/firstStart.js';
import { TestBox } from '../../kit/box.js';
import { newFolder } from '../../kit/folder.js';
import { HandClock } from '../../kit/handClock.js';
import { Machine } from '../../kit/machine.js';
import { COMPANY } from '../board/files.js';

const BUS = 'sys/bus/usb/devices';
const ADDRESS = 'usb://04b8:0e15/X1';

class Scene {
  readonly machine = new Machine();
  readonly clock = new HandClock();
  readonly printed: string[] = [];
  isWanted = true;
  answer: Result<string, string> = ok('printed');
  private readonly ticket = new FirstTicket({
    root: this.machine.root,
    clock: this.clock,
    log: () => undefined,
    isWanted: () => this.isWanted,
    draw: async () => ({ parts: [] }),
    print: async ({ address, width, language }) => {
      this.printed.push(`${address} ${width} ${language}`);
      return this.answer;
    },
  });

  plug(idVendor = '04b8'): void {
    for (const [file, text] of Object.entries({ idVendor, idProduct: '0e15', serial: 'X1' }))
      this.machine.write(`${BUS}/1-1/${file}`, `${text}\n`);
    this.machine.write(`${BUS}/1-1:1.0/bInterfaceClass`, '07\n');
  }

  unplug(): void {
    rmSync(join(this.machine.root, BUS), { recursive: true });
  }

  /** Lets the next look be done. */
  async look(ms = 3000): Promise<void> {
    this.clock.pass(ms);
    while (this.clock.sleeping === 0 && this.isWanted) await new Promise((done) => setImmediate(done));
  }

  static async during(work: (scene: Scene) => Promise<void>): Promise<void> {
    const scene = new Scene();
    scene.ticket.start();
    await work(scene);
    await scene.ticket.stop();
  }
}

test('a USB printer of a new box gets one ticket, for paper of 58 mm, when it is plugged in', () =>
  Scene.during(async (scene) => {
    await scene.look();
    assert.equal(scene.printed, []);
    scene.plug();
    for (let n = 0; n < 5; n += 1) await scene.look();
    assert.equal(scene.printed, [`${ADDRESS} 58 escpos`]);
  }));

test('a printer of Star gets it in the language of Star', () =>
  Scene.during(async (scene) => {
    scene.plug('0519');
    await scene.look();
    assert.equal(scene.printed, ['usb://0519:0e15/X1 58 star']);
  }));

test('one that has no paper gets its ticket when it has; what may be on paper is not printed again', () =>
  Scene.during(async (scene) => {
    scene.plug();
    scene.answer = failed('paper');
    await scene.look();
    await scene.look();
    assert.is(scene.printed.length, 1, 'not each time it is looked for');
    scene.answer = ok('unknown');
    await scene.look(30_000);
    await scene.look(30_000);
    assert.is(scene.printed.length, 2);
  }));

test('one that was unplugged gets another, not more than one a minute', () =>
  Scene.during(async (scene) => {
    scene.plug();
    await scene.look();
    scene.unplug();
    await scene.look();
    scene.plug();
    await scene.look();
    assert.is(scene.printed.length, 1);
    await scene.look(60_000);
    assert.is(scene.printed.length, 2);
  }));

test('an owner, or a printer that is set, ends it', () =>
  Scene.during(async (scene) => {
    scene.plug();
    scene.isWanted = false;
    scene.clock.pass(3000);
    await new Promise((done) => setImmediate(done));
    assert.equal(scene.printed, []);
    assert.is(scene.clock.sleeping, 0);
  }));

async function audit(box: TestBox) {
  const page = await perform(adminDepsOf(box.parts), ALL_PERMISSIONS, 'audit.list', {});
  return page.ok ? page.value.rows : [];
}

const eventsOf = (box: TestBox) => box.log.filter(({ event }) => String(event).startsWith('first_boot.'));

test('a company from the card is set once, with a record of where it came from, and its file is gone', async () => {
  await TestBox.during(async (box) => {
    const file = join(box.folder, 'first-boot.json');
    await box.restart(() => fs.writeFileSync(file, JSON.stringify({ company: COMPANY })));
    assert.equal(box.parts.settings.now.company, COMPANY);
    assert.not.ok(fs.existsSync(file));
    const [entry] = await audit(box);
    assert.is(entry?.who, 'kasirbox.toml (картица)');
    assert.equal([entry?.what, entry?.subject, entry?.isDone], ['settings.set', 'company', true]);
    await box.set('company', { ...COMPANY, name: 'Пекара Месец' });
    await box.restart();
    assert.is(box.parts.settings.now.company.name, 'Пекара Месец', 'what people set later stays');
  });
});

test('a company that is refused stops no box: the log and doctor say why', async () => {
  for (const content of [JSON.stringify({ company: { ...COMPANY, tin: '1' } }), '{"company":', '[]']) {
    await TestBox.during(async (box) => {
      const before = box.parts.settings.now.company;
      const file = join(box.folder, 'first-boot.json');
      await box.restart(() => fs.writeFileSync(file, content));
      assert.equal(box.parts.settings.now.company, before);
      assert.not.ok(fs.existsSync(file));
      assert.is(eventsOf(box)[0]?.['event'], 'first_boot.refused');
      const key = await box.client();
      const { bytes } = await key.get('/status');
      assert.match(bytes.toString(), /kasirbox\.toml/);
    });
  }
});

test('the own access point is told only where there is an adapter for it', async () => {
  const root = newFolder();
  assert.is(await ownAccessPoint(root), undefined);
  const accessPoint = { ssid: 'Kasirbox-1A2B', password: 'ABCDEFGHJKMN', adapter: 'wlan0' };
  fs.mkdirSync(join(root, 'run/kasirbox-board'), { recursive: true });
  fs.writeFileSync(join(root, 'run/kasirbox-board/access-point.json'), JSON.stringify(accessPoint));
  assert.is(await ownAccessPoint(root), undefined);
  fs.mkdirSync(join(root, 'sys/class/net/wlan0'), { recursive: true });
  assert.equal(await ownAccessPoint(root), accessPoint);
});

test.run();
