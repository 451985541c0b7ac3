import { read, write } from 'node:fs';
import { promisify } from 'node:util';
import type { Clock } from '../../base/clock.js';
import type { Result } from '../../base/result.js';
import { Bell } from '../bell.js';
import { atMost, PATIENCE } from './bound.js';
import type { Connection, Loss } from './port.js';
import { Way } from './way.js';

const readSome = promisify(read);
const writeSome = promisify(write);

/** How long to wait, ms, before a device that had no room is asked again, at first and at last: it may be held up for days. */
const NO_ROOM = 5;
const NO_ROOM_YET = 25;
/** How long to wait, ms, before a device that had nothing to say is asked again: soon after a write, later and later then. */
const ANSWER = 1;
const LATER = 1.25;
const NOTHING = 50;
const AT_ONCE = 4096;

/** An open device of the kernel, O_NONBLOCK, so that it never keeps a thread of the process waiting. */
export interface Device {
  readonly fd: number;
  readonly reads: boolean;
  /** Is a read of no bytes the end of a line that hung up? Otherwise there is nothing to read now. */
  readonly endsByZero: boolean;
  /** Resolves when what was written has left. */
  readonly drain: () => Promise<void>;
  /** Gives it free, whatever has not left. */
  readonly close: () => Promise<void>;
}

/** What kind of error a call of the kernel met; '' for one of another kind. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** It would have had to wait: nothing to read, or no room to write. */
const isLater = (code: string): boolean => code === 'EAGAIN' || code === 'EINTR';

/** Asks a device again and again: Node cannot wait for a descriptor that is neither a socket nor a pipe. */
export class DeviceConnection implements Connection {
  private readonly way = new Way();
  private readonly stop = new AbortController();
  private readonly written = new Bell();
  private pause = ANSWER;
  private readonly isStopped = (): boolean => this.stop.signal.aborted;
  private readonly calls = new Set<Promise<unknown>>();
  private closing: Promise<void> | undefined;

  constructor(
    private readonly device: Device,
    private readonly clock: Clock,
  ) {
    if (device.reads) void this.readOn();
  }

  get gone(): Promise<Loss> {
    return this.way.gone;
  }

  onBytes(listener: ((bytes: Uint8Array) => void) | undefined): void {
    this.way.onBytes(listener);
  }

  write(bytes: Uint8Array, signal: AbortSignal): Promise<Result<void, Loss>> {
    return this.way.during(signal, async () => {
      let pause = NO_ROOM;
      for (let done = 0; done < bytes.length;) {
        if (this.isStopped() || signal.aborted) return 'lost';
        try {
          const length = Math.min(AT_ONCE, bytes.length - done);
          done += (await this.call(writeSome(this.device.fd, bytes, done, length, null))).bytesWritten;
          pause = NO_ROOM;
        } catch (error) {
          if (!isLater(codeOf(error))) {
            this.way.lose('lost');
            return 'lost';
          }
          await this.clock.sleep(pause, signal);
          pause = Math.min(LATER * pause, NO_ROOM_YET);
        }
      }
      this.listen();
      return undefined;
    });
  }

  drain(signal: AbortSignal): Promise<Result<void, Loss>> {
    return this.way.during(signal, () =>
      this.device.drain().then(
        () => undefined,
        () => 'lost',
      ),
    );
  }

  close(): Promise<void> {
    this.way.lose('closed');
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    this.stop.abort();
    this.listen();
    // The number of a closed descriptor may be another file's at once: no call may still be under way.
    await Promise.allSettled(this.calls);
    await atMost(this.clock, 3 * PATIENCE, this.device.close());
    this.way.free();
  }

  private async readOn(): Promise<void> {
    const buffer = Buffer.allocUnsafe(AT_ONCE);
    while (!this.isStopped()) {
      try {
        const { bytesRead } = await this.call(readSome(this.device.fd, buffer, 0, buffer.length, null));
        if (bytesRead > 0) {
          this.way.hand(Buffer.from(buffer.subarray(0, bytesRead)));
          continue;
        }
        if (this.device.endsByZero) {
          this.way.lose('lost');
          return;
        }
      } catch (error) {
        // EINVAL: a printer that only listens.
        if (codeOf(error) === 'EINVAL') return;
        if (!isLater(codeOf(error))) {
          this.way.lose('lost');
          return;
        }
      }
      await this.written.wait(this.clock, this.pause);
      this.pause = Math.min(LATER * this.pause, NOTHING);
    }
  }

  /** An answer may come at any moment. */
  private listen(): void {
    this.pause = ANSWER;
    this.written.ring();
  }

  private async call<T>(made: Promise<T>): Promise<T> {
    this.calls.add(made);
    try {
      return await made;
    } finally {
      this.calls.delete(made);
    }
  }
}
