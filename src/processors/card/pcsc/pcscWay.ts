import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ok } from '../../../base/index.js';
import type { FoundReader, ReaderWay } from '../link.js';
import { PcscReader, readableName } from './pcscReader.js';
import { PCSC_WAITS, PcscSession, type PcscWaits } from './session.js';

const SOCKET = 'run/pcscd/pcscd.comm';

/** The socket of pcscd. The environment variable is the one of pcscd's own library. `root` is `/` except in tests. */
function socketBelow(root: string): string {
  return process.env['PCSCLITE_CSOCK_NAME'] ?? join(root, SOCKET);
}

/** True when pcscd runs, or systemd would start it on the first connection. No connection is made here. */
export async function hasPcscd(root: string): Promise<boolean> {
  try {
    return (await stat(socketBelow(root))).isSocket();
  } catch {
    return false;
  }
}

interface PcscOptions {
  readonly socket?: string;
  readonly waits?: PcscWaits;
}

/** The backend for readers through pcscd, which also drives readers that are not CCID. */
export function pcscWay({ socket = socketBelow('/'), waits = PCSC_WAITS }: PcscOptions = {}): ReaderWay {
  return {
    find: async () => {
      const session = await PcscSession.open(socket, waits);
      if (!session.ok) return session;
      const states = await session.value.readers();
      session.value.end('closed');
      if (!states.ok) return states;
      return ok(states.value.map(({ id }): FoundReader => ({ id, name: readableName(id), way: 'pcsc' })));
    },
    open: (id) => PcscReader.open(socket, waits, id),
  };
}
