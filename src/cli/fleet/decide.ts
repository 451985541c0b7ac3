/** What a person decides of an alarm. */
export { closeAlarm, takeFork } from '../../fleet/index.js';
