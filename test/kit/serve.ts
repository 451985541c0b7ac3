import { english } from '../../src/base/index.js';
import * as fs from 'node:fs';
import * as https from 'node:https';
import { join } from 'node:path';
import { adminDepsOf } from '../../src/programs/box/admin.js';
import { appOf, documentsOf, mailingOf } from '../../src/programs/box/app.js';
import { healthPartsOf } from '../../src/programs/box/health.js';
import type { Box } from '../../src/programs/box/open.js';
import { BoxService } from '../../src/programs/box/service.js';
import { ConnectionLimiter } from '../../src/platform/http/connectionLimiter.js';
import { RepeatedEvents } from '../../src/platform/http/repeatedEvents.js';
import { byCall, overTls, type Transport } from './transport.js';

const DAY_MS = 86_400_000;

/** A box that answers requests. */
export interface Served {
  readonly origin: string;
  readonly transport: Transport;
  /** Also closes the box. */
  readonly stop: () => Promise<void>;
}

/** Makes an open box answer requests. */
export type Serve = (box: Box) => Promise<Served>;

/** The whole service, over TLS; clients trust only its `ca.pem`. */
export const serveOverTls: Serve = async (box) => {
  const started = await BoxService.start(box, { host: '127.0.0.1', port: 0 });
  if (!started.ok) throw new Error(english(started.error));
  const service = started.value;
  const agent = new https.Agent({ keepAlive: true, ca: fs.readFileSync(join(box.folder, 'tls', 'ca.pem')) });
  return {
    origin: service.origin(),
    transport: overTls(service.origin(), agent),
    async stop() {
      agent.destroy();
      await service.stop();
    },
  };
};

/** The real application on real parts, called without a socket: nothing of TLS, connections or background work. */
export const serveWithoutSocket: Serve = async (box) => {
  const { settings, processors, invoicing, spooler, clock } = box;
  const publicUrl = (): string => settings.now.publicUrl ?? 'https://localhost';
  processors.useOrigin(publicUrl);
  const documents = documentsOf(box);
  const mailing = mailingOf(box, documents);
  const certificate = { server: clock.now() + 300 * DAY_MS, authority: clock.now() + 3000 * DAY_MS };
  const health = healthPartsOf(box, {
    certificate: () => certificate,
    isAuthorityStrict: () => true,
    backup: () => undefined,
    notifications: () => undefined,
    webhooks: () => undefined,
    stream: () => undefined,
    loopDelay: () => 0,
  });
  const repeatedEvents = new RepeatedEvents(clock.monotonic, box.log);
  const connectionLimiter = new ConnectionLimiter(clock.monotonic, repeatedEvents);
  const app = appOf(box, {
    documents,
    mailing,
    health,
    connectionLimiter,
    repeatedEvents,
    publicUrl,
    admin: adminDepsOf(box),
    stopping: new AbortController().signal,
  });
  invoicing.reconciliation.start();
  // A service has a socket that keeps the process alive while an answer waits for its turn.
  const alive = setInterval(() => undefined, DAY_MS);
  return {
    origin: publicUrl(),
    transport: byCall(app.callback()),
    async stop() {
      clearInterval(alive);
      const settled = Promise.all([invoicing.reconciliation.stop(), invoicing.queue.stop(), spooler.stop()]);
      await mailing.stop();
      processors.stop();
      await settled;
      await documents.stop();
      await box.close();
    },
  };
};
