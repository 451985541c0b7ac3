import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { PendingAlarm } from '../../../../src/outward/delivery/notify/outbox.js';
import { ChatServer } from '../../../kit/chat/server.js';
import { seededRandom } from '../../../kit/random.js';
import { HOUR, MINUTE, Scene, SECOND } from './scene.js';

const random = seededRandom();

test('receipts from before messages were switched on are not sent, later ones are, once and in order', () =>
  Scene.during(
    random,
    async (scene) => {
      await scene.issue(3);
      await scene.pass(SECOND);
      assert.equal(scene.told, []);
      assert.is(scene.outbox.report, undefined);
      await scene.set({});
      await scene.idle();
      await scene.issue(5);
      await scene.pass(SECOND);
      assert.equal(scene.told, scene.issued.slice(3));
      await scene.pass(HOUR);
      assert.is(scene.server.requests.length, 5);
      assert.equal(scene.outbox.report, { waitingSince: null, failure: null, passedOver: null });
    },
    false,
  ));

test('nothing is sent while messages are off, and switched on again they begin with the next receipt', () =>
  Scene.during(random, async (scene) => {
    for (const off of [null, { receipts: false }]) {
      await scene.set(off);
      await scene.pass(SECOND);
      await scene.issue(2);
      await scene.pass(SECOND);
      await scene.set({});
      await scene.pass(SECOND);
    }
    await scene.issue();
    await scene.pass(SECOND);
    assert.equal(scene.told, scene.issued.slice(-1));
  }));

test('set while no service runs, it begins with the next start', () =>
  Scene.during(
    random,
    async (scene) => {
      await scene.issue(2);
      await scene.outbox.stop();
      await scene.set({});
      await scene.restart('stop');
      await scene.issue();
      await scene.pass(SECOND);
      assert.equal(scene.told, scene.issued.slice(-1));
    },
    false,
  ));

test('a server that is down gets everything when it is back, in order; it is asked less and less often', () =>
  Scene.during(random, async (scene) => {
    scene.server.faults.push({ status: 503 });
    scene.server.isLasting = true;
    await scene.issue(3);
    const asked: number[] = [];
    for (let second = 0; second < 3600; second += 5) {
      const before = scene.server.requests.length;
      await scene.pass(5 * SECOND);
      if (scene.server.requests.length > before) asked.push(second);
    }
    assert.equal(asked, [0, 5, 15, 35, 75, 155, 315, 635, 1275, 2175, 3075]);
    assert.is(scene.outbox.report?.failure?.reason.kind, 'server');
    assert.is(scene.outbox.report?.waitingSince, scene.clock.now() - HOUR);
    assert.is(scene.count('notify.failed'), 1, 'one line for one trouble');
    scene.server.isLasting = false;
    scene.server.faults.splice(0);
    await scene.issue();
    await scene.pass(15 * MINUTE);
    assert.equal(scene.told, scene.issued);
    assert.equal(scene.outbox.report, { waitingSince: null, failure: null, passedOver: null });
    assert.is(scene.count('notify.recovered'), 1);
  }));

test('an unreachable server is only reported, and gets everything when it is back', () =>
  Scene.during(random, async (scene) => {
    const { port } = scene.server;
    await scene.server.stop();
    await scene.issue(2);
    await scene.pass(SECOND);
    assert.is(scene.outbox.report?.failure?.reason.kind, 'unreachable');
    await ChatServer.during({ port }, async (again) => {
      await scene.pass(5 * SECOND);
      assert.equal(
        again.taken.map(({ json }) => (json['data'] as { number: string }).number),
        scene.issued,
      );
    });
  }));

test('a requested pause is obeyed to the second', () =>
  Scene.during(random, async (scene) => {
    scene.server.faults.push({ status: 429, headers: { 'Retry-After': '35' } });
    await scene.issue(2);
    await scene.pass(SECOND);
    await scene.pass(34 * SECOND);
    assert.is(scene.server.requests.length, 1);
    await scene.pass(SECOND);
    assert.equal(scene.told, scene.issued);
  }));

test('a permanent refusal is reported at once, tried again after an hour, and at once with another setting', () =>
  Scene.during(random, async (scene) => {
    scene.server.faults.push({ status: 403 }, { status: 403 });
    await scene.issue();
    await scene.pass(SECOND);
    assert.is(scene.outbox.report?.failure?.reason.kind, 'refused');
    await scene.pass(HOUR - SECOND);
    assert.is(scene.server.requests.length, 1);
    await scene.pass(SECOND);
    assert.is(scene.server.requests.length, 2);
    await scene.set({ quietMinutes: 5 });
    await scene.server.until(() => scene.server.taken.length === 1);
    assert.equal(scene.told, scene.issued);
  }));

test('a message that may have been accepted is sent again with the same id', () =>
  Scene.during(random, async (scene) => {
    for (const fault of ['drop', 'garbage', { status: 500 }] as const) {
      scene.server.faults.push(fault);
      await scene.issue();
      await scene.pass(SECOND);
      await scene.pass(5 * SECOND);
    }
    const ids = scene.server.requests.map(({ headers }) => headers['webhook-id']);
    assert.is(ids.length, 6);
    assert.equal([ids[0], ids[2], ids[4]], [ids[1], ids[3], ids[5]]);
    assert.equal(scene.told, [scene.issued[0], ...scene.issued]);
  }));

