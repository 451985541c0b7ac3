import { BACKDATING, generateKey } from '../../../src/platform/tls/authority.js';
import { constraintsFor } from '../../../src/platform/tls/constraints.js';
import { issueAuthority, issueServer } from '../../../src/platform/tls/issue.js';

const DAY = 86_400_000;

export interface TestAuthority {
  /** PEM of the authority. */
  readonly ca: string;
  /** A server certificate for a name or address; `until` is UTC ms. */
  server(name: string, until?: number): Promise<{ readonly key: string; readonly cert: string }>;
}

/** A certificate authority of the test's own. */
export async function testAuthority(): Promise<TestAuthority> {
  const { key } = generateKey();
  const from = Date.now() - BACKDATING;
  const pem = await issueAuthority(key, constraintsFor([]), { from, until: Date.now() + DAY });
  return {
    ca: pem,
    server: async (name, until = Date.now() + DAY) => {
      const own = generateKey();
      return { key: own.pem, cert: await issueServer(own.key, [name], { pem, key }, { from, until }) };
    },
  };
}
