/**
 * First step of a board's start: applies `kasirbox.toml` from the SD card, and writes the network configuration that
 * follows from it.
 *
 * - The first file (`firstFile.ts`) is parsed and checked; what was taken over is stored on the data partition
 *   (`storedConfig.ts`); company and claim code are handed over to the service.
 * - `boardPlan.ts` computes everything without side effects; `apply.ts` carries it out; `wipe.ts` overwrites secrets
 *   in the file.
 *
 * Read `apply.ts` first, then `boardPlan.ts` and `firstFile.ts`.
 */
export { applyBoard, type BoardFolders, FIRST_BOOT_FILE, FIRST_FILE, REPORT_FILE } from './apply.js';
export { ACCESS_POINT_FILE, STATE_FILE } from './boardPlan.js';
export { type BoardState, readAccessPoint, readState } from './boardState.js';
export { ownAccessPoint, ownRescueCode, readRunFile, systemDeps } from './system.js';
