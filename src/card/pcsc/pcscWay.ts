import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ok } from '../../base/index.js';
import type { FoundReader, ReaderWay } from '../link.js';
import { PcscReader, readableName } from './pcscReader.js';
import { PCSC_WAITS, PcscSession, type PcscWaits } from './session.js';

const SOCKET = 'run/pcscd/pcscd.comm';

/** Where pcscd listens, unless the environment says otherwise as for its own library. `root` is `/` but in a test. */
function socketBelow(root: string): string {
  return process.env['PCSCLITE_CSOCK_NAME'] ?? join(root, SOCKET);
}

/** Does pcscd run, or does systemd start it as soon as somebody asks it? It is not asked here. */
export async function hasPcscd(root: string): Promise<boolean> {
  try {
    return (await stat(socketBelow(root))).isSocket();
  } catch {
    return false;
  }
}

export interface PcscOptions {
  readonly socket?: string;
  readonly waits?: PcscWaits;
}

/** The way to readers through pcscd, which also drives readers that are not CCID. */
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
