import { english } from '../../../src/base/index.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { download } from '../../../src/outward/updates/download.js';
import { SCRIPTS } from '../../attack/legs/httpServers.js';
import { HostileServer, type Script } from '../../attack/legs/hostileServer.js';
import { testAuthority } from '../../kit/smtp/certificate.js';

/** What the kernel takes of a server beyond what the box reads, bytes. */
const IN_THE_KERNEL = 8 * 1024 * 1024;
const NEVER = new AbortController().signal;

/** Downloads from a faulty server; returns the final message, and what the server could send. */
async function fetched(script: Script, silenceMs?: number): Promise<{ said: string; sent: number }> {
  const authority = await testAuthority();
  const server = await HostileServer.start(script, await authority.server('127.0.0.1'));
  const url = new URL(`https://127.0.0.1:${server.port}/update.raucb`);
  // No second attempt.
  const clock = { sleep: async () => false };
  try {
    const opened = await download(
      url,
      { clock, ca: authority.ca, ...(silenceMs !== undefined && { silenceMs }) },
      NEVER,
    );
    if (!opened.ok) return { said: english(opened.error), sent: server.sent };
    let said = 'it has come';
    try {
      for await (const piece of opened.value.pieces) assert.ok(piece.length > 0);
    } catch (error) {
      said = String(error);
    }
    await server.left();
    return { said, sent: server.sent };
  } finally {
    server.end();
  }
}

const endless = ['TLS crumbs', 'chunk crumbs', 'header crumbs', 'flood', 'preliminaries', 'unread'] as const;
for (const shape of endless) {
  test(`a download ends in words when a server sends ${shape}`, async () => {
    const { said, sent } = await fetched(SCRIPTS[shape]);
    assert.not.match(said, /it has come/);
    assert.ok(sent < IN_THE_KERNEL, `${sent} bytes`);
  });
}

test('a download ends in words when a server is silent', async () => {
  const { said } = await fetched(SCRIPTS.silence, 300);
  assert.match(said, /ETIMEDOUT/);
});

test.run();
