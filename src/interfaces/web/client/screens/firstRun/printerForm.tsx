import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PrinterFound } from '../../../../admin/index.js';
import { operate } from '../../net/http.js';
import type { Fault } from '../../net/reply.js';
import { Button } from '../../components/button.js';
import { Choice, Field, Form, Submit, Switch, useTyped } from '../../components/field.js';
import { FaultNotice, Notice, useFault } from '../../components/notice.js';
import { useUnsaved } from '../../components/dialog.js';
import { FIRST_RUN_PRINTER as TEXTS } from '../../text/firstRun.js';
import { t } from '../../text/language.js';
import { COMMON, PRINTER_PLACES as PLACES } from '../../text/common.js';

interface PrinterFormProps {
  readonly isFirst: boolean;
  readonly onAdded: (added: AddedPrinter) => Promise<void>;
}

export interface AddedPrinter {
  readonly name: string;
  /** True when it prints every receipt automatically. */
  readonly autoPrint: boolean;
}

type Width = '80' | '58';

/** Finds a printer, or takes its address, and configures it. Its other settings have values that suit most printers. */
export function PrinterForm({ isFirst, onAdded }: PrinterFormProps): JSX.Element {
  const address = useTyped('');
  const name = useTyped(isFirst ? t(TEXTS.defaultName) : '');
  const [width, setWidth] = useState<Width>('80');
  const [autoPrint, setAutoPrint] = useState(isFirst);
  const [fault, checked] = useFault();
  useUnsaved(address.value !== '');
  const add = async (): Promise<void> => {
    const size = width === '80' ? ({ width: 80, dpi: 203 } as const) : ({ width: 58, dpi: 203 } as const);
    const printer = {
      address: address.value.trim(),
      ...size,
      mode: 'raster',
      ...(autoPrint && { autoPrint }),
    } as const;
    const reply = checked(await operate('print.add', { name: name.value.trim(), printer }));
    if (reply.ok) await onAdded({ name: name.value.trim(), autoPrint });
  };
  return (
    <>
      <PrinterFinder onChosen={address.onInput} />
      <Form onSubmit={add} label={t(TEXTS.add)}>
        <Field label={t(COMMON.printerAddress)} {...address} hint={t(TEXTS.addressHint)} fault={addressFault(fault)} />
        <Field label={t(COMMON.printerName)} {...name} hint={t(TEXTS.nameHint)} maxLength={30} />
        <Choice
          label={t(COMMON.paperWidth)}
          value={width}
          options={[
            ['80', t(TEXTS.mm80)],
            ['58', t(TEXTS.mm58)],
          ]}
          onChange={setWidth}
        />
        <Switch label={t(COMMON.autoPrint)} checked={autoPrint} onChange={setAutoPrint} />
        {addressFault(fault) === undefined && <FaultNotice fault={fault} />}
        <Submit label={t(TEXTS.add)} disabled={address.value.trim() === '' || name.value.trim() === ''} />
      </Form>
    </>
  );
}

/** Searches for printers on USB, serial ports and the network. */
export function PrinterFinder({ onChosen }: { readonly onChosen: (address: string) => void }): JSX.Element {
  const [found, setFound] = useState<readonly PrinterFound[]>();
  const [fault, checked] = useFault();
  const [isBusy, setBusy] = useState(false);
  const find = async (): Promise<void> => {
    setBusy(true);
    const reply = checked(await operate('print.find', { network: true }));
    setBusy(false);
    if (reply.ok) setFound(reply.value);
  };
  return (
    <section class="card">
      <Button kind="primary" text={t(TEXTS.find)} onClick={find} />
      {isBusy && <Notice kind="info">{t(TEXTS.finding)}</Notice>}
      <FaultNotice fault={fault} />
      {!isBusy && found?.length === 0 && <Notice kind="warning">{t(TEXTS.noneFound)}</Notice>}
      {!isBusy && found !== undefined && found.length > 0 && (
        <>
          <h2>{t(TEXTS.found)}</h2>
          <ul class="rows">
            {found.map(({ address, kind, name, setAs }) => (
              <li key={address} class="row">
                <div>
                  <strong>{name === '' ? t(TEXTS[kind]) : `${name} (${t(TEXTS[kind])})`}</strong>
                  <p class="muted">{printerPlace(address)}</p>
                </div>
                {setAs === null ? (
                  <Button label={`${t(TEXTS.use)}: ${address}`} text={t(TEXTS.use)} onClick={() => onChosen(address)} />
                ) : (
                  <span class="muted">{t(TEXTS.already, { name: setAs })}</span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The location of a printer as text: `на мрежи, 192.168.1.50`. */
export function printerPlace(address: string): string {
  const [, scheme = '', rest = ''] = /^(\w+):\/\/(.*)$/.exec(address) ?? [];
  switch (scheme) {
    case 'tcp':
      return t(PLACES.network, { host: rest.replace(/:9100$/, '') });
    case 'usb':
    case 'lp':
      return t(PLACES.usb);
    case 'serial':
      return t(PLACES.serial, { port: rest.replace(/\?.*$/, '').replace(/^.*\//, '') });
    default:
      return t(PLACES.network, { host: address.replace(/:9100$/, '') });
  }
}

/** The box's message about the address of a printer, for its field in a form; undefined for other messages. */
export function addressFault(fault: Fault | undefined): string | undefined {
  const wrong = fault?.wrongMember;
  return wrong?.path.endsWith('/address') === true ? t(wrong.message) : undefined;
}
