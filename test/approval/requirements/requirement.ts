/** How a requirement is looked at. */
export type Means = 'api' | 'pages' | 'paper' | 'program' | 'documents';

/** Who decides on a requirement, when not this program alone. */
export type Elsewhere =
  /** Only a real device or the real sandbox can show it; `byHand` is the exact check, in Serbian. */
  | { readonly kind: 'device' | 'sandbox'; readonly byHand: string }
  /** It does not concern this product; `reason` in Serbian. */
  | { readonly kind: 'not-applicable'; readonly reason: string };

/** A line of the tax authority's demands on an ESIR, in our own words. */
export interface Requirement {
  /** A letter for the chapter, and a number: `P01`. */
  readonly id: string;
  /** Serbian, Cyrillic. */
  readonly text: string;
  /** Document and place, such as `ТУ 9.П1`; the abbreviations are in {@link SOURCES}. */
  readonly source: string;
  readonly means: readonly Means[];
  /** Undefined: this program decides. */
  readonly elsewhere?: Elsewhere;
}

/** The documents of the tax authority by the abbreviations of {@link Requirement.source}. */
export const SOURCES: Readonly<Record<string, string>> = {
  РТ: 'Техничко упутство за ручно тестирање ЕСИР производа, в. 1.1',
  ТУ: 'Техничко упутство за административни и технички преглед функционалности ЕСИР-а или Л-ПФР-а, в. 1.17',
  ПР: 'Правилник о врстама фискалних рачуна, типовима трансакција, начинима плаћања, позивању на број другог документа и појединостима осталих елемената фискалног рачуна',
  ЗФ: 'Закон о фискализацији, члан 5. став 2.',
  ТВ: 'Технички водич',
  ШК: 'Шифарник јединственог идентификационог броја купца, 18.12.2023.',
  ПО: 'Питања и одговори Пореске управе',
};

/** A requirement that this program decides. */
export function shown(id: string, means: readonly Means[], source: string, text: string): Requirement {
  return { id, text, source, means };
}

/** A requirement of the papers in `docs/sr`. */
export function written(id: string, source: string, text: string): Requirement {
  return { id, text, source, means: ['documents'] };
}

/** A requirement that is decided elsewhere. */
export function elsewhere(id: string, source: string, text: string, why: Elsewhere): Requirement {
  return { id, text, source, means: [], elsewhere: why };
}
