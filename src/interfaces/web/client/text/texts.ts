import type { Bilingual } from '../../../../base/index.js';

/** Texts of one part of the pages by name; `{name}` is replaced by a value. */
export type Texts = Readonly<Record<string, Bilingual>>;
