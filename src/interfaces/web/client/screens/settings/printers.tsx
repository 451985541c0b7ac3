import type { JSX } from 'preact';
import type { PrinterSetting } from '../../../../../shop/settings/index.js';
import { type Answer, operate } from '../../net/http.js';
import type { Reply } from '../../net/reply.js';
import { ConfirmButton, DialogButton } from '../../components/dialog.js';
import { Show, useSettings } from '../../components/load.js';
import { FaultNotice, troubleText, useFault } from '../../components/notice.js';
import { printerPlace } from '../firstRun/printerForm.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { SETTINGS } from '../../text/settings.js';
import { Logo } from './logo.js';
import { PrinterForm } from './printerForm.js';
import { type Finding, TestButton } from './tests.js';

/** The printers: addresses, test slips, logos. */
export function PrinterSettings(): JSX.Element {
  const loaded = useSettings('printers');
  return (
    <Show loaded={loaded}>
      {(shown) => {
        // The stored value has passed its schema.
        const printers = shown['printers'] as readonly PrinterSetting[];
        const save = async (next: readonly PrinterSetting[]): Promise<Reply<null>> => {
          const keep = next.filter(({ logo }) => logo !== undefined).map(({ name }) => name);
          const value = next.map(({ logo: _shownAsSize, ...printer }) => printer);
          const reply = await operate('settings.set', { name: 'printers', value, keep });
          if (reply.ok) await loaded.reload();
          return reply;
        };
        return (
          <>
            {printers.length === 0 && <p class="muted">{t(COMMON.noPrinters)}</p>}
            {printers.map((printer) => (
              <Printer
                key={printer.name}
                printer={printer}
                reload={loaded.reload}
                onSave={(changed) => save(printers.map((one) => (one === printer ? changed : one)))}
                onRemove={() => save(printers.filter((one) => one !== printer))}
              />
            ))}
            <DialogButton kind="primary" text={t(SETTINGS.addPrinter)}>
              {(close) => (
                <PrinterForm printer={undefined} onSave={(added) => save([...printers, added])} onSaved={close} />
              )}
            </DialogButton>
          </>
        );
      }}
    </Show>
  );
}

interface PrinterProps {
  readonly printer: PrinterSetting;
  readonly reload: () => Promise<void>;
  readonly onSave: (printer: PrinterSetting) => Promise<Reply<null>>;
  readonly onRemove: () => Promise<Reply<null>>;
}

function Printer({ printer, reload, onSave, onRemove }: PrinterProps): JSX.Element {
  const { name, address } = printer;
  const [fault, checked] = useFault();
  return (
    <section class="card">
      <h2>{name}</h2>
      <p class="muted">{printerPlace(address)}</p>
      <Logo printer={printer} reload={reload} />
      <FaultNotice fault={fault} />
      <TestButton label={t(COMMON.testSlip)} ask={() => operate('print.test', { name })} find={testFinding} />
      <div class="actions">
        <ConfirmButton
          text={t(SETTINGS.removePrinter)}
          question={t(SETTINGS.removePrinterQuestion, { name })}
          onConfirm={async () => checked(await onRemove())}
        />
        <DialogButton text={t(SETTINGS.change)} title={name}>
          {(close) => <PrinterForm printer={printer} onSave={onSave} onSaved={close} />}
        </DialogButton>
      </div>
    </section>
  );
}

function testFinding(test: Answer<'print.test'>): Finding {
  if (test.report === null) return { isGood: false, words: test.trouble === null ? '' : troubleText(test.trouble) };
  const { state } = test.report;
  const words =
    state === 'printed' ? SETTINGS.printed : state === 'unconfirmed' ? SETTINGS.unconfirmed : SETTINGS.notPrinted;
  return { isGood: words !== SETTINGS.notPrinted, words: t(SETTINGS.printerTested, { state: t(words) }) };
}
