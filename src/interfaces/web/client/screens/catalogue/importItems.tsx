import { Fragment, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { request } from '../../net/http.js';
import { Button, Icon } from '../../components/button.js';
import { Choice } from '../../components/field.js';
import { FileButton } from '../../components/fileButton.js';
import { Table } from '../../components/table.js';
import { money } from '../../components/valueText.js';
import { FaultNotice, Notice, useFault } from '../../components/notice.js';
import { ITEMS } from '../../text/catalogueTexts.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';

const ENCODINGS = ['utf-8', 'windows-1250', 'windows-1251'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** Maximum bytes that the box accepts. */
const MAX_BYTES = 4 * 1024 * 1024;

interface ShownItem {
  readonly name: string;
  readonly plu: string | null;
  readonly price: number;
  readonly active: boolean;
}

interface RowFault {
  readonly line: number;
  readonly heading: string | null;
  /** In English. */
  readonly reason: string;
  readonly reasonSr: string;
}

interface Report {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly isDone: boolean;
  readonly refused: number;
  readonly faults: readonly RowFault[];
  /** Number of all warnings; `warnings` contains the first ones. */
  readonly warned: number;
  readonly warnings: readonly RowFault[];
  readonly shown: readonly { readonly line: number; readonly before: ShownItem | null; readonly after: ShownItem }[];
}

interface Checked {
  readonly file: File;
  readonly report: Report;
}

/** Imports a file. It is checked first, and can be imported only when every row is right. */
export function ImportItems(): JSX.Element {
  const [encoding, setEncoding] = useState<Encoding>('utf-8');
  const [report, setReport] = useState<Checked>();
  const [fault, checked, setFault] = useFault();
  const [isTooLarge, setTooLarge] = useState(false);
  const send = async (file: File, what: 'check' | 'import'): Promise<void> => {
    setTooLarge(file.size > MAX_BYTES);
    setReport(undefined);
    setFault(undefined);
    if (file.size > MAX_BYTES) return;
    const path = `/web/items/csv?do=${what}&encoding=${encoding}`;
    const reply = checked(await request<Report>(path, { method: 'POST', file }));
    if (reply.ok) setReport({ file, report: reply.value });
  };
  return (
    <section class="card">
      <p>{t(ITEMS.importHint)}</p>
      <p>{t(ITEMS.importColumns)}</p>
      <Choice
        label={t(ITEMS.encoding)}
        value={encoding}
        options={ENCODINGS.map((one) => [one, one.toUpperCase()] as const)}
        onChange={setEncoding}
        hint={t(ITEMS.encodingHint)}
      />
      <FileButton label={t(ITEMS.chooseFile)} accept=".csv,.txt,text/csv" onFile={(file) => send(file, 'check')} />
      {isTooLarge && <Notice kind="failure">{t(ITEMS.tooLarge)}</Notice>}
      <FaultNotice fault={fault} />
      {report !== undefined && <Outcome {...report} onImport={() => send(report.file, 'import')} />}
    </section>
  );
}

function Outcome({ file, report, onImport }: Checked & { readonly onImport: () => Promise<void> }): JSX.Element {
  const { created, changed, unchanged, refused, faults, warned, warnings, shown, isDone } = report;
  if (isDone) return <Notice kind="success">{t(ITEMS.imported, { created, changed })}</Notice>;
  const writes = created + changed;
  return (
    <>
      <Notice kind={refused > 0 ? 'failure' : 'info'}>
        {refused > 0
          ? t(ITEMS.refused, { count: refused })
          : t(ITEMS.wouldDo, { name: file.name, created, changed, unchanged })}
      </Notice>
      {refused > faults.length && <p>{t(ITEMS.firstRefused, { count: faults.length })}</p>}
      {refused > 0 && <Faults faults={faults} />}
      {warned > 0 && (
        <Notice kind="warning">{t(refused > 0 ? ITEMS.warnedToo : ITEMS.warned, { count: warned })}</Notice>
      )}
      {warned > warnings.length && <p>{t(ITEMS.firstRefused, { count: warnings.length })}</p>}
      {warned > 0 && <Faults faults={warnings} />}
      {refused === 0 && shown.length > 0 && <Preview shown={shown} />}
      {refused === 0 && (
        <div class="actions">
          {writes === 0 && <p>{t(ITEMS.nothingToDo)}</p>}
          <Button kind="primary" disabled={writes === 0} text={t(ITEMS.doImport)} onClick={onImport} />
        </div>
      )}
    </>
  );
}

function Faults({ faults }: Pick<Report, 'faults'>): JSX.Element {
  return (
    <Table
      label={t(COMMON.reason)}
      columns={[{ name: t(ITEMS.line), isNumber: true }, { name: t(ITEMS.column) }, { name: t(COMMON.reason) }]}
      rows={faults.map(({ line, heading, reason, reasonSr }) => [
        line,
        heading ?? '–',
        t({ sr: reasonSr, en: reason }),
      ])}
    />
  );
}

function Preview({ shown }: Pick<Report, 'shown'>): JSX.Element {
  return (
    <Table
      label={t(ITEMS.change)}
      columns={[{ name: t(ITEMS.line), isNumber: true }, { name: t(COMMON.name) }, { name: t(ITEMS.change) }]}
      rows={shown.map(({ line, before, after }) => [
        line,
        after.name,
        before === null ? `${t(ITEMS.isNew)}, ${priceText(after)}` : <Changes before={before} after={after} />,
      ])}
    />
  );
}

/** As in the list of items: an item without a price is priced at the sale. */
function priceText({ price }: ShownItem): string {
  return price === 0 ? t(TILL.askedPrice) : money(price);
}

/** The changes from one item to another. */
function Changes({ before, after }: { readonly before: ShownItem; readonly after: ShownItem }): JSX.Element {
  const changes = [
    ...(before.name === after.name ? [] : [changed(before.name, after.name)]),
    ...(before.price === after.price ? [] : [changed(priceText(before), priceText(after))]),
    ...(before.active === after.active ? [] : [t(after.active ? ITEMS.active : ITEMS.inactiveMark)]),
  ];
  if (changes.length === 0) return <>…</>;
  return (
    <>
      {changes.map((change, at) => (
        <Fragment key={at}>
          {at > 0 && '; '}
          {change}
        </Fragment>
      ))}
    </>
  );
}

function changed(before: string, after: string): JSX.Element {
  return (
    <>
      {before} <Icon name="to" />
      <span class="hidden">{t(COMMON.becomes)}</span> {after}
    </>
  );
}
