/**
 * Types and functions that all other folders use: money, time, text, results, log, disk. Nothing here issues or stores
 * receipts, and nothing imports another folder.
 *
 * - Values: para (1/100 RSD) and thousandths (quantities), see `money.ts`; UTC ms (instants), see `time.ts`.
 * - `result.ts`: expected failures are values. `message.ts`: the text of a failure, as data. `bilingual.ts`: a text in
 *   Serbian and English. `log.ts`: the log, and all of its events.
 * - Ports with real implementations: `disk.ts`, `clock.ts`.
 *
 * Read `result.ts`, `money.ts`, `time.ts` and `disk.ts` first; the other files are independent.
 */
export {
  chargedTo,
  type Disk,
  DiskError,
  type DiskFile,
  type FlashAccount,
  flashAccount,
  readWhole,
  replaceAtomic,
  writeAtomic,
} from './disk.js';
export { BANK_ACCOUNT, bankAccountDigits, buyerFault, isBuyerCode, isTin, plainTin } from './idNumbers.js';
export {
  actionOnTerminal,
  type Bilingual,
  type Finding,
  type Language,
  LANGUAGES,
  latin,
  searchKey,
  translate,
} from './bilingual.js';
export { type Clock, systemClock, valueWithin, Wakeup, withAnySignal, withDeadline } from './clock.js';
export {
  certainTime,
  CLOCK_TOLERANCE,
  type CertainTime,
  type ClockBounds,
  type ClockTrust,
  isBehind,
  isPossible,
  assessClock,
  trustedTime,
} from './clockTrust.js';
export { BoundedSocket, connectionTo, limitInformational, MAX_ANSWER_HEAD, type ReadLimit } from './boundedSocket.js';
export { FairTurns, Mutex, type Release, TaskQueue } from './mutex.js';
export { CollectedBytes, type CollectingFault, maxPieces } from './collectedBytes.js';
export { derContent, DerError, type DerElement, derElements, objectId, DER_TAG } from './der.js';
export {
  decryptText,
  encryptText,
  isUuidV7,
  KEY_LENGTH,
  secureRandom,
  uuidBytes,
  uuidFromBytes,
  uuidHint,
  uuidV7,
} from './cryptography.js';
export { readUserSeed, userKeyText } from './nkey.js';
export {
  DEFAULT_FOLDER,
  type FolderLock,
  isInstalled,
  LOCK_FILE,
  lockFolder,
  readStartFailure,
  START_FAILURE_FILE,
  startCommand,
  writeStartFailure,
} from './start.js';
export { checkDigit, exactCode, foldedCode, hasGtinLength, isGtin } from './gtin.js';
export {
  captionRow,
  centreText,
  COLUMNS,
  asSentence,
  cutIntoRows,
  escapeHtml,
  oneLine,
  padEnd,
  padStart,
  printableRow,
  printableRows,
  printedRows,
  serbianOrder,
  textWidth,
  UNKNOWN_CHARACTER,
  utf8Text,
  visible,
  wrapWords,
} from './text.js';
export { CLOSING, DEMO_SENTENCE, findImitatedSentence, NOT_FISCAL, TITLE } from './imitation.js';
export { canonicalJson, isRecord, type JsonFault, parseJson } from './json.js';
export { errorText, jsonLog, type Log, silentLog } from './log.js';
export {
  ADDRESS,
  isCustomerAddress,
  isHostName,
  LOCAL_DATE,
  LOCAL_TIME,
  mailAddress,
  NAME,
  readSender,
  TEXT,
  type TextRule,
} from './textRules.js';
export { collectGarbage, collectYoungGarbage, keepHeapSmall } from './memory.js';
export {
  MAX_TOTAL,
  type Para,
  type ParaSum,
  type Thousandths,
  decimalText,
  exactDecimal,
  formatMoney,
  formatQuantity,
  englishNumber,
  formatSum,
  lineTotal,
  paraFrom,
  roundHalfAway,
  scaledDecimal,
  sumToRsd,
  thousandthsFrom,
  toQuantity,
  toRsd,
} from './money.js';
export {
  aboutMember,
  bilingual,
  defineMessages,
  english,
  fill,
  memberPart,
  memberPath,
  type Message,
  type MessageText,
  phrase,
  quoted,
  verbatim,
} from './message.js';
export { nodeDisk, nodeDiskOfMode } from './nodeDisk.js';
export { FOR_SERVICE, runOwnCommand, startOwnCommand } from './ownCommand.js';
export { QR_LEVELS, type QrChoice, qrModules, type QrModules } from './qr.js';
export { describeFaults, isPersonName, isReason, MAX_REASON, typesInSerbian } from './schemaFaults.js';
export { dithered, lightnessOnPaper, PAPER_LOSSES, type PaperLoss, paperLoss } from './dither.js';
export { assertNever, failed, type Failed, ok, type Ok, type Result } from './result.js';
export { type Explanation, type RequestFault, type Rule, RULES, sentenceOf, type Warning } from './rules.js';
export {
  type LocalTime,
  type UtcMs,
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
  serbianDay,
} from './time.js';
export { runAtOnce, runInSlices, SalePriority, type Slice, type Steps } from './salePriority.js';
export {
  compileSchema,
  fieldName,
  formRule,
  type JsonSchema,
  NO_STACKED_MARKS,
  NOT_BLANK,
  pointerTo,
  PRINTABLE,
  type SchemaFault,
  type SchemaPath,
  type SchemaRule,
} from './schema.js';
export { collapseBlanks, printedRow, toNfc } from './unicode.js';
export { BUILD_TIME, ESIR_NUMBER, MAKER, NO_ESIR_NUMBER, SUPPLIER, VERSION } from './version.js';
