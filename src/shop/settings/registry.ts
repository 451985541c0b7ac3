import { type Environment, ENVIRONMENTS } from '../../contract/index.js';
import {
  type BackupSetting,
  backupSetting,
  type EsirSetting,
  esirSetting,
  flashBudgetSetting,
  type OptionalSetupStep,
  publicUrlSetting,
  setupNotNeededSetting,
} from './box.js';
import {
  type CardPinSetting,
  cardPinSetting,
  type CardReaderSetting,
  cardReaderSetting,
  cardsSetting,
  type KnownCardSetting,
} from './card.js';
import { type CompanySetting, companySetting } from './company.js';
import { type GroupSetting, groupSetting, type StreamSetting, streamSetting } from './ownerServer.js';
import { type MailSetting, mailSetting } from './mail.js';
import { type NotifySetting, notifySetting } from './notify.js';
import {
  type OfflineQueueSetting,
  offlineQueueSetting,
  type RefundGuardSetting,
  refundGuardSetting,
  type ScaleLabelSetting,
  scaleLabelsSetting,
  type TaxLabelSetting,
  taxLabelsSetting,
} from './selling.js';
import { pfrSetting, type PfrSettings } from './pfr.js';
import type { PrinterSetting } from './printers.js';
import { printersSetting } from './printersSetting.js';
import type { Setting, SettingReach } from './setting.js';
import { type WebhookTarget, webhooksSetting } from './webhooks.js';

/** All settings by their names in `kasirbox settings`. */
export interface SettingValues extends PfrSettings {
  readonly environment: Environment;
  readonly company: CompanySetting;
  readonly esir: EsirSetting;
  readonly taxLabels: readonly TaxLabelSetting[];
  readonly simplifiedCash: boolean;
  readonly mail: MailSetting | null;
  readonly publicUrl: string | null;
  readonly printers: readonly PrinterSetting[];
  /** True when more than one paper of a fiscal receipt may be printed. */
  readonly repeatPrints: boolean;
  readonly backup: BackupSetting | null;
  readonly notify: NotifySetting | null;
  readonly webhooks: readonly WebhookTarget[];
  readonly stream: StreamSetting | null;
  readonly group: GroupSetting | null;
  /** True when `/metrics` shows figures without authentication. */
  readonly metrics: boolean;
  readonly offlineQueue: OfflineQueueSetting;
  /** Maximum MB that an API key may write to the flash in a day. */
  readonly flashBudget: number;
  readonly cardReader: CardReaderSetting;
  readonly cardPin: CardPinSetting;
  /** Smart cards of this shop. */
  readonly cards: readonly KnownCardSetting[];
  /** How long a cashier remains signed in on a page, minutes. */
  readonly cashierSession: number;
  /** True when cashiers may switch a till to training. Owners and technicians always may. */
  readonly cashierTraining: boolean;
  /** Port of the page that helps devices to trust the box, over plain HTTP; null: no such page. */
  readonly helperPort: number | null;
  readonly refundGuard: RefundGuardSetting;
  /** True when the API refuses what the tax authority forbids and the contract allows. The pages always do. */
  readonly strict: boolean;
  readonly scaleLabels: readonly ScaleLabelSetting[];
  /** Optional setup steps that this shop skips. */
  readonly setupNotNeeded: readonly OptionalSetupStep[];
}

export type SettingName = keyof SettingValues;

const offByDefault = { schema: { type: 'boolean' }, defaultValue: () => false } as const;

/**
 * Every setting, in the order of display and checks. To add one, write its file, and list it here and in {@link
 * SettingValues}. Export from `index.ts` what other folders use.
 */
export const SETTINGS: { readonly [Name in SettingName]: Setting<SettingValues[Name]> } = {
  environment: { reach: 'box', schema: { type: 'string', enum: ENVIRONMENTS }, defaultValue: () => 'sandbox' },
  'pfr.sandbox': pfrSetting('sandbox'),
  'pfr.production': pfrSetting('production'),
  company: companySetting,
  esir: esirSetting,
  taxLabels: taxLabelsSetting,
  simplifiedCash: { ...offByDefault, reach: 'box' },
  mail: mailSetting,
  publicUrl: publicUrlSetting,
  printers: printersSetting,
  repeatPrints: { ...offByDefault, reach: 'box' },
  backup: backupSetting,
  notify: notifySetting,
  webhooks: webhooksSetting,
  stream: streamSetting,
  group: groupSetting,
  metrics: { ...offByDefault, reach: 'sales' },
  offlineQueue: offlineQueueSetting,
  flashBudget: flashBudgetSetting,
  cardReader: cardReaderSetting,
  cardPin: cardPinSetting,
  cards: cardsSetting,
  cashierSession: {
    reach: 'box',
    schema: { type: 'integer', minimum: 5, maximum: 1440 },
    defaultValue: () => 720,
    isOfGroup: true,
  },
  cashierTraining: { ...offByDefault, reach: 'box' },
  helperPort: {
    reach: 'box',
    schema: { type: ['integer', 'null'], minimum: 1, maximum: 65535 },
    defaultValue: () => null,
  },
  refundGuard: refundGuardSetting,
  strict: { ...offByDefault, reach: 'box', isOfGroup: true },
  scaleLabels: scaleLabelsSetting,
  setupNotNeeded: setupNotNeededSetting,
};

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** The reach of a setting; undefined for an unknown name. */
export function reachOf(name: string): SettingReach | undefined {
  return isSettingName(name) ? SETTINGS[name].reach : undefined;
}

/** True when an owner may set it for a group of boxes. */
export function isOfGroup(name: string): name is SettingName {
  return isSettingName(name) && SETTINGS[name].isOfGroup === true;
}

/** In the order of {@link SETTINGS}. */
export const SETTING_NAMES: readonly SettingName[] = Object.keys(SETTINGS).filter(isSettingName);

/** The values of a new box. */
export function defaultSettings(): SettingValues {
  const values = SETTING_NAMES.map((name) => [name, SETTINGS[name].defaultValue()] as const);
  // Every name of the registry is in it, with a value of its own type.
  return Object.fromEntries(values) as unknown as SettingValues;
}

/** True when `null` switches the setting off. */
export function isNullable(name: string): boolean {
  return isSettingName(name) && SETTINGS[name].defaultValue() === null;
}
