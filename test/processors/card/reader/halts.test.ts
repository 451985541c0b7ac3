import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CardReader } from '../../../../src/processors/card/link.js';
import { Desk } from '../../../kit/card/desk.js';
import { MODELS } from '../../../kit/card/readerModels.js';
import { story } from './story.js';

/** A reader that speaks by itself, open, and what it says of cards. */
async function scene(): Promise<{ desk: Desk; reader: CardReader; changes: boolean[] }> {
  const desk = new Desk(MODELS.ct30);
  const reader = await desk.open();
  const changes: boolean[] = [];
  reader.onChange((has) => changes.push(has));
  return { desk, reader, changes };
}

test('an endpoint that stays halted until that is cleared is cleared, and nothing is lost', async () => {
  const desk = new Desk(MODELS.ct30);
  desk.insert();
  let [answers, sendings] = [0, 0];
  desk.usb.faults = {
    onAnswer: (message) => ((answers += 1) % 3 === 0 ? ['halted', message] : [message]),
    isRefused: () => (sendings += 1) % 4 === 0,
  };
  assert.is((await story(desk)).loss, undefined);
  for (const endpoint of ['receive', 'send']) assert.ok(desk.usb.cleared.includes(endpoint), endpoint);
});

test('a reader whose interrupt endpoint halts is heard again, and not asked', async () => {
  const { desk, changes } = await scene();
  const { messages } = desk.usb.firmware;
  for (let times = 0; times < 6; times += 1) {
    desk.usb.notify('halted');
    if (times % 2 === 0) desk.insert();
    else desk.usb.remove();
    await desk.pass(100);
  }
  assert.equal(changes, [true, false, true, false, true, false]);
  await desk.pass(5000);
  assert.is(desk.usb.firmware.messages, messages, 'halts that do not follow each other are no reason to ask');
});

test('a reader whose interrupt endpoint halts again and again is asked every second for its card instead', async () => {
  const { desk, changes } = await scene();
  for (let times = 0; times < 50; times += 1) desk.usb.notify('halted');
  await desk.pass(100);
  assert.ok(desk.usb.cleared.length < 10, 'that is not cleared without an end');
  desk.insert();
  await desk.pass(1000);
  assert.equal(changes, [true]);
  desk.usb.remove();
  await desk.pass(1000);
  assert.equal(changes, [true, false]);
});

test.run();
