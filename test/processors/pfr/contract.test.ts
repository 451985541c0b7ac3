import * as assert from 'uvu/assert';
import { INVOICE_TYPES, TRANSACTION_TYPES } from '../../../src/contract/index.js';
import { DEFAULTS } from '../../kit/pfr/options.js';
import { FakePfrServer } from '../../kit/pfr/server.js';
import { demoSubject, remoteSubject } from './subjects.js';
import { promise } from './suite.js';

/** Ends a server. It must have signed a receipt of every kind: the promises were those of a processor behind a socket. */
async function endOf(server: FakePfrServer): Promise<void> {
  await server.stop();
  assert.ok(server.pfr.signed.length >= INVOICE_TYPES.length * TRANSACTION_TYPES.length);
}

promise('the demo', () => Promise.resolve(demoSubject()));

promise('an L-PFR over HTTP', async () => {
  const server = await FakePfrServer.start({ pin: null });
  return remoteSubject({ mode: 'lpfr', base: new URL(server.url), close: () => endOf(server) });
});

promise('a V-PFR over TLS', async () => {
  const server = await FakePfrServer.start({ kind: 'vpfr' });
  const { jid, company, pac } = DEFAULTS;
  const client = await server.authority?.client({ jid, company, environment: 'sandbox' });
  if (server.authority === undefined || client === undefined) throw new Error('a V-PFR has certificates');
  const tls = { ca: server.authority.pem, client: { cert: client.certificate, key: client.key } };
  return remoteSubject({ mode: 'vpfr', base: new URL(server.url), tls, pac, close: () => endOf(server) });
});
