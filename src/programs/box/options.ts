import type { Clock, Disk, FolderLock, Log, UtcMs } from '../../base/index.js';
import type { CardsDeps } from '../../processors/card/index.js';
import type { PostOptions, SmtpMailerOptions } from '../../outward/delivery/index.js';
import type { Drivers } from '../../platform/devices/index.js';
import type { LedgerOptions } from '../../platform/ledger/index.js';
import type { ProcessorDeps } from '../../processors/pfr/index.js';
import type { Printing } from '../../paper/printing/index.js';
import type { RaucOptions, UpdatesDeps } from '../../outward/updates/index.js';

/** Options of opening a box: the folder, and replacements used by tests or tools. */
export interface BoxOptions {
  /** The data folder; created when absent. */
  readonly folder: string;
  readonly log: Log;
  /** Wall clock, UTC ms. */
  readonly now: () => UtcMs;
  /** The other clocks; those of Node.js by default. */
  readonly passing?: Omit<Clock, 'now' | 'isTrusted'>;
  /** Root of the machine's files (`/`), and the build time of the program. */
  readonly machine?: { readonly root: string; readonly buildTime: UtcMs };
  readonly disk?: Disk;
  /** Sizes of the ledger's files, and whether it does idle work by itself. */
  readonly filling?: Pick<LedgerOptions, 'sizes' | 'idleWork'>;
  /** Locks the folder against other processes; undefined when it is locked already. A kernel lock by default. */
  readonly lock?: (folder: string) => FolderLock | undefined;
  /** Read-only: nothing is written. If there is no box yet, an empty one is shown, but not created. */
  readonly readOnly?: boolean;
  /** Replaces the spooler. */
  readonly printing?: Printing;
  /** Drivers of USB and serial devices. */
  readonly drivers?: Drivers;
  /** Replaces the card reader backends. */
  readonly readers?: Partial<Pick<CardsDeps, 'usb' | 'pcsc'>>;
  /** Thread that does TLS with the key of a card. */
  readonly tlsThread?: NonNullable<ProcessorDeps['tlsThread']>;
  /** Time limits and trusted certificates for mail servers. */
  readonly mail?: Partial<SmtpMailerOptions>;
  /** Time limits and trusted certificates for servers of messages to the owner, and for webhooks. */
  readonly post?: Partial<PostOptions>;
  /** How updates are installed, and the service manager's runtime folder, whose content lasts until power-off. */
  readonly updates?: Partial<Pick<UpdatesDeps, 'runtime' | 'ca' | 'media'>> & { readonly rauc?: RaucOptions };
}
