import type { Clock, Disk, FolderLock, Log, UtcMs } from '../base/index.js';
import type { CardsParts } from '../card/index.js';
import type { PostOptions, SmtpMailerOptions } from '../delivery/index.js';
import type { Drivers } from '../devices/index.js';
import type { LedgerOptions } from '../ledger/index.js';
import type { ProcessorParts } from '../pfr/index.js';
import type { Printing } from '../printing/index.js';
import type { RaucOptions, UpdatesParts } from '../updates/index.js';

/** What a box is opened with: the folder, and what a test or a tool puts in place of the usual. */
export interface BoxOptions {
  /** The data folder; made when it is not there. */
  readonly folder: string;
  readonly log: Log;
  /** The clock on the wall, UTC ms. */
  readonly now: () => UtcMs;
  /** How time passes; by the clocks of Node.js when left out. */
  readonly passing?: Omit<Clock, 'now' | 'isTrusted'>;
  /** Where the machine describes its clock and its board (`/`), and when the program was built. */
  readonly machine?: { readonly root: string; readonly buildTime: UtcMs };
  readonly disk?: Disk;
  /** How the ledger fills its files, and whether it does idle work by itself. */
  readonly filling?: Pick<LedgerOptions, 'sizes' | 'idleWork'>;
  /** Keeps other processes out of the folder; undefined when one has it already. A lock of the kernel when left out. */
  readonly lock?: (folder: string) => FolderLock | undefined;
  /** Only read: nothing is written. Where no box stands yet, an empty one is shown, and nothing of it is made. */
  readonly readOnly?: boolean;
  /** Answers for the printers in place of the spooler. */
  readonly printing?: Printing;
  /** Speaks to USB and serial devices. */
  readonly drivers?: Drivers;
  /** Reaches card readers in place of the box's own ways. */
  readonly readers?: Partial<Pick<CardsParts, 'usb' | 'pcsc'>>;
  /** Where TLS is spoken with the key of a card. */
  readonly tlsThread?: NonNullable<ProcessorParts['tlsThread']>;
  /** Waiting times and trust for mail servers. */
  readonly mail?: Partial<SmtpMailerOptions>;
  /** Waiting times and trust for the servers that take messages to the owner, and for webhooks. */
  readonly post?: Partial<PostOptions>;
  /** How updates are installed, and where the service manager keeps what lasts until the machine is off. */
  readonly updates?: Partial<Pick<UpdatesParts, 'runtime' | 'ca' | 'media'>> & { readonly rauc?: RaucOptions };
}
