import { FakePfrServer } from '../../../kit/pfr/server.js';
import type { Stage } from './stage.js';

/** Plays a scene with an L-PFR whose card is open. */
export async function withProcessor(stage: Stage, act: (pfr: FakePfrServer) => Promise<void>): Promise<void> {
  const pfr = await FakePfrServer.start({ now: stage.box.now });
  try {
    pfr.pfr.card.isOpen = true;
    await stage.box.set('pfr.sandbox', { mode: 'lpfr', url: pfr.url, timeout: 1, signingLimit: 1 });
    await act(pfr);
  } finally {
    pfr.release();
    await pfr.stop();
  }
}
