import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, type Disk, failed, type Log, ok } from '../../base/index.js';
import { ENVIRONMENTS } from '../../contract/index.js';
import {
  CARD_BEING_READ,
  CARD_READER_CLASS,
  cardFindings,
  Cards,
  type CardsDeps,
  hasPcscd,
  StoredPin,
  pcscBackend,
  UsbReaderBackend,
} from '../../processors/card/index.js';
import { type Drivers, isClassAttached } from '../../platform/devices/index.js';
import { cardViewOf, shopRulesOf } from '../../interfaces/health/index.js';
import type { Ledger } from '../../platform/ledger/index.js';
import type { CardForPfr } from '../../processors/pfr/index.js';
import type { Settings, SettingsKey } from '../../shop/settings/index.js';

interface CardsOfBox {
  readonly clock: Clock;
  readonly log: Log;
  readonly machine: { readonly root: string };
  readonly settings: Settings;
  readonly drivers: Drivers;
  readonly storedPin: StoredPin;
}

/** Reader and card of a box, as configured in its settings. */
export function cardsOf(
  { settings, clock, log, machine, drivers, storedPin }: CardsOfBox,
  readers: Partial<Pick<CardsDeps, 'usb' | 'pcsc'>> = {},
): Cards {
  const hexClass = CARD_READER_CLASS.toString(16).padStart(2, '0');
  const cards = new Cards({
    usb: new UsbReaderBackend({ drivers, clock, log, isAttached: () => isClassAttached(hexClass, machine.root) }),
    pcsc: pcscBackend(),
    ...readers,
    backends: () => backendsOf(settings, machine.root),
    rules: () => shopRulesOf(settings.now),
    keep: storedPin,
    clock,
    log,
  });
  for (const name of ['cards', 'company', 'environment'] as const) settings.onChange(name, () => cards.judgeAgain());
  for (const name of ['cardReader', 'pfr.sandbox', 'pfr.production'] as const) {
    settings.onChange(name, () => cards.changeWays());
  }
  settings.onChange('cardPin', () => {
    const done = settings.now.cardPin === 'keep' ? cards.keepPin() : storedPin.forgetAll();
    void done.then(() => cards.judgeAgain());
  });
  return cards;
}

interface KeptPinOfBox {
  readonly disk: Disk;
  readonly folder: string;
  readonly log: Log;
  readonly machine: { readonly root: string };
  readonly settings: Settings;
  readonly ledger: Pick<Ledger, 'boxId'>;
  readonly settingsKey: SettingsKey;
}

/** The PIN of the card over a restart, if the owner enabled it; `found` was in the data folder. */
export function storedPinOf(
  { disk, folder, log, machine, settings, ledger, settingsKey }: KeptPinOfBox,
  found: Buffer | null,
): StoredPin {
  return new StoredPin({
    ...{ disk, folder, found, log, boxId: ledger.boxId, board: boardOf(machine.root) },
    key: settingsKey.ok ? settingsKey.value : undefined,
    isWanted: () => settings.now.cardPin === 'keep',
  });
}

/** The serial number of the board, which small boards report (devicetree specification, 2.3); empty on others. */
function boardOf(root: string): string {
  try {
    return readFileSync(join(root, 'sys/firmware/devicetree/base/serial-number'), 'latin1');
  } catch {
    return '';
  }
}

/** The card for a V-PFR that uses its key. */
export function cardForPfr(cards: Cards, settings: Settings, clock: Pick<Clock, 'now' | 'isTrusted'>): CardForPfr {
  return {
    client: () => cards.client,
    obstacle: () => {
      const found = cardFindings(cards.state, cardViewOf(settings.now, clock));
      // A transient state; the next call sees the card.
      const { code, found: words, action } = found.find(({ state }) => state === 'failure') ?? CARD_BEING_READ;
      return { code, blocks: true, found: words, action };
    },
  };
}

/**
 * With the setting `auto`, and while the box itself does not need the card, it does not open readers that pcscd has, or
 * would have once another program asks for them, because an L-PFR on this board may be using them.
 */
async function backendsOf({ now }: Settings, root: string): ReturnType<CardsDeps['backends']> {
  switch (now.cardReader) {
    case 'auto':
      if (isCardUsed(now)) return ok(['usb', 'pcsc']);
      return (await hasPcscd(root)) ? failed('left to pcscd') : ok(['usb']);
    case 'usb':
    case 'pcsc':
      return ok([now.cardReader]);
    case 'off':
      return failed('off');
  }
}

function isCardUsed(now: Settings['now']): boolean {
  return ENVIRONMENTS.some((environment) => now[`pfr.${environment}`].key === 'card');
}
