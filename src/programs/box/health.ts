import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PFR_TRAITS } from '../../contract/index.js';
import { missingFonts } from '../../paper/documents/index.js';
import {
  BoardSensors,
  durationProbe,
  type HealthDeps,
  type LivenessProbe,
  memoryProbe,
  processFigures,
  shopRulesOf,
} from '../../interfaces/health/index.js';
import { missingSql } from '../../platform/ledger/index.js';
import { missingFaces } from '../../paper/printing/index.js';
import { longestSale } from '../../sales/invoicing/index.js';
import type { Box } from './open.js';

/** Dependencies of the health checks; `service`: what only a running service can report. */
export function healthPartsOf(box: Box, service?: HealthDeps['service']): HealthDeps {
  const { disk, folder, clock, clockMonitor, machine, wear, ledger, settings, keys, dailyQuota, processors } = box;
  const { invoicing, printing, certificates, mailer } = box;
  const { reconciliation } = invoicing;
  return {
    ...{ disk, folder: standing(folder), wear, ledger, settings, now: clock.now, service },
    scrub: () => box.scrub.report,
    group: () => box.group.reports(),
    process: processFigures,
    board: new BoardSensors(join(machine.root, 'sys')),
    clockTrust: () => clockMonitor.trust,
    rtc: clockMonitor.rtc,
    certainTime: () => clockMonitor.certain,
    activeKeys: () => keys.list().filter(({ revokedAt }) => revokedAt === null).length,
    keyWrites: () =>
      dailyQuota
        .today()
        .map((use) => ({ ...use, label: keys.list().find(({ id }) => id === use.key)?.label ?? `${use.key}` })),
    keyUses: () => keys.judged(settings.now.environment),
    card: () => cardSeen(box),
    pfr: () => processors.active,
    unresolved: () => reconciliation.unresolved(settings.now.environment),
    awaited: () => reconciliation.awaited(settings.now.environment),
    timeToOutcome: (intent) => reconciliation.timeToOutcome(intent),
    seller: () => reconciliation.counterGaps.seller(settings.now.environment, processors.active.status().uid),
    gap: () => reconciliation.counterGaps.gap(settings.now.environment),
    lastMail: () => mailer.last,
    missingFiles: () => [...missingSql(), ...missingFonts(), ...missingFaces()],
    printers: () => printing.printers(),
    printJobs: () => printing.jobs(),
    pfrCertificates: certificates,
  };
}

/** The folder, or its nearest existing parent, whose disk is checked. */
function standing(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : standing(dirname(folder));
}

/** Undefined when there is no reader and none is needed. */
function cardSeen({ cards: { state }, settings: { now }, processors }: Box): ReturnType<HealthDeps['card']> {
  const { environment } = now;
  const isNeeded = now[`pfr.${environment}`].key === 'card';
  const isThere = state.kind !== 'no reader' || !['no reader', 'off', 'left to pcscd'].includes(state.loss);
  if (!isThere && !isNeeded) return undefined;
  const { mode, uid } = processors.active.status();
  const { fault: keyFault, signatures } = processors.cardKey;
  const ofProcessor = PFR_TRAITS[mode].hasCard && uid !== '' ? uid : null;
  const rules = shopRulesOf(now);
  return { state, isNeeded, rules, ofProcessor, keyFault, signatures };
}

/**
 * Probes that detect a hanging box. `longestFlush`: maximum duration of a write to the disk, ms: as long as the event
 * loop may be blocked.
 */
export function livenessProbes(
  { ledger, invoicing, settings }: Pick<Box, 'ledger' | 'invoicing' | 'settings'>,
  longestFlush: number,
): readonly LivenessProbe[] {
  return [
    durationProbe(
      'flush',
      () => ledger.diskLatency.busyFor,
      () => longestFlush,
    ),
    durationProbe(
      'sale',
      () => invoicing.saleTimer.longest,
      () => longestSale(settings.now),
    ),
    memoryProbe(),
  ];
}
