import type { Bilingual } from '../../../base/index.js';

/** Texts of one part of the pages by their names; `{name}` stands for a value. */
export type Texts = Readonly<Record<string, Bilingual>>;
