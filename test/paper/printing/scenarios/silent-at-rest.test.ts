import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a printer that missed a question while it rests is asked again, and is ready once it answers', async (stage) => {
  const { printer } = stage.station;
  const { uuid } = await stage.sold();
  await stage.become(uuid, 'printed');
  // Each connection sets its own way back.
  let send = printer.onAnswer;
  let isSilent = true;
  Object.defineProperty(printer, 'onAnswer', {
    get: () => (isSilent ? undefined : send),
    set: (way: typeof send) => (send = way),
  });
  const from = stage.clock.monotonic();
  await stage.seen('offline offline');
  assert.ok(stage.clock.monotonic() - from < 10_000, 'the till warns before the next sale');

  isSilent = false;
  await stage.seen('idle');
});
