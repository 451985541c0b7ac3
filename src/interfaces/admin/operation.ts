import type { Claim, KeyRing, Tablets, Users } from '../../shop/access/index.js';
import {
  type Bilingual,
  compileSchema,
  type Disk,
  type Result,
  type SchemaFault,
  type UtcMs,
  type Message,
} from '../../base/index.js';
import type { Cards } from '../../processors/card/index.js';
import type { Catalogue } from '../../shop/catalogue/index.js';
import type { BackupFolder, Stick } from '../../outward/backup/index.js';
import type { Mailer, Notifier } from '../../outward/delivery/index.js';
import type { Documents } from '../../paper/documents/index.js';
import type { Group } from '../../outward/group/index.js';
import type { HealthDeps, SafeMode } from '../health/index.js';
import type { Invoicing } from '../../sales/invoicing/index.js';
import type { Ledger } from '../../platform/ledger/index.js';
import type { CertificateStore, Processors } from '../../processors/pfr/index.js';
import type { Printing } from '../../paper/printing/index.js';
import type { Settings } from '../../shop/settings/index.js';
import type { Slip } from '../../paper/slips/index.js';
import type { Updates } from '../../outward/updates/index.js';
import { type Fields, type Question, schemaOf } from './fields.js';

/** Permissions of a caller; each operation needs one of these. */
export const PERMISSIONS = [
  /** API keys. */
  'keys',
  /** Users who sign in on the pages, their tablets, and the log of all changes. */
  'users',
  /** Sales data: reports and receipts. */
  'turnover',
  'settings',
  /** Certificates of the tax authority, for a V-PFR, and the box's own authority. */
  'certificates',
  /** The fiscal processor: its state, its PIN, and receipts whose outcome is not known. */
  'processor',
  /** Responsibility of the owner alone: whether the PIN of the card is stored. */
  'custody',
  /** Printers and print jobs. */
  'printing',
  /** The cash drawer. */
  'drawer',
  /** Requests that wait for the processor. */
  'queue',
  /** The catalogue. */
  'items',
  /** The code that opens backups. */
  'backup',
  /** Health checks, safe mode, and the end of the ledger. */
  'maintenance',
] as const;

export type Permission = (typeof PERMISSIONS)[number];
export type Permissions = ReadonlySet<Permission>;

/** For the operator, who has access to the data folder or its control socket. */
export const ALL_PERMISSIONS: Permissions = new Set(PERMISSIONS);

/** Dependencies of operations. Each operation lists those that it uses. */
export interface AdminDeps {
  readonly now: () => UtcMs;
  /** Name of the user signed in on a page; undefined for the command line, which asks for it where it is recorded. */
  readonly person?: string;
  /** The data folder. */
  readonly folder: string;
  readonly disk: Disk;
  readonly ledger: Ledger;
  readonly keys: KeyRing;
  readonly users: Users;
  readonly tablets: Tablets;
  readonly claim: Claim;
  readonly settings: Settings;
  readonly catalogue: Catalogue;
  readonly group: Pick<Group, 'reports' | 'decide'>;
  readonly certificates: CertificateStore;
  readonly processors: Processors;
  readonly cards: Cards;
  readonly invoicing: Invoicing;
  readonly printing: Printing;
  readonly health: HealthDeps;
  readonly notifier: Notifier;
  readonly safeMode: SafeMode;
  /** The authority that tablets trust. */
  readonly authority: {
    readonly current: () => Promise<Result<OwnAuthority, Message>>;
    readonly renew: () => Promise<Result<OwnAuthority, Message>>;
  };
  readonly mailer: Mailer;
  /** Checks a folder for backups. */
  readonly probeFolder: (folder: string) => Promise<BackupFolder>;
  /** Mounted disks where backups may be written. */
  readonly findSticks: () => Promise<readonly Stick[]>;
  /** Ends the service soon; undefined when no service manager would restart it. */
  readonly restart?: () => void;
  /** Installs updates; undefined when no service runs. */
  readonly updates?: Pick<Updates, 'state' | 'onChange' | 'install' | 'upload' | 'acknowledge' | 'offers'>;
  /** Draws a report as PDF; undefined when no service runs. */
  readonly drawReport?: Documents['report'];
  /** Draws the ticket of a running service. Without a service there is no address to print. */
  readonly ticket?: () => Promise<Slip>;
}

/** The authority of the box with its certificate. */
export interface OwnAuthority {
  /** PEM. */
  readonly ca: string;
  /** Path of its file. */
  readonly path: string;
  readonly notAfter: UtcMs;
}

/** Reports progress of an operation to the caller that waits for its answer. */
export type OnProgress = (step: Bilingual) => void;

/**
 * An operation on a box. Question and answer are plain JSON, because they may cross a socket.
 */
export interface Operation<Deps, Asked, Answer> {
  /** Permission that the caller needs. */
  readonly permission: Permission;
  /** True when it does not change the ledger. A stopped box is then opened only for reading. */
  readonly isReadOnly: boolean;
  /**
   * True when it changes something, including paper, an e-mail or a certificate. The caller is then recorded if the
   * request came from a page.
   */
  readonly isChange: boolean;
  /** Additional permission that a question needs; undefined without one. */
  readonly alsoNeeds: ((input: Asked) => Permission | undefined) | undefined;
  /** The answer for a caller that may not see turnover. */
  readonly withoutTurnover: ((answer: Answer) => Answer) | undefined;
  readonly check: (question: unknown) => Result<Asked, SchemaFault>;
  /** `signal` is aborted when the caller no longer waits for the answer. */
  readonly run: (
    deps: Deps,
    input: Asked,
    onProgress: OnProgress,
    signal: AbortSignal,
  ) => Promise<Result<Answer, Message>>;
}

/** Declaration of an operation. The type of its question is derived from the fields of `input`. */
interface Declaration<F extends Fields, Deps, Answer> {
  readonly permission: Permission;
  readonly isReadOnly?: boolean;
  /** Default: the opposite of `isReadOnly`. */
  readonly isChange?: boolean;
  readonly alsoNeeds?: (input: Question<F>) => Permission | undefined;
  readonly withoutTurnover?: (answer: Answer) => Answer;
  readonly input: F;
  readonly run: (
    deps: Deps,
    input: Question<F>,
    onProgress: OnProgress,
    signal: AbortSignal,
  ) => Promise<Result<Answer, Message>>;
}

export function operation<const F extends Fields, Deps, Answer>({
  permission,
  isReadOnly = false,
  isChange = !isReadOnly,
  alsoNeeds,
  withoutTurnover,
  input,
  run,
}: Declaration<F, Deps, Answer>): Operation<Deps, Question<F>, Answer> {
  return {
    permission,
    isReadOnly,
    isChange,
    alsoNeeds,
    withoutTurnover,
    check: compileSchema(schemaOf(input)),
    run,
  };
}
