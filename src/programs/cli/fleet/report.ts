/** Loaded on demand: turnover and health of all boxes of an owner. */
export { report, REPORT_BY } from '../../fleet/index.js';
