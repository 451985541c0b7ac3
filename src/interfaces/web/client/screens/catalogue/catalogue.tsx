import type { JSX } from 'preact';
import { Button } from '../../components/button.js';
import { goBack, path } from '../../route.js';
import { ITEMS } from '../../text/catalogueTexts.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { ImportItems } from './importItems.js';
import { ItemList } from './itemList.js';
import { Labels } from './labels.js';

/** The items of the shop: search, changes, CSV import and export, price labels. */
export function CatalogueScreen(): JSX.Element {
  const [, part] = path.value;
  if (part === 'import') return <Part title={t(ITEMS.importTitle)} content={<ImportItems />} />;
  if (part === 'labels') return <Part title={t(ITEMS.labels)} content={<Labels />} />;
  return <ItemList />;
}

function Part({ title, content }: { readonly title: string; readonly content: JSX.Element }): JSX.Element {
  return (
    <>
      <header class="screen-head">
        <h1>{title}</h1>
        <Button text={t(COMMON.back)} onClick={() => goBack('catalogue')} />
      </header>
      {content}
    </>
  );
}
