import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PrinterSetting } from '../../../../../shop/settings/index.js';
import { type Answer, operate } from '../../net/http.js';
import type { Fault, Reply } from '../../net/reply.js';
import { Button } from '../../components/button.js';
import { Confirm, Dialog } from '../../components/dialog.js';
import { Show, useSettings } from '../../components/load.js';
import { FaultNotice } from '../../components/notice.js';
import { printerPlace } from '../firstRun/printerForm.js';
import { t } from '../../text/language.js';
import { SETTINGS } from '../../text/settings.js';
import { Logo } from './logo.js';
import { PrinterForm } from './printerForm.js';
import { type Finding, TestButton } from './tests.js';

/** The printers: addresses, test slips, logos. */
export function PrinterSettings(): JSX.Element {
  const loaded = useSettings('printers');
  const [isAdding, setAdding] = useState(false);
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
            {printers.length === 0 && <p class="muted">{t(SETTINGS.noPrinters)}</p>}
            {printers.map((printer) => (
              <Printer
                key={printer.name}
                printer={printer}
                reload={loaded.reload}
                onSave={(changed) => save(printers.map((one) => (one === printer ? changed : one)))}
                onRemove={() => save(printers.filter((one) => one !== printer))}
              />
            ))}
            <Button kind="primary" onClick={() => setAdding(true)}>
              {t(SETTINGS.addPrinter)}
            </Button>
            {isAdding && (
              <Dialog title={t(SETTINGS.addPrinter)} onClose={() => setAdding(false)}>
                <PrinterForm
                  printer={undefined}
                  onSave={async (added) => {
                    const reply = await save([...printers, added]);
                    if (reply.ok) setAdding(false);
                    return reply;
                  }}
                />
              </Dialog>
            )}
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
  const [shown, setShown] = useState<'form' | 'remove'>();
  const [fault, setFault] = useState<Fault>();
  return (
    <section class="card">
      <h2>{name}</h2>
      <p class="muted">{printerPlace(address)}</p>
      <Logo printer={printer} reload={reload} />
      <FaultNotice fault={fault} />
      <TestButton label={t(SETTINGS.testSlip)} ask={() => operate('print.test', { name })} find={testFinding} />
      <div class="actions">
        <Button onClick={() => setShown('remove')}>{t(SETTINGS.removePrinter)}</Button>
        <Button onClick={() => setShown('form')}>{t(SETTINGS.change)}</Button>
      </div>
      {shown === 'form' && (
        <Dialog title={name} onClose={() => setShown(undefined)}>
          <PrinterForm
            printer={printer}
            onSave={async (changed) => {
              const reply = await onSave(changed);
              if (reply.ok) setShown(undefined);
              return reply;
            }}
          />
        </Dialog>
      )}
      {shown === 'remove' && (
        <Confirm
          title={t(SETTINGS.removePrinter)}
          question={t(SETTINGS.removePrinterQuestion, { name })}
          action={t(SETTINGS.removePrinter)}
          onClose={() => setShown(undefined)}
          onConfirm={async () => {
            const reply = await onRemove();
            setFault(reply.ok ? undefined : reply.error);
            setShown(undefined);
          }}
        />
      )}
    </section>
  );
}

function testFinding(test: Answer<'print.test'>): Finding {
  if (test.report === null)
    return { isGood: false, words: test.trouble === null ? '' : `${t(test.trouble.found)} ${t(test.trouble.action)}` };
  const { state } = test.report;
  const words =
    state === 'printed' ? SETTINGS.printed : state === 'unconfirmed' ? SETTINGS.unconfirmed : SETTINGS.notPrinted;
  return { isGood: words !== SETTINGS.notPrinted, words: t(SETTINGS.printerTested, { state: t(words) }) };
}
