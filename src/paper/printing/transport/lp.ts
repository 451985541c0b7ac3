import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type Clock, failed, ok, type Result } from '../../../base/index.js';
import {
  errorCodeOf,
  type Connection,
  DeviceFileConnection,
  type Loss,
  type Transport,
} from '../../../platform/devices/index.js';

/** Never O_CREAT: a missing printer must not become a file. O_NOCTTY: nor become the terminal of the service. */
const FLAGS = constants.O_NONBLOCK | constants.O_NOCTTY;

/** A printer behind a kernel driver, as /dev/usb/lp0 (usblp). */
export class LpTransport implements Transport {
  constructor(
    private readonly path: string,
    private readonly clock: Clock,
  ) {}

  async open(signal: AbortSignal): Promise<Result<Connection, Loss>> {
    const both = await this.openFile(constants.O_RDWR);
    // Some devices can only be written.
    const opened = both.ok || both.error !== 'denied' ? both : await this.openFile(constants.O_WRONLY);
    if (!opened.ok) return opened;
    const handle = opened.value;
    if (signal.aborted || !(await handle.stat()).isCharacterDevice()) {
      await handle.close();
      return failed('absent');
    }
    const file = {
      fd: handle.fd,
      reads: both.ok,
      // usblp reads no bytes when a printer answers with an empty packet.
      endsByZero: false,
      drain: async () => undefined,
      close: () => handle.close(),
    };
    return ok(new DeviceFileConnection(file, this.clock));
  }

  private async openFile(access: number): Promise<Result<FileHandle, Loss>> {
    try {
      return ok(await open(this.path, FLAGS | access));
    } catch (error) {
      const code = errorCodeOf(error);
      if (code === 'EBUSY') return failed('busy');
      return failed(['EACCES', 'EPERM', 'EROFS', 'EINVAL'].includes(code) ? 'denied' : 'absent');
    }
  }
}
