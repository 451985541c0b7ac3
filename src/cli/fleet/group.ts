/** What an owner sets for a group of boxes. */
export { readItems } from '../../catalogue/index.js';
export { setCatalogue, setSettings } from '../../fleet/index.js';
