import { read, write } from 'node:fs';
import { promisify } from 'node:util';
import { type Clock, type Result, Wakeup } from '../../base/index.js';
import { type Connection, ConnectionState, type Loss } from './connection.js';

/** Time limit of one step of releasing a device, ms. */
export const RELEASE_TIMEOUT = 500;

/** Waits until `work` has settled, but not longer than `ms`; true when it has settled. */
export async function waitAtMost(clock: Clock, ms: number, work: Promise<unknown>): Promise<boolean> {
  const stop = new AbortController();
  const ended = work.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([ended, clock.sleep(ms, stop.signal).then(() => false)]);
  } finally {
    stop.abort();
  }
}

const readSome = promisify(read);
const writeSome = promisify(write);

/** Pause before the next write to a device that accepted nothing, ms, first and maximum; it may be blocked for days. */
const FIRST_WRITE_PAUSE = 5;
const LAST_WRITE_PAUSE = 25;
/** Pause before the next read from a device that sent nothing, ms: short after a write, then growing. */
const FIRST_READ_PAUSE = 1;
const LAST_READ_PAUSE = 50;
const PAUSE_GROWTH = 1.25;
/** Bytes per call. */
const CALL_BYTES = 4096;

/** An open device file of the kernel, O_NONBLOCK, so that it never blocks a thread of the process. */
export interface DeviceFile {
  readonly fd: number;
  readonly reads: boolean;
  /**
   * True when a read of no bytes means that the other end hung up. Otherwise it means that there is nothing to read
   * now.
   */
  readonly endsByZero: boolean;
  /** Resolves when the written bytes have left. */
  readonly drain: () => Promise<void>;
  /** Closes it, even with unsent bytes. */
  readonly close: () => Promise<void>;
}

/** The code of a kernel error, such as EBUSY; '' for any other error. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** True when the call would have blocked: nothing to read, or no space to write. */
const isRetryable = (code: string): boolean => code === 'EAGAIN' || code === 'EINTR';

/** Polls the file, because Node cannot wait for a file descriptor that is neither a socket nor a pipe. */
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
    // The number of a closed file descriptor may be reused at once, so no call may be in progress.
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
        // EINVAL: a write-only device.
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