test('a receipt that is too old is skipped and counted, and younger ones are sent', () =>
  Scene.during(random, async (scene) => {
    await scene.set({ maxAgeHours: 1 });
    scene.server.faults.push({ status: 500 });
    scene.server.isLasting = true;
    await scene.issue(3);
    await scene.pass(30 * MINUTE);
    await scene.issue(2);
    await scene.pass(45 * MINUTE);
    scene.server.isLasting = false;
    scene.server.faults.splice(0);
    await scene.pass(15 * MINUTE);
    assert.equal(scene.told, scene.issued.slice(3));
    assert.is(scene.outbox.report?.passedOver?.count, 3);
    assert.is(scene.count('notify.passed_over'), 1);
  }));

test('after a stop nothing is sent twice; after a power cut at most the messages of the last seconds', () =>
  Scene.during(random, async (scene) => {
    await scene.issue(3);
    await scene.pass(SECOND);
    await scene.restart('stop');
    await scene.pass(SECOND);
    assert.equal(scene.told, scene.issued);
    await scene.issue(2);
    await scene.pass(SECOND);
    await scene.pass(20 * SECOND);
    await scene.restart('cut');
    await scene.pass(SECOND);
    assert.equal(scene.told, scene.issued, 'noted in time');
    await scene.issue(2);
    await scene.pass(SECOND);
    await scene.restart('cut');
    await scene.pass(SECOND);
    assert.equal(scene.told, [...scene.issued, ...scene.issued.slice(-2)]);
    const ids = scene.server.taken.map(({ headers }) => headers['webhook-id']);
    assert.equal(ids.slice(-2), ids.slice(-4, -2));
  }));

test('the flash gets one note for many receipts', () =>
  Scene.during(random, async (scene) => {
    const notes = (): number => scene.ledger.end.sequence - scene.issued.length;
    const before = notes();
    await scene.issue(45);
    await scene.pass(SECOND);
    assert.is(scene.told.length, 45);
    assert.is(notes() - before, 2);
    for (let second = 0; second < 60; second += 1) await scene.pass(SECOND);
    assert.is(notes() - before, 3);
  }));

test('no sale waits for messages: while a server hangs receipts are issued, and one message is in progress', () =>
  Scene.during(random, async (scene) => {
    scene.server.faults.push('silence');
    await scene.issue();
    await scene.idle();
    scene.clock.pass(SECOND);
    await scene.server.until(() => scene.server.requests.length === 1);
    await scene.issue(50);
    assert.is(scene.server.requests.length, 1);
    assert.is(scene.server.open, 1);
    await scene.restart('stop');
    await scene.pass(SECOND);
    assert.equal(scene.told, scene.issued);
  }));

test('a failure with a setting that was changed meanwhile delays nothing, and is not reported', () =>
  Scene.during(random, (scene) =>
    ChatServer.during({}, async (other) => {
      scene.server.faults.push('silence');
      await scene.issue();
      await scene.idle();
      scene.clock.pass(SECOND);
      await scene.server.until(() => scene.server.requests.length === 1);
      await scene.set({ url: `${other.origin}/kasa` });
      await scene.server.stop();
      await scene.idle();
      assert.equal([other.taken.length, scene.outbox.report?.failure, scene.count('notify.failed')], [1, null, 0]);
    }),
  ));

test('if the cursor cannot be saved any more, every message is still sent once, and that is logged', () =>
  Scene.during(random, async (scene) => {
    await scene.issue(3);
    scene.breakDisk();
    await scene.pass(SECOND);
    assert.equal(scene.told, scene.issued);
    await scene.pass(HOUR);
    assert.is(scene.server.requests.length, 3);
    assert.is(scene.count('notify.unrecorded'), 1);
  }));

test('an alarm goes before receipts that wait, once', () =>
  Scene.during(random, async (scene) => {
    scene.server.faults.push({ status: 500 });
    await scene.issue();
    await scene.pass(SECOND);
    const at = scene.clock.now();
    const message = { id: 'alarm-pfr', type: 'alarm.on', at, text: 'КВАР', data: { number: 'alarm' } } as const;
    scene.alarms = [{ check: 'pfr', at, isOn: true, message }];
    await scene.pass(5 * SECOND);
    assert.equal(scene.told, ['alarm', ...scene.issued]);
    await scene.pass(SECOND);
    await scene.restart('cut');
    await scene.pass(SECOND);
    assert.equal(scene.told, ['alarm', ...scene.issued, ...scene.issued], 'an alarm is noted at once');
    await scene.set({ alarms: false });
    scene.alarms = [{ check: 'pfr', at: at + 1, isOn: false, message }];
    await scene.pass(MINUTE);
    assert.is(scene.told.length, 3);
  }));

