import { X509Certificate } from 'node:crypto';
import { type LocalTime, localTime, type Message, ok, type Result } from '../../../base/index.js';
import { type AdminDeps, operation } from '../operation.js';

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
  input: {},
  async run({ authority }: Pick<AdminDeps, 'authority'>): Promise<Result<Authority, Message>> {
    const current = await authority.current();
    if (!current.ok) return current;
    const { ca, notAfter } = current.value;
    return ok({ pem: ca, until: localTime(notAfter), fingerprint: new X509Certificate(ca).fingerprint256 });
  },
});

/** The new certificate of the box's authority. */
interface RenewedCa {
  readonly path: string;
  readonly until: LocalTime;
  /** SHA-256, hex with colons. */
  readonly fingerprint: string;
}

/**
 * Renews the box's authority without changing the ledger. A running service uses the new certificate from the next
 * connection on.
 */
export const renewCa = operation({
  permission: 'certificates',
  isReadOnly: true,
  isChange: true,
  input: {},
  async run({ authority }: Pick<AdminDeps, 'authority'>): Promise<Result<RenewedCa, Message>> {
    const renewed = await authority.renew();
    if (!renewed.ok) return renewed;
    const { ca, path, notAfter } = renewed.value;
    return ok({ path, until: localTime(notAfter), fingerprint: new X509Certificate(ca).fingerprint256 });
  },
});
