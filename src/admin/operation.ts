import type { Claim, KeyRing, Tablets, Users } from '../access/index.js';
import { type Bilingual, compileSchema, type Disk, type Result, type SchemaFault, type UtcMs } from '../base/index.js';
import type { Cards } from '../card/index.js';
import type { Catalogue } from '../catalogue/index.js';
import type { BackupFolder, Stick } from '../backup/index.js';
import type { Mailer, Notifier } from '../delivery/index.js';
import type { Documents } from '../documents/index.js';
import type { Group } from '../group/index.js';
import type { HealthParts, SafeMode } from '../health/index.js';
import type { Invoicing } from '../invoicing/index.js';
import type { Ledger } from '../ledger/index.js';
import type { CertificateStore, Processors } from '../pfr/index.js';
import type { Printing } from '../printing/index.js';
import type { Settings } from '../settings/index.js';
import type { Slip } from '../slips/index.js';
import type { Updates } from '../updates/index.js';
import { type Fields, type Question, schemaOf } from './fields.js';
import type { Permission } from './permissions.js';

/** The parts of a box that operations work on. Each operation names the few that it uses. */
export interface AdminParts {
  readonly now: () => UtcMs;
  /** Name of the person who is signed in on a page; undefined for the command line, which asks for it where it is recorded. */
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
  readonly health: HealthParts;
  readonly notifier: Notifier;
  readonly safeMode: SafeMode;
  /** The authority that tablets trust. The error is an English sentence. */
  readonly authority: {
    readonly current: () => Promise<Result<OwnAuthority, string>>;
    readonly renew: () => Promise<Result<OwnAuthority, string>>;
  };
  readonly mailer: Mailer;
  /** Looks into a folder for backups. */
  readonly probeFolder: (folder: string) => Promise<BackupFolder>;
  /** Disks that are mounted where backups may be written. */
  readonly findSticks: () => Promise<readonly Stick[]>;
  /** Ends the service, soon; undefined where nothing would start it again. */
  readonly restart?: () => void;
  /** Installs updates; undefined where no service runs. */
  readonly updates?: Pick<Updates, 'state' | 'onChange' | 'install' | 'upload' | 'acknowledge' | 'offers'>;
  /** Draws a report as PDF; undefined where no service runs. */
  readonly drawReport?: Documents['report'];
  /** Draws the ticket of a running service; where none runs there is no address to print. */
  readonly ticket?: () => Promise<Slip>;
}

/** The authority of the box with its certificate. */
export interface OwnAuthority {
  /** PEM. */
  readonly ca: string;
  /** Where it lies. */
  readonly path: string;
  readonly notAfter: UtcMs;
}

/** Shows what an operation is doing to whoever waits for its answer. */
export type Tell = (step: Bilingual) => void;

/**
 * What an operator may ask of a box. Question and answer are plain JSON, since they may cross a socket; an error is an
 * English sentence for the operator.
 */
export interface Operation<Parts, Asked, Answer> {
  /** What the caller must have been granted. */
  readonly permission: Permission;
  /** Does it leave the ledger as it is? Then a stopped box is opened only for reading. */
  readonly isReadOnly: boolean;
  /** Does it change anything, be it paper, a mail or a certificate? Then it is recorded who has asked for it on a page. */
  readonly isChange: boolean;
  /** What a question needs besides; undefined: nothing. */
  readonly alsoNeeds: ((ask: Asked) => Permission | undefined) | undefined;
  /** The answer for a caller who may not know what was sold. */
  readonly withoutTurnover: ((answer: Answer) => Answer) | undefined;
  readonly check: (question: unknown) => Result<Asked, SchemaFault>;
  /** `gone` is aborted when nobody waits for the answer any more. */
  readonly run: (parts: Parts, ask: Asked, tell: Tell, gone: AbortSignal) => Promise<Result<Answer, string>>;
}

/** What an operation declares. The type of its question comes from the fields of `ask`. */
interface Declaration<F extends Fields, Parts, Answer> {
  readonly permission: Permission;
  readonly isReadOnly?: boolean;
  /** When left out: what does not leave the ledger as it is does. */
  readonly isChange?: boolean;
  readonly alsoNeeds?: (ask: Question<F>) => Permission | undefined;
  readonly withoutTurnover?: (answer: Answer) => Answer;
  readonly ask: F;
  readonly run: (parts: Parts, ask: Question<F>, tell: Tell, gone: AbortSignal) => Promise<Result<Answer, string>>;
}

export function operation<const F extends Fields, Parts, Answer>({
  permission,
  isReadOnly = false,
  isChange = !isReadOnly,
  alsoNeeds,
  withoutTurnover,
  ask,
  run,
}: Declaration<F, Parts, Answer>): Operation<Parts, Question<F>, Answer> {
  return {
    permission,
    isReadOnly,
    isChange,
    alsoNeeds,
    withoutTurnover,
    check: compileSchema(schemaOf(ask)),
    run,
  };
}
