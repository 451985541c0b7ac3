import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Bilingual } from '../../../../../base/index.js';
import type { Environment } from '../../../../../contract/index.js';
import { CardOfProcessor } from '../../card/cardFacts.js';
import { type Answer, operate } from '../../net/http.js';
import { refreshSession } from '../../net/session.js';
import { operateWithSteps } from '../../net/steps.js';
import { Button, Mark } from '../../components/button.js';
import { Confirm, ConfirmButton } from '../../components/dialog.js';
import { Show, useSettings } from '../../components/load.js';
import { FaultNotice, Notice, useFault } from '../../components/notice.js';
import { CARD } from '../../text/card.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { SETTINGS } from '../../text/settings.js';
import { FORMS } from '../../text/settingsForms.js';
import type { Draft, FieldSpec } from './draft.js';
import { ProcessorWarning } from './processorWarning.js';
import { SettingForm } from './settingForm.js';

const ENVIRONMENTS = ['sandbox', 'production'] as const;

const MODE: FieldSpec = {
  name: 'mode',
  kind: 'choice',
  label: COMMON.processorKind,
  options: [
    ['demo', FORMS.modeDemo],
    ['lpfr', FORMS.modeLpfr],
    ['vpfr', FORMS.modeVpfr],
  ],
};
const RARE = { isOptional: true, isRare: true } as const;
const TIMES: readonly FieldSpec[] = [
  { name: 'timeout', kind: 'number', label: FORMS.timeout, hint: FORMS.timeoutHint, ...RARE },
  { name: 'signingLimit', kind: 'number', label: FORMS.signingLimit, hint: FORMS.signingLimitHint, ...RARE },
  { name: 'sellOnAfter', kind: 'number', label: FORMS.sellOnAfter, hint: FORMS.sellOnAfterHint, ...RARE },
  {
    ...{ name: 'settlingSale', kind: 'switch', label: FORMS.settlingSale, hint: FORMS.settlingSaleHint, usual: true },
    ...RARE,
  },
];
const PIN_BODIES = ['text', 'number', 'json', 'object'].map((body) => [body, body] as const);
const LPFR: readonly FieldSpec[] = [
  { name: 'url', kind: 'text', label: COMMON.processorAddress, hint: FORMS.lpfrUrlHint, scheme: 'http' },
  { name: 'pin', kind: 'text', label: FORMS.pin, hint: FORMS.pinHint, ...RARE },
  { name: 'pinBody', kind: 'choice', label: FORMS.pinBody, options: [['', FORMS.usual], ...PIN_BODIES], ...RARE },
];
const VPFR: readonly FieldSpec[] = [
  {
    name: 'key',
    kind: 'choice',
    label: CARD.keyPlace,
    hint: CARD.keyPlaceHint,
    options: [
      ['', CARD.keyInFile],
      ['card', CARD.keyInCard],
    ],
    isOptional: true,
  },
  {
    name: 'url',
    kind: 'text',
    label: COMMON.processorAddress,
    hint: FORMS.vpfrUrlHint,
    scheme: 'https',
    isOptional: true,
  },
];
const VPFR_FILE: readonly FieldSpec[] = [
  { name: 'pac', kind: 'secret', label: FORMS.pac, isOptional: true },
  {
    name: 'tls',
    kind: 'choice',
    label: FORMS.tls,
    options: [
      ['', FORMS.usual],
      ['1.2', '1.2'],
      ['1.3', '1.3'],
    ],
    ...RARE,
  },
];

/** A PAC is rare with the card, but an existing one is preserved. */
const VPFR_CARD: readonly FieldSpec[] = [{ name: 'pac', kind: 'secret', label: FORMS.pac, ...RARE }];

function fieldsOf({ mode, key }: Draft): readonly FieldSpec[] {
  if (mode === 'lpfr') return [MODE, ...LPFR, ...TIMES];
  if (mode !== 'vpfr') return [MODE];
  return [MODE, ...VPFR, ...(key === 'card' ? VPFR_CARD : VPFR_FILE), ...TIMES];
}

function nameOf(environment: Environment): string {
  return t(environment === 'production' ? SETTINGS.production : SETTINGS.sandbox);
}

