import {
  type Bilingual,
  defineMessages,
  failed,
  type Message,
  ok,
  PAPER_LOSSES,
  type Result,
} from '../../../base/index.js';
import { findAttached, findInNetworks, type FoundPrinter, type Loss } from '../../../platform/devices/index.js';
import type { JobReason } from '../../../platform/ledger/index.js';
import {
  dotsAcross,
  hasPrinterName,
  isSamePrinter,
  type PrinterSetting,
  readAddress,
} from '../../../shop/settings/index.js';
import { safeModeOf } from '../../health/index.js';
import { FAULT_TEXTS, logoLoss, type PrinterStatus, type TestReport } from '../../../paper/printing/index.js';
import { boolean, field, nullable, text } from '../fields.js';
import { type AdminDeps, operation } from '../operation.js';
import { noSuchPrinter } from './printRefusals.js';

/** Outcome of a test: the findings, or why the printer was not reached. */
export type PrinterTest =
  | {
      readonly report: TestReport;
      readonly paper: Pick<PrinterSetting, 'width' | 'dpi'>;
      /** Why the test slip was not printed; null when it was. */
      readonly trouble: Trouble | null;
    }
  | { readonly report: null; readonly failure: JobReason | Loss; readonly trouble: Trouble | null };

/** A fault of a printer, and the action. */
interface Trouble {
  readonly found: Bilingual;
  readonly action: Bilingual;
}

/** Tests a printer. Takes as long as the printer does, a minute for a slow one. */
export const testPrinter = operation({
  permission: 'printing',
  input: { name: text },
  async run(
    { printing, settings }: Pick<AdminDeps, 'printing' | 'settings'>,
    { name },
  ): Promise<Result<PrinterTest, Message>> {
    const setting = settings.now.printers.find((printer) => hasPrinterName(printer, name));
    const tested = await printing.test(setting?.name ?? name);
    if (tested.ok && setting !== undefined)
      return ok({ report: tested.value, paper: setting, trouble: troubleOf(tested.value.reason) });
    if (tested.ok || tested.error === 'unknown') return failed(noSuchPrinter(printing.printers()));
    return ok({ report: null, failure: tested.error, trouble: troubleOf(tested.error) });
  },
});

function troubleOf(reason: JobReason | Loss | null): Trouble | null {
  return reason === null ? null : FAULT_TEXTS[reason];
}

/** A printer, and whether printing is paused because the box is in safe mode. The printer is then not polled either. */
export interface PrinterRow extends PrinterStatus {
  /** What its state means, and the action; null when no fault is known. */
  readonly trouble: Trouble | null;
  readonly rests?: true;
}

export const listPrinters = operation({
  permission: 'printing',
  isReadOnly: true,
  input: {},
  async run({
    printing,
    ledger,
  }: Pick<AdminDeps, 'printing' | 'ledger'>): Promise<Result<readonly PrinterRow[], Message>> {
    const printers = printing.printers().map((printer) => ({ ...printer, trouble: troubleOf(printer.reason) }));
    const isResting = safeModeOf(ledger.main.events) !== undefined;
    return ok(isResting ? printers.map((printer) => ({ ...printer, rests: true })) : printers);
  },
});

const DRAWER_MESSAGES = defineMessages('drawer', {
  noDrawer: {
    en: 'No cash drawer is set for this printer: see the member drawer of the setting printers.',
    sr: 'За овај штампач није подешена фиока: погледајте члан drawer подешавања printers.',
    srOnPage: 'За овај штампач није подешена фиока. Подесите је у подешавањима штампача.',
    enOnPage: 'No cash drawer is set for this printer. Set it in the settings of the printer.',
  },
});

/**
 * Opens the cash drawer at a printer, at once. Returns what prevented it; null when the printer accepted the command.
 */
export const openDrawer = operation({
  permission: 'drawer',
  input: { name: text },
  async run(
    { printing }: Pick<AdminDeps, 'printing'>,
    { name },
  ): Promise<Result<{ readonly trouble: Trouble | null }, Message>> {
    const opened = await printing.openDrawer(name);
    if (opened.ok) return ok({ trouble: null });
    if (opened.error === 'unknown') return failed(noSuchPrinter(printing.printers()));
    if (opened.error === 'no drawer') return failed(DRAWER_MESSAGES.noDrawer);
    return ok({ trouble: FAULT_TEXTS[opened.error] });
  },
});

const ADD_MESSAGES = defineMessages('addPrinter', {
  nameTaken: { en: 'The printer "{name}" already exists.', sr: 'Штампач „{name}” већ постоји.' },
});

const printerObject = field<Omit<PrinterSetting, 'name'>>({ type: 'object' });

/** Adds a printer to the setting `printers`; `printer` is checked like that setting. */
export const addPrinter = operation({
  permission: 'settings',
  input: { name: text, printer: printerObject },
  async run({ settings }: Pick<AdminDeps, 'settings'>, { name, printer }): Promise<Result<null, Message>> {
    const changed = await settings.change('printers', ({ printers }) => {
      if (printers.some((one) => hasPrinterName(one, name))) return failed(ADD_MESSAGES.nameTaken({ name }));
      return ok([...printers, { ...printer, name }]);
    });
    return changed.ok ? ok(null) : changed;
  },
});

/** A printer that was found. */
export interface PrinterFound extends FoundPrinter {
  /** Name of the printer in the settings with this address; null when there is none. */
  readonly setAs: string | null;
}

/**
 * Searches for printers on USB and serial ports, and with `network` also in the box's own networks. Nothing is printed.
 */
export const findPrinters = operation({
  permission: 'printing',
  isReadOnly: true,
  input: { network: boolean },
  async run({ settings }: Pick<AdminDeps, 'settings'>, { network }): Promise<Result<readonly PrinterFound[], Message>> {
    const attached = await findAttached();
    const found = network ? [...attached, ...(await findInNetworks())] : attached;
    return ok(
      found
        .filter(({ address }) => readAddress(address).ok)
        .map((one) => ({
          ...one,
          setAs: settings.now.printers.find(({ address }) => isSamePrinter(address, one.address))?.name ?? null,
        })),
    );
  },
});

/** Outcome of setting a logo. */
interface LogoSet {
  /** Parts of the logo that are lost on paper; null when there are none. */
  readonly warning: Bilingual | null;
}

/**
 * Sets the `logo` of a printer, a PNG in base64; null removes it. A logo that cannot be seen on paper is set with a
 * warning.
 */
export const setLogo = operation({
  permission: 'printing',
  input: { name: text, logo: nullable(text) },
  async run({ settings }: Pick<AdminDeps, 'settings'>, { name, logo }): Promise<Result<LogoSet, Message>> {
    const changed = await settings.change('printers', ({ printers }) => {
      if (!printers.some((printer) => hasPrinterName(printer, name))) return failed(noSuchPrinter(printers));
      return ok(printers.map((printer) => (hasPrinterName(printer, name) ? withLogo(printer, logo) : printer)));
    });
    if (!changed.ok) return changed;
    const printer = settings.now.printers.find((one) => hasPrinterName(one, name));
    const loss = printer?.logo === undefined ? undefined : logoLoss(printer.logo, dotsAcross(printer));
    return ok({ warning: loss === undefined ? null : PAPER_LOSSES[loss] });
  },
});

function withLogo({ logo: _, ...printer }: PrinterSetting, logo: string | null): PrinterSetting {
  return logo === null ? printer : { ...printer, logo };
}
