import * as assert from 'uvu/assert';
import type { CardLoss } from '../../../../src/processors/card/link.js';
import type { Desk } from '../../../kit/card/desk.js';
import { echoCommand, echoOf } from '../../../kit/card/echoChip.js';

/** A command of 40 bytes with an answer of 300: two blocks, and two parts where a reader chains. */
const DATA = Buffer.from(Array.from({ length: 40 }, (_, at) => at));

export interface End {
  readonly stage: 'open' | 'connect' | 'transmit' | 'done';
  readonly loss: CardLoss | undefined;
}

/** Opens, connects, sends one command, closes: where that ended, and whether all who wait were told, `limit` ms after the beginning at most. `isTrue`: what the reader says can be held to what the card said. */
export async function story(desk: Desk, limit = Infinity, isTrue = true): Promise<End> {
  const found = await desk.within(desk.way.find());
  assert.ok(found.ok);
  const opened = await desk.within(desk.way.open(found.value[0]?.id ?? ''), 'opening');
  if (!opened.ok) return { stage: 'open', loss: opened.error };
  const reader = opened.value;
  const changes: boolean[] = [];
  reader.onChange((has) => changes.push(has));
  const begun = desk.clock.monotonic();
  const link = await desk.within(reader.connect(), 'connecting');
  if (!link.ok) {
    assert.ok(desk.clock.monotonic() - begun <= limit, 'it is told in time');
    if (link.error === 'reader gone') assert.is(await desk.within(reader.gone, 'the end of the reader'), 'reader gone');
    await desk.within(reader.close());
    return { stage: 'connect', loss: link.error };
  }
  const { isExtended } = link.value;
  const command = echoCommand(DATA, isExtended ? 300 : 200, isExtended);
  const answer = await desk.within(link.value.transmit(command), 'an exchange');
  if (!answer.ok) {
    assert.ok(desk.clock.monotonic() - begun <= limit, 'it is told in time');
    assert.is(await desk.within(link.value.ended, 'the end of the link'), answer.error);
    const after = await desk.within(link.value.transmit(command));
    assert.is(after.ok || after.error, answer.error, 'the link does not come back');
    if (answer.error === 'reader gone')
      assert.is(await desk.within(reader.gone, 'the end of the reader'), 'reader gone');
    if (isTrue && answer.error === 'removed' && desk.usb.firmware.contacts.status === 2) assert.equal(changes, [false]);
  } else if (isTrue && link.value.protocol === 'T=1') {
    assert.ok(answer.value.subarray(0, -2).equals(echoOf(DATA, answer.value.length - 2)), 'no wrong data');
    assert.is(answer.value.length, isExtended ? 302 : 202);
  }
  await desk.within(link.value.close(), 'closing the link');
  await desk.within(reader.close(), 'closing the reader');
  assert.is(desk.usb.isClaimed, false);
  return answer.ok ? { stage: 'done', loss: undefined } : { stage: 'transmit', loss: answer.error };
}
