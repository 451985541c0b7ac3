import { resolve } from 'node:path';

/** Arguments with which Node runs a TypeScript file of this project. */
export const RUN_TYPESCRIPT: readonly string[] = ['--require', resolve(import.meta.dirname, '../runner/register.cjs')];
