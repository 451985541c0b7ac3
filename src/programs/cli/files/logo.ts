/** Loaded on demand: the picture above a receipt. */
export { logoPicture } from '../../../paper/printing/index.js';
