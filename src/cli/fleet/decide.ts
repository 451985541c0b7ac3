/** What a person decides of an alarm. */
export { closeAlarm, retireBox, takeFork } from '../../fleet/index.js';
