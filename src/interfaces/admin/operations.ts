import type { Result, Message } from '../../base/index.js';
import { listAudit } from './audit.js';
import { installCertificate, removeCertificate, trustAuthorities, uploadCertificate } from './certificate/install.js';
import { renewCa, showAuthority, showCertificate } from './certificate/show.js';
import { ledgerEnd, listSticks, makeBackupCode, probeBackup, setBackupCode } from './backup.js';
import { acceptCard, showCard, showCardCertificate } from './card/info.js';
import { enterCardPin } from './card/pin.js';
import { listReaders } from './card/readers.js';
import { doctor, leaveSafeMode, restartService, showSafeMode, showService } from './service.js';
import { acceptEsir, showSetup } from './setup.js';
import { changeSetting, decideOnGroup, showGroup, showSettings } from './settings.js';
import { checkCodes, checkItems, exportItems, findItems, importItems } from './items.js';
import { acceptKey, createKey, listKeys, revokeKey } from './keys.js';
import { testMail, testNotify, testWebhook } from './delivery.js';
import type { AdminDeps, Operation } from './operation.js';
import { listOpenReceipts, settleReceipt } from './pfr/openReceipts.js';
import { enterPin, processorStatus, testProcessor } from './pfr/status.js';
import { addPrinter, findPrinters, listPrinters, openDrawer, setLogo, testPrinter } from './print/printers.js';
import { cancelPrintJob, listPrintJobs, printAgain, printTicket } from './print/jobs.js';
import { summarizeCards } from './receipts/cardSummary.js';
import { findReceipts } from './receipts/find.js';
import { reportCsv, reportRefunds, reportRows, showReport } from './reports/tables.js';
import { reportPdf } from './reports/pdf.js';
import { issueUnsettled, listQueue, listUnsettled, removeQueued, settleQueued, showQueued } from './queue.js';
import {
  checkRecoveryCode,
  createUser,
  listTablets,
  listUsers,
  removeTablet,
  removeUser,
  renewRecoveryCode,
  setUserSecret,
  showClaimCode,
} from './users.js';
import { acknowledgeUpdate, installUpdate, listBundles, showUpdate } from './update.js';

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
  'reports.show': showReport,
  'reports.rows': reportRows,
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
export type Input<N extends OperationName> = Parameters<Registry[N]['run']>[1];
/** Answer of an operation. */
export type Answer<N extends OperationName> = Extract<
  Awaited<ReturnType<Registry[N]['run']>>,
  { readonly ok: true }
>['value'];
export type Reply<N extends OperationName> = Result<Answer<N>, Message>;

/** The registry in a form that lets the compiler relate the question and the answer of one name. */
export const OPERATIONS: {
  readonly [N in OperationName]: Operation<AdminDeps, Input<N>, Answer<N>>;
} = REGISTRY;

export function isOperation(name: unknown): name is OperationName {
  return typeof name === 'string' && Object.hasOwn(REGISTRY, name);
}
