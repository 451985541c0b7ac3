import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BoxStream } from '../../../src/fleet/ingest/stream.js';
import { endServers, missingServers, NatsServer } from '../../kit/fleet/servers.js';
import { cleanUp, temporaryFolder } from '../../kit/process.js';
import { testAuthority } from '../../kit/smtp/certificate.js';

test.after(endServers);
test.after(cleanUp);

async function refusal(open: Promise<BoxStream>): Promise<string> {
  try {
    await (await open).close();
    return 'none';
  } catch (error) {
    return String(error);
  }
}

const name = 'over TLS only the server of the given authority is believed, and the password of the URL is used';
if (missingServers !== undefined) {
  process.stdout.write(`skipped: ${missingServers}\n`);
  test.skip(name, async () => undefined);
} else {
  test(name, async () => {
    const [authority, other] = [await testAuthority(), await testAuthority()];
    const { key, cert } = await authority.server('localhost');
    const file = (called: string, text: string): string => {
      const path = join(folder, called);
      writeFileSync(path, text);
      return path;
    };
    const folder = temporaryFolder();
    const tls = ['--tls', '--tlscert', file('cert.pem', cert), '--tlskey', file('key.pem', key)];
    const server = await NatsServer.start([...tls, '--user', 'owner', '--pass', 'p@ss']);
    const url = (password: string): string => `tls://owner:${password}@localhost:${server.port}`;
    const caFile = file('ca.pem', authority.ca);
    assert.is(await refusal(BoxStream.open({ url: url('p%40ss'), caFile })), 'none');
    const wrong = await refusal(BoxStream.open({ url: url('wrong'), caFile }));
    assert.match(wrong, /Authorization/i);
    assert.not.match(wrong, /wrong/);
    const stranger = file('other.pem', other.ca);
    assert.match(await refusal(BoxStream.open({ url: url('p%40ss'), caFile: stranger })), /certificate|issuer/i);
    await server.stop();
  });
}

test.run();
