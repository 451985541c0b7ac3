/** Loaded on demand: decisions of a person about an alarm. */
export { closeAlarm, retireBox, takeFork } from '../../fleet/index.js';
