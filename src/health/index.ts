/** How the box is: checks, alarms, watchdog. */
export { BoardSensors } from './board/boardSensors.js';
export { cardViewOf, shopRulesOf } from './cardView.js';
export { type CheckResult, problemsOf, sortByUrgency, warningsOf } from './check.js';
export { CheckCache } from './checkCache.js';
export { concernsShop, type HealthParts, runChecks } from './checks.js';
export { checkService } from './checks/service.js';
export { ClockMonitor } from './clockMonitor.js';
export { EventLoopMonitor } from './eventLoop.js';
export { PROMETHEUS_MEDIA_TYPE } from './prometheusText.js';
export { systemdJournalOf, machineFacts } from './machine.js';
export { metricsText } from './metrics.js';
export { OwnerNotifications } from './ownerNotifications.js';
export { processFigures } from './processFigures.js';
export { Tickets } from './tickets.js';
export { durationProbe, type Hang, type LivenessProbe } from './watchdog/heartbeat.js';
export { memoryProbe } from './watchdog/memory.js';
export { SafeMode, safeModeOf } from './watchdog/safeMode.js';
export { Watchdog } from './watchdog/watchdog.js';
