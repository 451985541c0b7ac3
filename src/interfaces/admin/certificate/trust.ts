import { ENVIRONMENTS, ok, type Result, type Message } from '../../../base/index.js';
import { readBundle } from '../../../processors/pfr/index.js';
import { field, nullable, oneOf } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { authorityRow } from './row.js';
import { changeStore } from './storage.js';

const base64 = field<string>({ type: 'string', pattern: '^[A-Za-z0-9+/]*=*$' });

/**
 * Sets the additional trusted authorities and returns their names. `bundle`: a PEM bundle, or a DER file, in base64;
 * null: no additional authorities.
 */
export const trustAuthorities = operation({
  permission: 'certificates',
  ask: { environment: oneOf(ENVIRONMENTS), bundle: nullable(base64) },
  async run(
    { certificates }: Pick<AdminParts, 'certificates'>,
    { environment, bundle },
  ): Promise<Result<readonly string[], Message>> {
    const read = bundle === null ? ok([]) : readBundle(Buffer.from(bundle, 'base64'));
    if (!read.ok) return read;
    const stored = await changeStore(() => certificates.trust(environment, read.value));
    return stored.ok ? ok(read.value.map(authorityRow)) : stored;
  },
});
