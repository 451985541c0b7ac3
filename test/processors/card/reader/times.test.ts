import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Desk } from '../../../kit/card/desk.js';
import { echoCommand } from '../../../kit/card/echoChip.js';
import type { Pace } from '../../../kit/card/laterAnswer.js';
import { MODELS, type ReaderModel } from '../../../kit/card/readerModels.js';
import { type CardKind, CARDS, type SlotCard } from '../../../kit/card/slotCard.js';
import { type End, story } from './story.js';

/** The block waiting time of the cards at the clock of the readers, ms (ISO/IEC 7816-3, 11.4.3), and the waiting time of T=0 (10.2). */
const BWT = Math.floor((2 ** 4 * 960 * 372) / 4000);
const WWT = Math.floor((960 * 10 * 372) / 4000);

type Traits = ConstructorParameters<typeof SlotCard>[2];

interface Scene {
  readonly kind?: CardKind;
  readonly traits?: Traits;
  readonly pace?: Pace;
}

/** How a command went, how often it was done, and how long all took, ms of virtual time. */
async function play(
  model: ReaderModel,
  { kind = CARDS.serbia, traits, pace = {} }: Scene,
): Promise<End & { readonly desk: Desk; readonly done: number; readonly took: number }> {
  const desk = new Desk(model);
  const chip = desk.insert(kind, traits);
  desk.usb.firmware.pace = pace;
  const end = await story(desk);
  assert.equal(desk.usb.firmware.misuse, [], model.name);
  return { ...end, desk, done: chip.executions, took: desk.clock.monotonic() };
}

/** A card that asks so often for so many times as much time. */
const asking = (times: number, factor: number, work: number): Traits => ({
  habits: { waits: () => ({ times, factor }), newSize: () => undefined, aborts: () => false },
  work,
});

const BLOCKS = [MODELS.ct30, MODELS.scr3310, MODELS.acr39u, MODELS.scr301, MODELS.minilector, MODELS.autoIfsd];
const APDUS = [MODELS.omnikey, MODELS.au9540, MODELS.acr3901u];

test('a card that computes as long as it may without asking is waited for, by a slow reader too', async () => {
  // A second of what is waited is for reader and bus.
  const pace = { delay: 950 };
  for (const model of BLOCKS) {
    const { loss, took } = await play(model, { traits: { work: BWT - 10 }, pace });
    assert.is(loss, undefined, model.name);
    assert.ok(took >= BWT - 10);
  }
  for (const model of [...BLOCKS, MODELS.qemu]) {
    const { loss } = await play(model, { kind: CARDS.plain, traits: { work: WWT - 10 }, pace });
    assert.is(loss, undefined, `${model.name}, T=0`);
  }
  for (const model of APDUS) {
    for (const kind of [CARDS.serbia, CARDS.plain]) {
      const { loss } = await play(model, { kind, traits: { work: 9900 } });
      assert.is(loss, undefined, model.name);
    }
  }
});

test('a card that was granted 30 times as much time may take all of it, and its reader is told', async () => {
  for (const model of BLOCKS) {
    const { loss, desk, done } = await play(model, { traits: asking(1, 30, 30 * BWT - 10) });
    assert.equal({ loss, done }, { loss: undefined, done: 1 }, model.name);
    const factors = desk.usb.firmware.waitFactors.filter((one) => one !== 0);
    assert.equal(factors, [30], 'for the answer after the request, and for no other');
  }
  const several = await play(MODELS.ct30, { traits: asking(4, 10, 40 * BWT - 40) });
  assert.is(several.loss, undefined);
});

test('a card that computes longer than it has asked for is mute, and its command is not sent again', async () => {
  for (const traits of [{ work: 30 * BWT }, asking(1, 5, 30 * BWT)]) {
    const { loss, stage, done } = await play(MODELS.ct30, { traits });
    assert.equal({ stage, loss, done }, { stage: 'transmit', loss: 'mute', done: 1 });
  }
  assert.is((await play(MODELS.ct30, { kind: CARDS.plain, traits: { work: 3 * WWT } })).loss, 'mute');
});

test('a reader that asks for more time gets it, as many times as much as it asks for', async () => {
  for (const model of APDUS) {
    const often = await play(model, { traits: { work: 25_000 }, pace: { extension: { every: 8000, factor: 1 } } });
    assert.equal([often.loss, often.done], [undefined, 1], model.name);
    const once = await play(model, { traits: { work: 28_000 }, pace: { extension: { every: 9000, factor: 3 } } });
    assert.is(once.loss, undefined, `${model.name}, three times as much at once`);
    const none = await play(model, { traits: { work: 25_000 } });
    assert.equal([none.stage, none.loss, none.done], ['transmit', 'late', 1], `${model.name}, without asking`);
  }
});

test('neither a reader nor a card is waited for without end, however much time they ask for', async () => {
  const traits = { work: 600_000 };
  const patient = await play(MODELS.omnikey, { traits, pace: { extension: { every: 5000, factor: 255 } } });
  assert.is(patient.loss, 'late');
  assert.ok(patient.took < 70_000, 'one request does not bring an hour');
  const restless = await play(MODELS.omnikey, { traits, pace: { extension: { every: 5000, factor: 1 } } });
  assert.is(restless.loss, 'late');
  assert.ok(restless.took < 100_000);
  const card = await play(MODELS.ct30, { traits: asking(200, 10, 200 * 10_000) });
  assert.is(card.loss, 'late');
  assert.ok(card.took < 120_000);
});

test('a card that is slow to answer its reset is waited for, on every reader', async () => {
  for (const model of Object.values(MODELS)) {
    const { loss, took } = await play(model, { kind: CARDS.serbia, traits: { powerUp: 28_000 } });
    assert.is(loss, undefined, model.name);
    assert.ok(took >= 28_000);
  }
});

test('a reader that is slow to say anything is waited for', async () => {
  for (const model of Object.values(MODELS)) {
    const { loss } = await play(model, { pace: { delay: 950 } });
    assert.is(loss, undefined, model.name);
  }
  for (const model of APDUS) assert.is((await play(model, { pace: { delay: 2900 } })).loss, undefined, model.name);
});

test('a card that is pulled out while it computes is told at once', async () => {
  for (const model of [MODELS.ct30, MODELS.omnikey]) {
    const desk = new Desk(model);
    desk.insert(CARDS.serbia, asking(1, 30, 30_000));
    desk.usb.firmware.pace = { extension: { every: 5000, factor: 1 } };
    const link = await desk.connect(await desk.open());
    const begun = desk.clock.monotonic();
    const answer = link.transmit(echoCommand(undefined, 5, false));
    await desk.pass(12_000);
    desk.usb.remove();
    const lost = await desk.within(answer);
    assert.equal([lost.ok || lost.error, desk.clock.monotonic() - begun], ['removed', 12_000]);
  }
});

test.run();
