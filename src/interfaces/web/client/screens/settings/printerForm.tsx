import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PrinterSetting } from '../../../../../shop/settings/index.js';
import type { Reply } from '../../net/reply.js';
import { Form, Submit } from '../../components/field.js';
import { FaultNotice, useFault } from '../../components/notice.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { FORMS } from '../../text/settingsForms.js';
import { addressFault, PrinterFinder } from '../firstRun/printerForm.js';
import { type Draft, draftOf, type FieldSpec, sentOf } from './draft.js';
import { Fields } from './fields.js';

const NAME: FieldSpec = { name: 'name', kind: 'text', label: COMMON.printerName, hint: FORMS.printerNameHint };
const FIELDS: readonly FieldSpec[] = [
  { name: 'address', kind: 'text', label: COMMON.printerAddress, hint: FORMS.printerAddressHint },
  {
    ...{ name: 'width', kind: 'choice', label: COMMON.paperWidth },
    options: [
      ['80', '80 mm'],
      ['58', '58 mm'],
    ],
  },
  {
    ...{ name: 'dpi', kind: 'choice', label: FORMS.dpi },
    options: [
      ['203', '203'],
      ['180', '180'],
    ],
  },
  {
    ...{ name: 'language', kind: 'choice', label: FORMS.language, hint: FORMS.languageHint, isRare: true },
    options: [
      ['escpos', 'ESC/POS'],
      ['star', 'Star'],
    ],
  },
  {
    ...{ name: 'mode', kind: 'choice', label: FORMS.printMode },
    options: [
      ['raster', FORMS.raster],
      ['text', FORMS.textMode],
    ],
  },
  { name: 'autoPrint', kind: 'switch', label: COMMON.autoPrint },
  { name: 'copies', kind: 'number', label: FORMS.copies, hint: FORMS.copiesHint, isOptional: true, isRare: true },
  {
    ...{ name: 'cutter', kind: 'choice', label: FORMS.cutter, isRare: true },
    options: [
      ['partial', FORMS.cutterPartial],
      ['full', FORMS.cutterFull],
      ['none', FORMS.cutterNone],
    ],
  },
  {
    ...{ name: 'drawer', kind: 'choice', label: FORMS.drawer, isRare: true },
    options: [
      ['none', FORMS.drawerNone],
      ['pin2', '2'],
      ['pin5', '5'],
    ],
  },
  { name: 'ticket', kind: 'switch', label: FORMS.ticket, usual: true, isRare: true },
];

interface PrinterFormProps {
  /** Undefined for a new printer. The name cannot change, because jobs and the logo belong to it. */
  readonly printer: PrinterSetting | undefined;
  readonly onSave: (printer: PrinterSetting) => Promise<Reply<null>>;
  readonly onSaved: () => void;
}

export function PrinterForm({ printer, onSave, onSaved }: PrinterFormProps): JSX.Element {
  const before = { ...(printer ?? { autoPrint: true }) };
  // A list of printed types can be changed only in the advanced form.
  const isListed = Array.isArray(printer?.autoPrint);
  const fields = [...(printer === undefined ? [NAME] : []), ...FIELDS].filter(
    ({ name }) => !(isListed && name === 'autoPrint'),
  );
  const [draft, setDraft] = useState<Draft>(draftOf(fields, before));
  const [fault, checked] = useFault();
  const wrongAddress = addressFault(fault);
  const save = async (): Promise<void> => {
    const { value } = sentOf(fields, draft, before, []);
    const shown = new Set(fields.map(({ name }) => name));
    const rest = Object.fromEntries(Object.entries(printer ?? {}).filter(([name]) => !shown.has(name)));
    // The box reports any error.
    const reply = checked(await onSave({ ...rest, ...value } as unknown as PrinterSetting));
    if (reply.ok) onSaved();
  };
  return (
    <Form onSubmit={save}>
      {printer === undefined && <PrinterFinder onChosen={(address) => setDraft({ ...draft, address })} />}
      <Fields
        fields={fields}
        draft={draft}
        before={before}
        removed={[]}
        fault={wrongAddress === undefined ? undefined : { member: 'address', words: wrongAddress }}
        onRemoved={() => undefined}
        onChange={(name, value) => setDraft({ ...draft, [name]: value })}
      />
      {wrongAddress === undefined && <FaultNotice fault={fault} />}
      <Submit label={t(COMMON.save)} />
    </Form>
  );
}
