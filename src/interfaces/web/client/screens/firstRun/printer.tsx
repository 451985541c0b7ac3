import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PrinterRow, PrinterTest } from '../../../../admin/index.js';
import { operate } from '../../net/http.js';
import { setupVersion, troubles } from '../../net/live.js';
import { Button, LinkButton } from '../../components/button.js';
import { Show, useLoaded } from '../../components/load.js';
import { FaultNotice, Notice, troubleText, useFault } from '../../components/notice.js';
import { FIRST_RUN_PRINTER as TEXTS } from '../../text/firstRun.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { type AddedPrinter, PrinterForm, printerPlace } from './printerForm.js';
import { refreshSetup, type StepProps } from './setupState.js';

/** The configured printers, each with a test slip, and a form to add one. */
export function PrinterStep({ state }: StepProps): JSX.Element {
  const loaded = useLoaded(() => operate('print.printers', {}), [], [setupVersion.value, troubles.value]);
  const [added, setAdded] = useState<AddedPrinter>();
  const [isAdding, setAdding] = useState(false);
  const onAdded = async (printer: AddedPrinter): Promise<void> => {
    setAdded(printer);
    setAdding(false);
    await Promise.all([refreshSetup(), loaded.reload()]);
  };
  const onTested = async (): Promise<void> => {
    await Promise.all([refreshSetup(), loaded.reload()]);
  };
  return (
    <>
      <p>{t(TEXTS.intro)}</p>
      <Show loaded={loaded}>
        {(printers) => (
          <>
            {printers.length > 0 && (
              <section>
                <h2>{t(TEXTS.have)}</h2>
                {added !== undefined && (
                  <Notice kind="success">
                    {t(added.autoPrint ? TEXTS.addedAuto : TEXTS.added, { name: added.name })}
                  </Notice>
                )}
                {printers.map((printer) => (
                  <PrinterCard key={printer.name} printer={printer} onTested={onTested} />
                ))}
              </section>
            )}
            {printers.length === 0 || isAdding ? (
              <PrinterForm key={printers.length} isFirst={state.printers === 0} onAdded={onAdded} />
            ) : (
              <Button text={t(TEXTS.addAnother)} onClick={() => setAdding(true)} />
            )}
          </>
        )}
      </Show>
    </>
  );
}

interface PrinterCardProps {
  readonly printer: PrinterRow;
  readonly onTested: () => Promise<void>;
}

function PrinterCard({ printer, onTested }: PrinterCardProps): JSX.Element {
  const { name, address } = printer;
  const [fault, checked] = useFault();
  const [tested, setTested] = useState<PrinterTest>();
  const [isBusy, setBusy] = useState(false);
  const test = async (): Promise<void> => {
    setBusy(true);
    setTested(undefined);
    const reply = checked(await operate('print.test', { name }));
    setBusy(false);
    if (reply.ok) setTested(reply.value);
    await onTested();
  };
  return (
    <div class="card row">
      <div>
        <strong>{name}</strong>
        <p class="muted">{printerPlace(address)}</p>
      </div>
      <LinkButton text={t(TEXTS.change)} href="#/settings/printers" />
      <Button text={t(isBusy ? TEXTS.testing : COMMON.testSlip)} onClick={test} />
      <FaultNotice fault={fault} />
      {tested === undefined ? <StateNotice printer={printer} /> : <TestNotice tested={tested} />}
    </div>
  );
}

/** State of a printer that was not tested just now; nothing for a printer without a fault. */
function StateNotice({ printer: { trouble, proof } }: { readonly printer: PrinterRow }): JSX.Element | null {
  if (trouble !== null) return <Notice kind="warning">{troubleText(trouble)}</Notice>;
  if (proof !== null && proof !== 'none') return null;
  return <Notice kind="info">{t(proof === null ? TEXTS.untried : TEXTS.answersNothing)}</Notice>;
}

function TestNotice({ tested: { report, trouble } }: { readonly tested: PrinterTest }): JSX.Element {
  if (trouble !== null) return <Notice kind="failure">{troubleText(trouble)}</Notice>;
  // A printer that proves nothing may have been switched off.
  return report?.state === 'printed' ? (
    <Notice kind="success">{t(TEXTS.printed)}</Notice>
  ) : (
    <Notice kind="info">{t(TEXTS.sent)}</Notice>
  );
}
