import type { Result, Message } from '../../base/index.js';
import { listAudit } from './audit.js';
import { installCertificate } from './certificate/install.js';
import { removeCertificate } from './certificate/remove.js';
import { renewCa } from './certificate/renewCa.js';
import { showCertificate } from './certificate/show.js';
import { trustAuthorities } from './certificate/trust.js';
import { listSticks, makeBackupCode, probeBackup, setBackupCode } from './backup.js';
import { acceptCard } from './card/accept.js';
import { showCardCertificate } from './card/certificate.js';
import { showCard } from './card/info.js';
import { enterCardPin } from './card/pin.js';
import { listReaders } from './card/readers.js';
import { showAuthority } from './certificate/authority.js';
import { doctor } from './doctor.js';
import { uploadCertificate } from './certificate/upload.js';
import { acceptEsir } from './esir.js';
import { decideOnGroup, showGroup } from './group.js';
import { checkCodes, checkItems, exportItems, findItems, importItems } from './items.js';
import { acceptKey, createKey, listKeys, revokeKey } from './keys.js';
import { ledgerEnd } from './ledger.js';
import { testMail } from './mail.js';
import { testNotify } from './notify.js';
import type { AdminParts, Operation } from './operation.js';
import { listOpenReceipts } from './pfr/openReceipts.js';
import { enterPin } from './pfr/pin.js';
import { settleReceipt } from './pfr/settle.js';
import { processorStatus } from './pfr/status.js';
import { testProcessor } from './pfr/test.js';
import { addPrinter } from './print/add.js';
import { printAgain } from './print/again.js';
import { cancelPrintJob } from './print/cancel.js';
import { openDrawer } from './print/drawer.js';
import { listPrintJobs } from './print/jobs.js';
import { findPrinters } from './print/find.js';
import { setLogo } from './print/logo.js';
import { listPrinters } from './print/printers.js';
import { testPrinter } from './print/test.js';
import { printTicket } from './print/ticket.js';
import { summarizeCards } from './receipts/cardSummary.js';
import { findReceipts } from './receipts/find.js';
import { reportCsv } from './reports/csv.js';
import { reportPdf } from './reports/pdf.js';
import { reportItems } from './reports/items.js';
import { reportRefunds } from './reports/refunds.js';
import { issueUnsettled, listQueue, listUnsettled, removeQueued, settleQueued, showQueued } from './queue.js';
import { leaveSafeMode, showSafeMode } from './safeMode.js';
import { restartService, showService } from './service.js';
import { changeSetting, showSettings } from './settings.js';
import { showSetup } from './setup.js';
import { listTablets, removeTablet } from './tablets.js';
import { testWebhook } from './webhooks.js';
import { acknowledgeUpdate, installUpdate, listBundles, showUpdate } from './update.js';
import {
  checkRecoveryCode,
  createUser,
  listUsers,
  removeUser,
  renewRecoveryCode,
  setUserSecret,
  showClaimCode,
} from './users.js';

/** Every operation by its name on the socket. The file of an operation has the first word of its name. */
const REGISTRY = {
  'keys.create': createKey,
  'keys.list': listKeys,
  'keys.revoke': revokeKey,
  'keys.accept': acceptKey,
  'users.code': showClaimCode,
  'users.create': createUser,
  'users.list': listUsers,
  'users.password': setUserSecret,
  'users.check-recovery-code': checkRecoveryCode,
  'users.recovery-code': renewRecoveryCode,
  'users.remove': removeUser,
  'tablets.list': listTablets,
  'tablets.remove': removeTablet,
  'settings.show': showSettings,
  'settings.set': changeSetting,
  'esir.accept': acceptEsir,
  'certificate.install': installCertificate,
  'certificate.upload': uploadCertificate,
  'certificate.show': showCertificate,
  'certificate.remove': removeCertificate,
  'certificate.trust': trustAuthorities,
  'certificate.renew-ca': renewCa,
  'certificate.authority': showAuthority,
  'card.readers': listReaders,
  'card.info': showCard,
  'card.pin': enterCardPin,
  'card.accept': acceptCard,
  'card.certificate': showCardCertificate,
  'pfr.status': processorStatus,
  'pfr.pin': enterPin,
  'pfr.test': testProcessor,
  'pfr.open': listOpenReceipts,
  'pfr.settle': settleReceipt,
  'print.printers': listPrinters,
  'print.find': findPrinters,
  'print.add': addPrinter,
  'print.test': testPrinter,
  'print.ticket': printTicket,
  'print.jobs': listPrintJobs,
  'print.again': printAgain,
  'print.cancel': cancelPrintJob,
  'print.logo': setLogo,
  'print.drawer': openDrawer,
  'queue.list': listQueue,
  'queue.show': showQueued,
  'queue.remove': removeQueued,
  'queue.unsettled': listUnsettled,
  'queue.settle': settleQueued,
  'queue.issue': issueUnsettled,
  'notify.test': testNotify,
  'webhooks.test': testWebhook,
  'mail.test': testMail,
  'backup.probe': probeBackup,
  'backup.sticks': listSticks,
  doctor,
  'receipts.find': findReceipts,
  'receipts.cards': summarizeCards,
  'reports.items': reportItems,
  'reports.refunds': reportRefunds,
  'reports.csv': reportCsv,
  'reports.pdf': reportPdf,
  'items.import': importItems,
  'items.check': checkItems,
  'items.export': exportItems,
  'group.show': showGroup,
  'group.decide': decideOnGroup,
  'backup.make-code': makeBackupCode,
  'backup.set-code': setBackupCode,
  'setup.show': showSetup,
  'items.find': findItems,
  'items.codes': checkCodes,
  'service.show': showService,
  'service.restart': restartService,
  'update.status': showUpdate,
  'update.bundles': listBundles,
  'update.install': installUpdate,
  'update.acknowledge': acknowledgeUpdate,
  'safe-mode.show': showSafeMode,
  'safe-mode.leave': leaveSafeMode,
  'ledger.end': ledgerEnd,
  'audit.list': listAudit,
};

type Registry = typeof REGISTRY;
export type OperationName = keyof Registry;
/** Question of an operation. */
export type Ask<N extends OperationName> = Parameters<Registry[N]['run']>[1];
/** Answer of an operation. */
export type Answer<N extends OperationName> = Extract<
  Awaited<ReturnType<Registry[N]['run']>>,
  { readonly ok: true }
>['value'];
export type Reply<N extends OperationName> = Result<Answer<N>, Message>;

/** The registry in a form that lets the compiler relate the question and the answer of one name. */
export const OPERATIONS: {
  readonly [N in OperationName]: Operation<AdminParts, Ask<N>, Answer<N>>;
} = REGISTRY;

export function isOperation(name: unknown): name is OperationName {
  return typeof name === 'string' && Object.hasOwn(REGISTRY, name);
}
