import { join } from 'node:path';
import { type Bilingual, failed, isRecord, ok, readWhole, type Result } from '../../../base/index.js';
import { SHARED_DISK } from './accounts.js';
import type { Reloading } from './reload.js';

/** The facts about the server that commands need, in a file of its folder. */
export interface ServerFacts extends Reloading {
  /** The address for boxes: `tls://nats.example.rs:4222`. */
  readonly url: string;
}

export function factsFile(folder: string): string {
  return join(folder, 'server.json');
}

/** The certificate that boxes trust. */
export function caFile(folder: string): string {
  return join(folder, 'ca.pem');
}

export function noServer(folder: string): Bilingual {
  return {
    sr: `у ${folder} нема сервера; прво: kasirbox fleet init`,
    en: `${folder} has no server; first: kasirbox fleet init`,
  };
}

/** The error is an English sentence. */
export async function readFacts(folder: string): Promise<Result<ServerFacts, Bilingual>> {
  const path = factsFile(folder);
  const bytes = await readWhole(SHARED_DISK, path);
  if (bytes === null) return failed(noServer(folder));
  try {
    const facts: unknown = JSON.parse(bytes.toString());
    const { url, pidFile, monitor } = isRecord(facts) ? facts : {};
    if (typeof url === 'string' && typeof pidFile === 'string' && typeof monitor === 'string')
      return ok({ url, pidFile, monitor });
  } catch {
    // Reported below.
  }
  return failed({
    sr: `${path} није како је уписује kasirbox fleet; прво је исправите`,
    en: `${path} is not as kasirbox fleet writes it; put it right first`,
  });
}
