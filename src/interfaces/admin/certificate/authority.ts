import { X509Certificate } from 'node:crypto';
import { type LocalTime, localTime, ok, type Result, type Message } from '../../../base/index.js';
import { type AdminParts, operation } from '../operation.js';

/** The box's own certificate authority, which tablets trust. */
interface Authority {
  readonly pem: string;
  /** Belgrade time. */
  readonly until: LocalTime;
  /** SHA-256, hex with colons. */
  readonly fingerprint: string;
}

export const showAuthority = operation({
  permission: 'certificates',
  isChange: false,
  ask: {},
  async run({ authority }: Pick<AdminParts, 'authority'>): Promise<Result<Authority, Message>> {
    const current = await authority.current();
    if (!current.ok) return current;
    const { ca, notAfter } = current.value;
    return ok({ pem: ca, until: localTime(notAfter), fingerprint: new X509Certificate(ca).fingerprint256 });
  },
});