test('an alarm that was refused is tried at once when the setting is set again', () =>
  Scene.during(random, async (scene) => {
    const at = scene.clock.now();
    const message = { id: 'alarm-pfr', type: 'alarm.on', at, text: 'КВАР', data: { number: 'pfr' } } as const;
    scene.server.faults.push({ status: 413 });
    scene.alarms = [{ check: 'pfr', at, isOn: true, message }];
    await scene.pass(SECOND);
    assert.is(scene.outbox.report?.refusedAlarms?.length, 1);
    await scene.set({});
    await scene.pass(SECOND);
    assert.equal([scene.told, scene.outbox.report?.refusedAlarms], [['pfr'], undefined]);
  }));

test('an alarm that is refused for good holds up neither the alarms nor the receipts behind it, and is tried again', () =>
  Scene.during(random, async (scene) => {
    const at = scene.clock.now();
    const alarm = (check: string): PendingAlarm => ({
      ...{ check, at, isOn: true },
      message: { id: `alarm-${check}`, type: 'alarm.on', at, text: 'КВАР', data: { number: check } },
    });
    scene.server.faults.push({ status: 413 });
    scene.alarms = [alarm('pfr'), alarm('disk'), alarm('paper')];
    await scene.issue(2);
    await scene.pass(SECOND);
    assert.equal(scene.told, ['disk', 'paper', ...scene.issued]);
    const { failure, refusedAlarms = [], waitingSince } = scene.outbox.report ?? {};
    assert.equal([failure, waitingSince], [null, at]);
    assert.equal(
      refusedAlarms.map(({ check, reason }) => [check, reason.kind, reason.status]),
      [['pfr', 'refused', 413]],
    );
    assert.is(scene.count('notify.failed'), 1, 'it is told once');
    await scene.pass(HOUR - SECOND);
    assert.is(scene.server.requests.length, 5, 'and not tried at every turn');
    await scene.pass(SECOND);
    assert.equal(scene.told.slice(4), ['pfr']);
    assert.is(scene.outbox.report?.refusedAlarms, undefined);
  }));

test('an alarm goes out though a receipt before it is refused for good', () =>
  Scene.during(random, async (scene) => {
    scene.server.faults.push({ status: 400 });
    await scene.issue();
    await scene.pass(SECOND);
    const at = scene.clock.now();
    const message = { id: 'alarm-pfr', type: 'alarm.on', at, text: 'КВАР', data: { number: 'alarm' } } as const;
    scene.alarms = [{ check: 'pfr', at, isOn: true, message }];
    await scene.pass(SECOND);
    assert.is(scene.told[0], 'alarm');
  }));

test('who refuses everything is asked once an hour for each alarm and one receipt', () =>
  Scene.during(random, async (scene) => {
    scene.server.faults.push({ status: 401 });
    scene.server.isLasting = true;
    const at = scene.clock.now();
    scene.alarms = ['pfr', 'disk'].map((check) => ({
      ...{ check, at, isOn: true },
      message: { id: `alarm-${check}`, type: 'alarm.on', at, text: 'КВАР', data: { number: check } } as const,
    }));
    await scene.issue(5);
    for (let second = 0; second < 60; second += 1) await scene.pass(SECOND);
    assert.is(scene.server.requests.length, 3);
    assert.is(scene.outbox.report?.failure?.reason.kind, 'refused');
    await scene.pass(HOUR);
    assert.is(scene.server.requests.length, 6);
  }));

test('whatever fails in whatever order, each issued receipt is sent, in order, and no other', async () => {
  const faults = ['drop', 'garbage', { status: 500 }, { status: 429 }, { status: 403 }] as const;
  for (let round = 0; round < 20; round += 1) {
    await Scene.during(random, async (scene) => {
      for (let step = 0; step < 12; step += 1) {
        if (random.int(0, 2) > 0) await scene.issue(random.int(1, 4));
        if (random.int(0, 2) === 0) scene.server.faults.push(random.pick(faults));
        if (random.int(0, 5) === 0) await scene.restart(random.pick(['stop', 'cut'] as const));
        await scene.pass(random.pick([SECOND, 10 * SECOND, 10 * MINUTE]));
      }
      scene.server.faults.splice(0);
      await scene.pass(HOUR);
      const firsts = [...new Set(scene.told)];
      assert.equal(firsts, scene.issued, `SEED=${random.seed}`);
    });
  }
});

test('a receipt that is issued while the outbox finds nothing to send is sent by the next look', () =>
  Scene.during(random, async (scene) => {
    const { ledger } = scene;
    const read = ledger.invoiceAfter.bind(ledger);
    let isFirst = true;
    ledger.invoiceAfter = async (sequence) => {
      const found = await read(sequence);
      if (found === undefined && isFirst) {
        isFirst = false;
        await scene.issue();
      }
      return found;
    };
    await scene.issue();
    await scene.pass(SECOND);
    assert.not.ok(isFirst, 'the second receipt came in between');
    await scene.pass(SECOND);
    assert.equal(scene.told, scene.issued);
    assert.is(scene.told.length, 2);
  }));

test.run();
