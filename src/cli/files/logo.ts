/** Loaded on demand: the picture above a receipt. */
export { logoPicture } from '../../printing/index.js';
