import { errorChecks } from './errors.js';
import { eventChecks } from './events.js';
import { findingChecks } from './finding.js';
import { monitoringChecks } from './monitoring.js';
import { printingChecks } from './printing.js';
import { queueChecks } from './queue.js';
import { refundingChecks } from './refunding.js';

/** Checks of what kasirbox adds to v1. */
export const additionChecks = [
  ...monitoringChecks,
  ...errorChecks,
  ...findingChecks,
  ...refundingChecks,
  ...eventChecks,
  ...printingChecks,
  ...queueChecks,
];
