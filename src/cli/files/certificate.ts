import { failed, ok, type Result } from '../../base/index.js';
import { type ClientPem, PFX_TEXTS, readPfx, toPem } from '../../pfr/index.js';

/** Opens the file of the tax authority. The error is an English sentence. */
export async function openPfx(pfx: Buffer, password: string): Promise<Result<ClientPem, string>> {
  const client = await readPfx(pfx, password);
  return client.ok ? ok(toPem(client.value)) : failed(PFX_TEXTS[client.error]);
}
