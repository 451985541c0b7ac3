import type { TestBox } from '../box.js';
import { FakePfrServer } from './server.js';

/** Starts a stand-in and configures it for production, where the demo issues nothing. Stop it after the box. */
export async function setProductionProcessor(box: TestBox): Promise<FakePfrServer> {
  const fake = await FakePfrServer.start({ environment: 'production', jid: 'REAL7PFR', pin: null, now: box.now });
  await box.set('pfr.production', { mode: 'lpfr', url: fake.url });
  return fake;
}
