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
  await stage.seen('offline offline');

  isSilent = false;
  await stage.seen('idle');
});
