/**
 * Types and functions that all other folders use: money, time, text, results, log, disk. Nothing here issues or stores
 * receipts, and nothing imports another folder.
 *
 * - Values: para (1/100 RSD), thousandths (quantities), UTC ms (instants); see `fiscal.ts`, the terms of Serbian
 *   fiscalization.
 * - `result.ts`: expected failures are values. `bilingual.ts`: a text in Serbian and English.
 *   `message.ts`: what an expected failure says, as data. `events.ts`: all log
 *   events.
 * - Ports with real implementations: `disk.ts`, `clock.ts`, `log.ts`.
 *
 * Read `fiscal.ts`, `result.ts`, `money.ts` and `disk.ts` first; the other files stand alone.
 */
export { readWhole, replaceAtomic, writeAtomic } from './atomic.js';
export { ADVANCE_NAMES, isAdvanceName } from './advanceName.js';
export { BANK_ACCOUNT, bankAccountDigits } from './bankAccount.js';
export { actionOnTerminal, type Bilingual, type Finding, type Language, LANGUAGES, said } from './bilingual.js';
export { type Clock, systemClock } from './clock.js';
export {
  certainTime,
  CLOCK_TOLERANCE,
  type CertainTime,
  type ClockBounds,
  type ClockTrust,
  isBehind,
  isPossible,
  judgeClock,
  vouchedTime,
} from './clockTrust.js';
export { BoundedSocket, type ReadLimit } from './boundedSocket.js';
export { FairTurns } from './fairTurns.js';
export { limitInformational, MAX_ANSWER_HEAD } from './httpAnswers.js';
export { connectionTo } from './connectionTo.js';
export { CollectedBytes } from './collectedBytes.js';
export { withDeadline, valueWithin } from './deadline.js';
export { derContent, DerError, type DerElement, derElements, objectId, DER_TAG } from './der.js';
export { type Disk, DiskError, type DiskFile } from './disk.js';
export { decryptText, encryptText, KEY_LENGTH } from './encryption.js';
export {
  allPayments,
  cashIn,
  type Company,
  type CounterBaseline,
  counterType,
  type RunningNumbers,
  runName,
  type Draft,
  type Environment,
  ENVIRONMENTS,
  INVOICE_TYPES,
  type InvoiceLine,
  type InvoiceType,
  labelsOfLine,
  type LocalTime,
  MAX_TOTAL,
  type PaidInAdvance,
  type Para,
  type ParaSum,
  type Payment,
  PAYMENT_TYPES,
  type PaymentType,
  PFR_MODES,
  type PfrMode,
  type Signature,
  type TaxItem,
  type TaxLabel,
  type Thousandths,
  TRANSACTION_TYPES,
  type TransactionType,
  type UtcMs,
  isFiscalType,
} from './fiscal.js';
export { buyerFault, isBuyerCode } from './buyerId.js';
export {
  type CardPeriod,
  cardPeriodField,
  cardPeriodOf,
  isOptionalFieldOf,
  optionalFieldCode,
  optionalFieldFault,
} from './optionalField.js';
export { isAdvanceForm, isPrescribedName, type PrescribedFault, prescribedFaults } from './prescribedLine.js';
export { chargedTo, type FlashAccount, flashAccount } from './flashAccount.js';
export { type FolderLock, LOCK_FILE, lockFolder } from './folderLock.js';
export { checkDigit, exactCode, foldedCode, hasGtinLength, isGtin } from './gtin.js';
export { escapeHtml } from './html.js';
export { CLOSING, DEMO_SENTENCE, imitatedSentence, NOT_FISCAL, TITLE } from './imitation.js';
export { canonicalJson, isRecord, type JsonFault, parseJson } from './json.js';
export { jsonLog, type Log, silentLog } from './log.js';
export { latin } from './latin.js';
export { isCustomerAddress, isHostName, mailAddress, readSender } from './mailAddress.js';
export { collectGarbage, collectYoungGarbage, keepHeapSmall } from './memory.js';
export {
  decimalText,
  exactDecimal,
  formatMoney,
  formatSum,
  lineTotal,
  paraFrom,
  roundHalfAway,
  scaledDecimal,
  sumToRsd,
  taxContained,
  toRsd,
} from './money.js';
export {
  bilingual,
  defineMessages,
  english,
  fill,
  type Message,
  type MessageText,
  phrase,
  quoted,
  verbatim,
} from './message.js';
export { Mutex, type Release } from './mutex.js';
export { readUserSeed, userKeyText } from './nkey.js';
export { nodeDisk, nodeDiskOfMode } from './nodeDisk.js';
export { FOR_SERVICE, runOwnCommand, startOwnCommand } from './ownCommand.js';
export { readPfrNumber, stepsBetween } from './pfrNumber.js';
export { PFR_TRAITS, type RemoteMode } from './pfrTraits.js';
export { QR_LEVELS, type QrChoice, qrModules, type QrModules } from './qr.js';
export { formatQuantity, thousandthsFrom, toQuantity } from './quantity.js';
export { secureRandom } from './random.js';
export { isPersonName, isReason, MAX_REASON } from './reason.js';
export { DEFAULT_FOLDER, isInstalled, startCommand } from './startCommand.js';
export { readStartFailure, START_FAILURE_FILE, writeStartFailure } from './startFailure.js';
export { isTin, plainTin } from './tin.js';
export { dithered, lightnessOnPaper, PAPER_LOSSES, type PaperLoss, paperLoss } from './dither.js';
export { assertNever, failed, type Failed, ok, type Ok, type Result } from './result.js';
export { type Explanation, type RequestFault, type Rule, RULES, sentenceOf } from './rules.js';
export { serbianDay } from './serbianDay.js';
export { searchKey } from './searchKey.js';
export { SalesFirst, type Slice } from './salesFirst.js';
export { atOnce, inSlices, type Steps } from './slices.js';
export {
  compileSchema,
  describeFaults,
  fieldName,
  formRule,
  type JsonSchema,
  NO_PILE,
  NOT_BLANK,
  pointerTo,
  PRINTABLE,
  type SchemaFault,
  type SchemaPath,
  type SchemaRule,
} from './schema.js';
export { TaskQueue } from './taskQueue.js';
export { environmentOfHost, hostOf } from './taxAuthority.js';
export {
  captionRow,
  centreText,
  COLUMNS,
  cutIntoRows,
  oneLine,
  padEnd,
  padStart,
  printableRow,
  printableRows,
  printedRows,
  serbianOrder,
  UNKNOWN_CHARACTER,
  utf8Text,
  visible,
  textWidth,
  wrapWords,
} from './text.js';
export { ADDRESS, LOCAL_DATE, LOCAL_TIME, NAME, TEXT, type TextRule } from './textRules.js';
export {
  dayNumber,
  dayText,
  instantOf,
  isLocalDate,
  isLocalTime,
  isoWithOffset,
  isPlausible,
  localDay,
  localTime,
  receiptTime,
  receiptTimeOfLocal,
} from './time.js';
export { collapseBlanks, printedRow, toNfc } from './unicode.js';
export { isUuidV7, uuidBytes, uuidFromBytes, uuidHint, uuidV7 } from './uuid.js';
export { BUILD_TIME, ESIR_NUMBER, MAKER, NO_ESIR_NUMBER, SUPPLIER, VERSION } from './version.js';
export { Wakeup } from './wakeup.js';
export type { Warning } from './warning.js';
