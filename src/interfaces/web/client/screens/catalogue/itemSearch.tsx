import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ItemPage } from '../../../../admin/index.js';
import { callApi, operate } from '../../net/http.js';
import { Choice, Field } from '../../components/field.js';
import { type Loaded, useLoaded } from '../../components/load.js';
import { ITEMS } from '../../text/catalogueTexts.js';
import { t } from '../../text/language.js';

/** Search criteria. */
export interface ItemSearch {
  readonly text: string;
  /** Empty: any. */
  readonly category: string;
  readonly state: 'active' | 'inactive' | 'all';
}

export const EVERYTHING: ItemSearch = { text: '', category: '', state: 'active' };

/** Time without typing before the box is asked, ms. */
const PAUSE = 200;

/** One page of the matching items, beginning at `offset`. */
export function useItems(search: ItemSearch, offset: number, limit: number, changes = 0): Loaded<ItemPage> {
  const asked = useSettled(search);
  const category = asked.category === '' ? null : asked.category;
  return useLoaded(
    () => operate('items.find', { ...asked, category, offset, limit }),
    [],
    [asked, offset, limit, changes],
  );
}

/** The value once it has not changed for a while. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

interface SearchFormProps {
  readonly search: ItemSearch;
  readonly onSearch: (search: ItemSearch) => void;
}

/** Form of the search: words, category, state. */
export function SearchForm({ search, onSearch }: SearchFormProps): JSX.Element {
  const categories = useLoaded(() => callApi<{ readonly categories: readonly string[] }>('/categories'));
  const names = categories.value?.categories ?? [];
  return (
    <div class="search" role="search">
      <Field
        label={t(ITEMS.search)}
        type="search"
        value={search.text}
        maxLength={100}
        onInput={(text) => onSearch({ ...search, text })}
      />
      <Choice
        label={t(ITEMS.category)}
        value={search.category}
        options={[['', t(ITEMS.anyCategory)], ...names.map((name) => [name, name] as const)]}
        onChange={(category) => onSearch({ ...search, category })}
      />
      <Choice
        label={t(ITEMS.state)}
        value={search.state}
        options={[
          ['active', t(ITEMS.stateActive)],
          ['inactive', t(ITEMS.stateInactive)],
          ['all', t(ITEMS.stateAll)],
        ]}
        onChange={(state) => onSearch({ ...search, state })}
      />
    </div>
  );
}
