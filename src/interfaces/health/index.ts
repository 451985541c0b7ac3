/**
 * Health of the box: checks, alarms, metrics, and the watchdog.
 *
 * A *check* (`checks/`, a file for each theme) returns *findings* with a state (`ok`, `warning`, `failure`), a proof
 * for the technician and an action. Its *consequence* determines its place in the order of repair. `Alarms` polls the
 * checks and notifies the owner of lasting faults. `board/` reads sensors, storage and clock of the machine.
 * `watchdog/` feeds systemd, restarts a box that hangs, and enters *safe mode* after repeated crashes.
 *
 * Read in this order: `check.ts`, `checks.ts`, one file of `checks/`, `alarms.ts`, `watchdog/watchdog.ts`.
 * `docs/repair.md` is made from the checks.
 */
export { BoardSensors } from './board/boardSensors.js';
export { boardIdentity, checkOutside, checkUnusable, machineFacts, systemdJournalOf } from './machine.js';
export { cardViewOf, shopRulesOf } from './checks/card.js';
export { type CheckResult, problemsOf, sortByUrgency, warningsOf } from './check.js';
export { CheckCache, concernsShop, type HealthDeps, runChecks } from './checks.js';
export { checkService, type ServiceSeen } from './checks/service.js';
export { ClockMonitor } from './clockMonitor.js';
export { EventLoopMonitor, processFigures } from './processFigures.js';
export { metricsText, PROMETHEUS_MEDIA_TYPE } from './metrics.js';
export { OwnerNotifications } from './alarms.js';
export { Tickets } from './tickets.js';
export { durationProbe, type Hang, type LivenessProbe, memoryProbe } from './watchdog/heartbeat.js';
export { SafeMode, safeModeOf } from './watchdog/safeMode.js';
export { Watchdog } from './watchdog/watchdog.js';
