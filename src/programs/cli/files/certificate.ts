import { join } from 'node:path';
import { failed, nodeDisk, ok, type Result, type Message } from '../../../base/index.js';
import { type ClientPem, PFX_TEXTS, readPfx, toPem } from '../../../processors/pfr/index.js';

/** Opens the certificate file of the tax authority. */
export async function openPfx(pfx: Buffer, password: string): Promise<Result<ClientPem, Message>> {
  const client = await readPfx(pfx, password);
  return client.ok ? ok(toPem(client.value)) : failed(PFX_TEXTS[client.error]);
}

/**
 * True when the box of the folder has an authority of its own, even an incomplete one. Throws DiskError when that
 * cannot be determined.
 */
export async function hasAuthority(folder: string): Promise<boolean> {
  const names = await nodeDisk.list(join(folder, 'tls'));
  return names.includes('ca.key') || names.includes('ca.pem');
}
