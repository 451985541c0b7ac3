import { read, write } from 'node:fs';
import { promisify } from 'node:util';
import { type Clock, type Result, Wakeup } from '../base/index.js';
import { waitAtMost, RELEASE_TIMEOUT } from './waitAtMost.js';
import type { Connection, Loss } from './connection.js';
import { ConnectionState } from './connectionState.js';

const readSome = promisify(read);
const writeSome = promisify(write);

/** How long to wait, ms, before a device that had no room is tried again, at first and at most: it may be held up for days. */
const FIRST_WRITE_PAUSE = 5;
const LAST_WRITE_PAUSE = 25;
/** How long to wait, ms, before a device that had nothing to say is read again: short after a write, then longer and longer. */
const FIRST_READ_PAUSE = 1;
const LAST_READ_PAUSE = 50;
const PAUSE_GROWTH = 1.25;
/** Bytes of one call. */
const CALL_BYTES = 4096;

/** An open device file of the kernel, O_NONBLOCK, so that it never keeps a thread of the process waiting. */
export interface DeviceFile {
  readonly fd: number;
  readonly reads: boolean;
  /** Does a read of no bytes mean that the other end hung up? Otherwise there is nothing to read now. */
  readonly endsByZero: boolean;
  /** Resolves when what was written has left. */
  readonly drain: () => Promise<void>;
  /** Closes it, whatever has not left. */
  readonly close: () => Promise<void>;
}

/** The code of an error of the kernel, as EBUSY; '' for any other error. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The call would have had to wait: nothing to read, or no room to write. */
const isRetryable = (code: string): boolean => code === 'EAGAIN' || code === 'EINTR';

/** Tries again and again: Node cannot wait for a file descriptor that is neither a socket nor a pipe. */
export class DeviceFileConnection implements Connection {
  private readonly state = new ConnectionState();
  private readonly stop = new AbortController();
  private readonly written = new Wakeup();
  private pause = FIRST_READ_PAUSE;
  private readonly isStopped = (): boolean => this.stop.signal.aborted;
  private readonly calls = new Set<Promise<unknown>>();
  private closing: Promise<void> | undefined;

  constructor(
    private readonly device: DeviceFile,
    private readonly clock: Clock,
  ) {
    if (device.reads) void this.readOn();
  }

  get gone(): Promise<Loss> {
    return this.state.gone;
  }

  onBytes(listener: ((bytes: Uint8Array) => void) | undefined): void {
    this.state.onBytes(listener);
  }

  write(bytes: Uint8Array, signal: AbortSignal): Promise<Result<void, Loss>> {
    return this.state.during(signal, async () => {
      let pause = FIRST_WRITE_PAUSE;
      for (let done = 0; done < bytes.length;) {
        if (this.isStopped() || signal.aborted) return 'lost';
        try {
          const length = Math.min(CALL_BYTES, bytes.length - done);
          done += (await this.call(writeSome(this.device.fd, bytes, done, length, null))).bytesWritten;
          pause = FIRST_WRITE_PAUSE;
        } catch (error) {
          if (!isRetryable(errorCodeOf(error))) {
            this.state.lose('lost');
            return 'lost';
          }
          await this.clock.sleep(pause, signal);
          pause = Math.min(PAUSE_GROWTH * pause, LAST_WRITE_PAUSE);
        }
      }
      this.expectAnswer();
      return undefined;
    });
  }

  drain(signal: AbortSignal): Promise<Result<void, Loss>> {
    return this.state.during(signal, () =>
      this.device.drain().then(
        () => undefined,
        () => 'lost',
      ),
    );
  }

  close(): Promise<void> {
    this.state.lose('closed');
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    this.stop.abort();
    this.expectAnswer();
    // The number of a closed file descriptor may be another file's at once: no call may still be under way.
    await Promise.allSettled(this.calls);
    await waitAtMost(this.clock, 3 * RELEASE_TIMEOUT, this.device.close());
    this.state.release();
  }

  private async readOn(): Promise<void> {
    const buffer = Buffer.allocUnsafe(CALL_BYTES);
    while (!this.isStopped()) {
      try {
        const { bytesRead } = await this.call(readSome(this.device.fd, buffer, 0, buffer.length, null));
        if (bytesRead > 0) {
          this.state.deliver(Buffer.from(buffer.subarray(0, bytesRead)));
          continue;
        }
        if (this.device.endsByZero) {
          this.state.lose('lost');
          return;
        }
      } catch (error) {
        // EINVAL: a device that only listens.
        if (errorCodeOf(error) === 'EINVAL') return;
        if (!isRetryable(errorCodeOf(error))) {
          this.state.lose('lost');
          return;
        }
      }
      await this.written.wait(this.clock, this.pause);
      this.pause = Math.min(PAUSE_GROWTH * this.pause, LAST_READ_PAUSE);
    }
  }

  /** An answer may come at any moment. */
  private expectAnswer(): void {
    this.pause = FIRST_READ_PAUSE;
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
