/** Loaded on demand: prices and settings that an owner sets for a group of boxes. */
export { readItems } from '../../../shop/catalogue/index.js';
export { setBack, setCatalogue, setSettings } from '../../fleet/index.js';
