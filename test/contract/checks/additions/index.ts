import { monitoringChecks } from './monitoring.js';
import { printingChecks } from './printing.js';
import { queueChecks } from './queue.js';

/** Checks of what kasirbox adds to v1. */
export const additionChecks = [...monitoringChecks, ...printingChecks, ...queueChecks];
