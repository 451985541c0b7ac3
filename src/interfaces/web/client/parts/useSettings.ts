import { type Answer, operate } from '../net/http.js';
import { setupVersion } from '../net/live.js';
import { type Loaded, useLoaded } from './load.js';

/** The settings, or one of them by its name. They are requested again when another device has changed something. */
export function useSettings(name?: string): Loaded<Answer<'settings.show'>> {
  return useLoaded(() => operate('settings.show', name === undefined ? {} : { name }), [name], [setupVersion.value]);
}
