import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BoxStream, type NatsAddress } from '../../../../src/programs/fleet/ingest/stream.js';
import { NatsServer, natsUser, NO_NATS } from '../../../kit/nats/server.js';
import { cleanUp, temporaryFolder } from '../../../kit/process.js';
import { testAuthority } from '../../../kit/smtp/certificate.js';

test.after(cleanUp);

async function refusal(address: NatsAddress): Promise<string> {
  try {
    await (await BoxStream.open(address)).close();
    return 'none';
  } catch (error) {
    return String(error);
  }
}

const onServer = (name: string, work: () => Promise<void>): void => {
  if (NO_NATS === undefined) test(name, work);
  else test.skip(name, work);
};
if (NO_NATS !== undefined) console.log(NO_NATS);

onServer('over TLS only the server of the given authority is believed, and the seed of a file is used', async () => {
  const user = natsUser();
  const server = await NatsServer.start([user]);
  const folder = temporaryFolder();
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const { url } = server;
  const caFile = file('ca.pem', server.authority.ca);
  const credentialsFile = file('owner.nk', `${user.seed}\n`);
  assert.is(await refusal({ url, caFile, credentialsFile }), 'none');
  assert.match(await refusal({ url, caFile }), /Authorization/i);
  const wrong = natsUser().seed;
  const refused = await refusal({ url, caFile, credentialsFile: file('wrong.nk', wrong) });
  assert.match(refused, /Authorization/i);
  assert.not.match(refused, new RegExp(wrong));
  const stranger = file('other.pem', (await testAuthority()).ca);
  assert.match(await refusal({ url, caFile: stranger, credentialsFile }), /certificate|issuer/i);
  await server.kill();
});

test.run();
