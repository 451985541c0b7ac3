/**
 * The settings of a box: a file for each theme, and in it each setting with its schema, default, secrets and checks.
 *
 * A setting is stored in the ledger; its secrets are encrypted with the key of `storedSecrets.ts`. Its *reach*
 * determines which right is needed to change it. A *fault* is a message about a wrong value. An owner may set
 * some settings for a *group* of boxes.
 *
 * Read in this order: `setting.ts` (what a setting consists of), `registry.ts` (all settings), some settings such as
 * `box.ts`, `settings.ts` (reading and changing), then `storedSecrets.ts`.
 */
export {
  type BackupSetting,
  DEFAULT_BACKUP_HOURS,
  DEFAULT_BACKUPS_KEPT,
  MEGABYTE,
  type OptionalSetupStep,
} from './box.js';
export { MAX_CARDS } from './card.js';
export { isSamePrinter, MAX_LOGO } from './printersSetting.js';
export { checkSetting, ofGroupFault } from './check.js';
export { companyFault, type CompanySetting, NO_TIN, sellerOf } from './company.js';
export type { GroupMode, StreamSetting } from './ownerServer.js';
export type { MailSetting } from './mail.js';
export {
  type BotSetting,
  DEFAULT_MAX_AGE_HOURS,
  DEFAULT_QUIET_MINUTES,
  type NotifySetting,
  TELEGRAM_API_URL,
} from './notify.js';
export type { PfrSetting } from './pfr.js';
export { type PrinterAddress, readAddress } from './printerAddress.js';
export {
  dotsAcross,
  hasPrinterName,
  MAX_PRINTER_NAME,
  type PrinterSetting,
  samePrinter,
  textLayout,
} from './printers.js';
export { defaultSettings, isNullable, reachOf, type SettingValues } from './registry.js';
export type { InstalledCertificates, SettingReach } from './setting.js';
export { type Approval, Settings } from './settings.js';
export { hasSecret, containsClearSecret, openSettingsKey, SECRETS_FOLDER, type SettingsKey } from './storedSecrets.js';
export { wants, type WebhookTarget } from './webhooks.js';
