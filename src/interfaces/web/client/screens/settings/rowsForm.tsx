import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { operate } from '../../net/http.js';
import { Button } from '../../components/button.js';
import { Form, Submit, typedMembers } from '../../components/field.js';
import { FaultNotice, Notice, useFault } from '../../components/notice.js';
import { useUnsaved } from '../../components/dialog.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { SETTINGS } from '../../text/settings.js';

interface RowsFormProps<Draft> {
  /** Name of the setting, whose value is a list. */
  readonly name: string;
  readonly title: string;
  readonly initial: readonly Draft[];
  readonly added: Draft;
  /** Label of the button that adds a row. */
  readonly add: string;
  /** Name of a row on its remove button, and in its legend unless `legendOf` is given. */
  readonly nameOf: (row: Draft) => string;
  readonly legendOf?: (row: Draft) => string;
  /** The value of a row in the form of the setting. */
  readonly sent: (row: Draft) => unknown;
  /** The fields of a row; `change` takes the members that changed, `typed` is for its texts. */
  readonly fields: (
    row: Draft,
    change: (part: Partial<Draft>) => void,
    typed: ReturnType<typeof typedMembers<Draft>>,
  ) => JSX.Element;
  readonly class?: string;
}

/** A form for a setting that is a list, with a row for each entry. */
export function RowsForm<Draft>(props: RowsFormProps<Draft>): JSX.Element {
  const { name, title, initial, added, add, nameOf, legendOf = nameOf, sent, fields } = props;
  const [rows, setRows] = useState(initial);
  const [stored, setStored] = useState(initial);
  // An input that was undone, by hand or because it came from a scanner, is not an unsaved change.
  const isUnsaved = JSON.stringify(rows) !== JSON.stringify(stored);
  useUnsaved(isUnsaved);
  // Another device has stored other rows; what was typed here is preserved.
  useEffect(() => {
    if (!isUnsaved) setRows(initial);
    setStored(initial);
  }, [JSON.stringify(initial)]);
  const [fault, checked] = useFault();
  const [isSaved, setSaved] = useState(false);
  const save = async (): Promise<void> => {
    const reply = checked(await operate('settings.set', { name, value: rows.map(sent) }));
    setSaved(reply.ok);
    if (reply.ok) setStored(rows);
  };
  return (
    <Form onSubmit={save} label={title}>
      {rows.map((row, at) => {
        const change = (part: Partial<Draft>): void => {
          setSaved(false);
          setRows(rows.map((one, index) => (index === at ? { ...one, ...part } : one)));
        };
        return (
          <fieldset key={at} class={props.class ?? 'label-row'}>
            <legend>{legendOf(row)}</legend>
            {fields(row, change, typedMembers(row, change))}
            <Button
              kind="link"
              text={t(SETTINGS.removeRow, { name: nameOf(row) })}
              onClick={() => setRows(rows.filter((_, index) => index !== at))}
            />
          </fieldset>
        );
      })}
      <FaultNotice fault={fault} />
      {isSaved && <Notice kind="success">{t(COMMON.saved)}</Notice>}
      <Submit label={t(COMMON.save)}>
        <Button text={add} onClick={() => setRows([...rows, added])} />
      </Submit>
    </Form>
  );
}

/** The number in a text. Any other text is returned unchanged, so that the box refuses it with a message. */
export function typedNumber(typed: string): number | string {
  const text = typed.trim().replace(',', '.');
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : typed;
}
