import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Desk } from '../../../kit/card/desk.js';
import { echoCommand } from '../../../kit/card/echoChip.js';
import { MODELS } from '../../../kit/card/readerModels.js';
import { story } from './story.js';
import { Turns } from '../../../kit/turns.js';

/** Each tries all bytes of a session, with one reader. */
const turns = new Turns(5);

for (const model of Object.values(MODELS)) {
  turns.test(`${model.name}: the card pulled out at each byte of its contacts`, async () => {
    const whole = new Desk(model);
    whole.insert();
    assert.is((await story(whole)).stage, 'done');
    const bytes = whole.usb.firmware.contacts.passed;
    assert.ok(bytes > 60);
    for (let at = 1; at <= bytes; at += 1) {
      const desk = new Desk(model);
      desk.insert();
      desk.usb.firmware.contacts.removeAt = at;
      const { stage, loss } = await story(desk, 1000);
      // While it is powered up, a card that goes and a slot without one are the same.
      if (stage === 'connect') assert.ok(loss === 'no card' || loss === 'removed', `byte ${at}: ${loss}`);
      else assert.equal({ stage, loss }, { stage: 'transmit', loss: 'removed' }, `byte ${at}`);
      desk.usb.firmware.contacts.removeAt = Infinity;
      desk.insert();
      assert.equal(await story(desk), { stage: 'done', loss: undefined }, `the next card, after byte ${at}`);
    }
  });

  turns.test(`${model.name}: unplugged at each byte of its cable`, async () => {
    const whole = new Desk(model);
    whole.insert();
    await story(whole);
    const { traffic } = whole.usb;
    // Until the command is answered all are tried; a few of the last ones are of closing, when nobody waits any more.
    for (let at = 1; at <= traffic; at += 1) {
      const desk = new Desk(model);
      desk.insert();
      desk.usb.unplugAt = at;
      const { stage, loss } = await story(desk, 1000);
      assert.is(loss, stage === 'done' ? undefined : 'reader gone', `byte ${at}`);
      assert.is(desk.usb.isClaimed, false);
      const none = await desk.within(desk.way.open('1-4'));
      assert.is(none.ok || none.error, 'no reader');
      desk.usb.plug();
      assert.equal(await story(desk), { stage: 'done', loss: undefined }, `plugged in again, after byte ${at}`);
    }
  });
}

turns.test('another card takes the place of the first without a restart, and the reader says so', async () => {
  for (const model of [MODELS.ct30, MODELS.minilector]) {
    const desk = new Desk(model);
    const reader = await desk.open();
    const changes: boolean[] = [];
    reader.onChange((has) => changes.push(has));
    desk.insert();
    await desk.pass(1100);
    const first = await desk.connect(reader);
    desk.usb.remove();
    await desk.pass(1100);
    assert.is(await desk.within(first.ended), 'removed');
    desk.insert();
    await desk.pass(1100);
    assert.equal(changes, [true, false, true]);
    const second = await desk.connect(reader);
    assert.ok((await desk.within(second.transmit(echoCommand(undefined, 5, false)))).ok);
    assert.is((await desk.within(first.transmit(Buffer.alloc(4)))).ok, false);
  }
});

turns.test('a card that was pulled out and put back between two looks is another session', async () => {
  for (const model of [MODELS.ct30, MODELS.minilector]) {
    const desk = new Desk(model);
    desk.insert();
    const reader = await desk.open();
    const link = await desk.connect(reader);
    // Only later events are reported, as by a reader that has one notification for both.
    desk.insert();
    await desk.pass(1100);
    assert.is(await desk.within(link.ended), 'removed');
  }
});

turns.test('a reader that is unplugged while nobody asks for anything is told, with its link', async () => {
  for (const model of [MODELS.ct30, MODELS.minilector]) {
    const desk = new Desk(model);
    desk.insert();
    const reader = await desk.open();
    const link = await desk.connect(reader);
    desk.usb.unplug();
    await desk.pass(1100);
    assert.is(await desk.within(reader.gone), 'reader gone');
    assert.is(await desk.within(link.ended), 'reader gone');
    const late = await desk.within(reader.hasCard());
    assert.is(late.ok || late.error, 'reader gone');
  }
});

turns.test('an old notice of a card does not end its session', async () => {
  const desk = new Desk(MODELS.ct30);
  desk.insert();
  const link = await desk.connect(await desk.open());
  desk.usb.notify(Buffer.from([0x50, 3]));
  desk.usb.notify(Buffer.from([0x50]));
  desk.usb.notify(Buffer.from([0x77, 0, 0]));
  await desk.pass(100);
  assert.ok((await desk.within(link.transmit(echoCommand(undefined, 5, false)))).ok);
});

turns.test('a link is ended by the next connecting, and by the closing of its reader', async () => {
  const desk = new Desk(MODELS.omnikey);
  const chip = desk.insert();
  const reader = await desk.open();
  const first = await desk.connect(reader);
  const second = await desk.connect(reader);
  assert.is(await desk.within(first.ended), 'closed');
  assert.ok((await desk.within(second.transmit(echoCommand(undefined, 5, false)))).ok);
  const both = await desk.within(Promise.all([reader.connect(), reader.connect()]));
  assert.ok(both[0].ok && both[1].ok);
  assert.is(await desk.within(both[0].value.ended), 'closed');
  assert.ok((await desk.within(both[1].value.transmit(echoCommand(undefined, 5, false)))).ok);
  assert.ok(chip.resets >= 4, 'each connecting resets the card');
  await desk.within(reader.close());
  assert.is(await desk.within(both[1].value.ended), 'closed');
  assert.is(await desk.within(reader.gone), 'closed');
  const refused = await desk.within(reader.connect());
  assert.is(refused.ok || refused.error, 'closed');
});

test.run();