/** The active environment, and the processor of each. */
export function ProcessorSettings(): JSX.Element {
  return (
    <>
      <EnvironmentChoice />
      {ENVIRONMENTS.map((environment) => (
        <SettingForm
          key={environment}
          name={`pfr.${environment}`}
          title={nameOf(environment)}
          fields={fieldsOf}
          warning={(before, draft) => <ProcessorWarning environment={environment} before={before} draft={draft} />}
        >
          {() => (
            <>
              <CardOfProcessor environment={environment} />
              <ProcessorTest environment={environment} />
            </>
          )}
        </SettingForm>
      ))}
    </>
  );
}

function EnvironmentChoice(): JSX.Element {
  const loaded = useSettings('environment');
  const [fault, checked] = useFault();
  const change = async (environment: Environment): Promise<void> => {
    checked(await operate('settings.set', { name: 'environment', value: environment }));
    await refreshSession();
    await loaded.reload();
  };
  return (
    <section class="card">
      <h2>{t(COMMON.environment)}</h2>
      <Show loaded={loaded}>
        {({ environment }) => {
          const now: Environment = environment === 'production' ? 'production' : 'sandbox';
          const other: Environment = now === 'production' ? 'sandbox' : 'production';
          const action = t(other === 'production' ? SETTINGS.toProduction : SETTINGS.toSandbox);
          return (
            <>
              <p>{t(SETTINGS.environmentNow, { environment: nameOf(now) })}</p>
              <FaultNotice fault={fault} />
              {/* The key: another device may have switched meanwhile. */}
              <ConfirmButton
                key={other}
                text={action}
                question={t(other === 'production' ? SETTINGS.productionQuestion : SETTINGS.sandboxQuestion)}
                onConfirm={() => change(other)}
              />
            </>
          );
        }}
      </Show>
    </section>
  );
}

type Report = Answer<'pfr.test'>;

/** Tests a processor, and shows the progress. */
function ProcessorTest({ environment }: { readonly environment: Environment }): JSX.Element {
  const [isAsked, setAsked] = useState(false);
  const [isDemo, setDemo] = useState(false);
  const [steps, setSteps] = useState<readonly Bilingual[]>([]);
  const [report, setReport] = useState<Report>();
  const [fault, checked] = useFault();
  const begin = async (): Promise<void> => {
    const status = checked(await operate('pfr.status', { environment }));
    setDemo(status.ok && status.value.mode === 'demo');
    setReport(undefined);
    if (status.ok && status.value.mode !== 'demo') setAsked(true);
  };
  const run = async (): Promise<void> => {
    setAsked(false);
    setSteps([]);
    const reply = checked(
      await operateWithSteps('pfr.test', { environment }, (step) => setSteps((all) => [...all, step])),
    );
    if (reply.ok) setReport(reply.value);
    setSteps([]);
  };
  return (
    <div class="test">
      <Button text={t(COMMON.testProcessor)} onClick={begin} />
      {isDemo && <Notice kind="info">{t(SETTINGS.demoNeedsNone)}</Notice>}
      {steps.length > 0 && (
        <ol class="steps" aria-live="polite">
          {steps.map((step, at) => (
            <li key={at}>{t(step)}</li>
          ))}
        </ol>
      )}
      <FaultNotice fault={fault} />
      {report !== undefined && <TestTable report={report} />}
      {isAsked && (
        <Confirm
          title={t(COMMON.testProcessor)}
          question={t(SETTINGS.testWarning)}
          action={t(COMMON.testProcessor)}
          onConfirm={() => void run()}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  );
}

function TestTable({ report: { passed, rows } }: { readonly report: Report }): JSX.Element {
  return (
    <>
      <Notice kind={passed ? 'success' : 'failure'}>{t(passed ? SETTINGS.testPassed : SETTINGS.testFailed)}</Notice>
      <dl class="facts">
        {rows.map(({ name, title, state, found, action }) => (
          <div key={name} class={`fact ${state}`}>
            <dt>
              <Mark state={state} /> {t(title)}
            </dt>
            <dd>{[found, action].map((text) => (text === null ? '' : t(text))).join(' ')}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
