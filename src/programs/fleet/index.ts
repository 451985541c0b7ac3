/**
 * The owner's server: stores the data that boxes publish in PostgreSQL, and reports from it. It is not part of a box.
 *
 * Boxes publish their ledger records and states to one NATS stream. The ingester (`ingest/`) reads the stream, checks
 * the hash chain of each box and writes the records to PostgreSQL (`postgres/`). The "frontier" is the last record up
 * to which a box's chain is complete. A missing range is a "hole", and records that contradict the chain are a
 * "conflict", for example a "fork" after a restore. Each finding opens an alarm, which an owner closes (`decide.ts`).
 *
 * Read `message/decoded.ts` (the data), then in `ingest/` the files `ingest.ts`, `applyBatch.ts` and `chain.ts`.
 * `group/` sets prices and settings for groups of boxes, `server/` configures nats-server, and `fleetReport.ts` answers
 * from PostgreSQL.
 */
export { ingest } from './ingest/ingest.js';
export {
  type BoxAttention,
  type FleetReport,
  type OpenAlarm,
  report,
  REPORT_BY,
  type ReportOptions,
} from './fleetReport.js';
export { closeAlarm, retireBox, acceptFork } from './decide.js';
export type { PriceChange } from './group/catalogue.js';
export { setBack, setCatalogue, setSettings, type SetFault, type SetOptions, type SetVersion } from './group/set.js';
export { readTarget, readReported, send, writeReported } from './notify.js';
export type { NatsAddress } from './ingest/stream.js';
export { addBox, listBoxes, moveBox, revokeBox } from './server/boxes.js';
export { initServer } from './server/init.js';
export { serverFault } from './postgres/connect.js';
export { configureStream, replay } from './stream.js';
