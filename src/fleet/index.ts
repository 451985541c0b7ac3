/** The owner's server: what boxes send goes into PostgreSQL, and is answered from there. No part of a box. */
export { DEFAULT_GRACE, ingest, type IngestOptions } from './ingest/ingest.js';
export { type FleetReport, report, REPORT_BY, type ReportBy, type ReportOptions } from './report.js';
export type { NatsServerAddress } from './nats.js';
export { takeFork } from './takeFork.js';
export { setCatalogue, setSettings, type SetFault, type SetOptions, type SetVersion } from './group/set.js';
