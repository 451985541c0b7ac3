import { execFileSync } from 'node:child_process';
import { constants, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';

/**
 * Reads orders from a FIFO that it makes, so that a stand-in in the background can be told what to do by `echo ORDER >FILE`. A program
 * in the background must not read the terminal: it would be stopped.
 */
export function ordersFrom(file: string, take: (line: string) => void): { readonly close: () => void } {
  rmSync(file, { force: true });
  execFileSync('mkfifo', ['-m', '600', file]);
  // Open for both, so that it has no end when a writer leaves; as a socket, since a read of a file would hold a thread, and the exit.
  const socket = new Socket({ fd: openSync(file, constants.O_RDWR | constants.O_NONBLOCK), writable: false });
  createInterface({ input: socket }).on('line', take);
  return {
    close(): void {
      socket.destroy();
      rmSync(file, { force: true });
    },
  };
}
