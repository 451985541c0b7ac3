import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Environment, PfrMode } from '../../../../../contract/index.js';
import type { PfrSetting } from '../../../../../shop/settings/index.js';
import { useCard } from '../../card/cardFacts.js';
import { TheCard } from '../../card/theCard.js';
import { operate } from '../../net/http.js';
import type { Fault } from '../../net/reply.js';
import { refreshSession } from '../../net/session.js';
import { Choice, Field, Form, Submit, useTyped } from '../../components/field.js';
import { Show, useSettings } from '../../components/load.js';
import { FaultNotice, Notice } from '../../components/notice.js';
import { useUnsaved } from '../../components/dialog.js';
import { CARD } from '../../text/card.js';
import { FIRST_RUN_PROCESSOR as TEXTS } from '../../text/firstRun.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { withScheme } from '../settings/draft.js';
import { ProcessorWarning } from '../settings/processorWarning.js';
import { CardPin, ProcessorTest } from './processorTest.js';
import { leaveOut, refreshSetup, type StepProps } from './setupState.js';

type KeyPlace = 'file' | 'card';
type Stored = Readonly<Record<Environment, PfrSetting>>;

/** The processor that signs the receipts, and its test. */
export function ProcessorStep({ state }: StepProps): JSX.Element {
  const loaded = useSettings();
  return (
    <Show loaded={loaded}>
      {(values) => {
        const stored: Stored = {
          sandbox: values['pfr.sandbox'] as PfrSetting,
          production: values['pfr.production'] as PfrSetting,
        };
        return (
          <>
            <p>{t(TEXTS.intro)}</p>
            <ProcessorForm environment={state.environment} stored={stored} reload={loaded.reload} />
            {stored[state.environment].key === 'card' && <CardOfBox />}
            {state.processor === 'lpfr' && <CardPin />}
            {state.processor !== 'demo' && <ProcessorTest environment={state.environment} />}
          </>
        );
      }}
    </Show>
  );
}

function CardOfBox(): JSX.Element {
  return <TheCard loaded={useCard()} />;
}

interface ProcessorFormProps {
  readonly environment: Environment;
  readonly stored: Stored;
  readonly reload: () => Promise<void>;
}

function ProcessorForm({ environment: active, stored, reload }: ProcessorFormProps): JSX.Element {
  const [environment, setEnvironment] = useState<Environment>(active);
  const before = stored[environment];
  const [mode, setMode] = useState<PfrMode>(before.mode);
  const url = useTyped(before.url ?? '');
  const [key, setKey] = useState<KeyPlace>(before.key ?? 'file');
  const [pac, setPac] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const [isSaved, setSaved] = useState(false);
  const choose = (chosen: Environment): void => {
    setEnvironment(chosen);
    setMode(stored[chosen].mode);
    url.onInput(stored[chosen].url ?? '');
    setKey(stored[chosen].key ?? 'file');
    setPac('');
    setSaved(false);
  };
  // In its stored form: people omit the scheme.
  const address = withScheme(url.value.trim(), mode === 'vpfr' ? 'https' : 'http');
  // Another device has changed it: this one must not change it back unnoticed.
  const [isCorrected, setCorrected] = useState(false);
  useEffect(() => {
    if (environment === active) return;
    choose(active);
    setCorrected(true);
  }, [active]);
  useEffect(() => {
    if (mode === before.mode && address === (before.url ?? '') && key === (before.key ?? 'file')) return;
    choose(environment);
    setCorrected(true);
  }, [JSON.stringify(before)]);
  useUnsaved(
    environment !== active ||
      mode !== before.mode ||
      (mode !== 'demo' &&
        (address !== (before.url ?? '') || pac !== '' || (mode === 'vpfr' && key !== (before.key ?? 'file')))),
  );
  const hasPac = before.mode === 'vpfr' && before.pac !== undefined;
  const badUrl = mode !== 'demo' && !(mode === 'vpfr' && url.value.trim() === '') && !isAddress(address);
  const wantsPac = mode === 'vpfr' && key === 'file';
  const badPac = wantsPac && !(hasPac && pac === '') && !/^[A-Z0-9]{6}$/.test(pac.trim());
  const save = async (): Promise<void> => {
    setChecked(true);
    setSaved(false);
    setCorrected(false);
    if (badUrl || badPac) return;
    const isSame =
      before.mode === mode && (before.url ?? '') === address && (before.key ?? 'file') === key && pac === '';
    const value = settingOf(before, { mode, key, url: address, pac: pac.trim() });
    const processor = isSame ? undefined : await operate('settings.set', { name: `pfr.${environment}`, value });
    const chosen =
      environment === active || processor?.ok === false
        ? undefined
        : await operate('settings.set', { name: 'environment', value: environment });
    const failure = [processor, chosen].find((reply) => reply?.ok === false);
    if (failure === undefined && mode === 'demo') await leaveOut('processor');
    setFault(failure?.ok === false ? failure.error : undefined);
    if (failure === undefined) setPac('');
    await Promise.all([refreshSetup(), refreshSession(), reload()]);
    setSaved(failure === undefined);
  };
  return (
    <Form onSubmit={save} label={t(COMMON.processorKind)}>
      <Choice
        label={t(COMMON.environment)}
        value={environment}
        options={[
          ['sandbox', t(TEXTS.sandbox)],
          ['production', t(TEXTS.production)],
        ]}
        onChange={choose}
      />
      <Choice
        label={t(COMMON.processorKind)}
        value={mode}
        options={[
          ['demo', t(TEXTS.demo)],
          ['lpfr', t(TEXTS.lpfr)],
          ['vpfr', t(TEXTS.vpfr)],
        ]}
        onChange={setMode}
      />
      {mode === 'vpfr' && (
        <Choice
          label={t(CARD.keyPlace)}
          hint={t(CARD.keyPlaceHint)}
          value={key}
          options={[
            ['file', t(CARD.keyInFile)],
            ['card', t(CARD.keyInCard)],
          ]}
          onChange={setKey}
        />
      )}
      {mode !== 'demo' && (
        <Field
          label={t(COMMON.processorAddress)}
          {...url}
          type="url"
          inputMode="url"
          hint={t(mode === 'lpfr' ? TEXTS.lpfrHint : TEXTS.vpfrHint)}
          fault={isChecked && badUrl ? t(TEXTS.badUrl) : undefined}
        />
      )}
      {wantsPac && (
        <Field
          label={t(TEXTS.pac)}
          value={pac}
          onInput={(text) => setPac(text.toUpperCase())}
          maxLength={6}
          hint={t(hasPac ? TEXTS.pacKept : TEXTS.pacHint)}
          fault={isChecked && badPac ? t(TEXTS.badPac) : undefined}
        />
      )}
      <FaultNotice fault={fault} />
      <ProcessorWarning environment={environment} before={{ ...before }} draft={{ mode }} />
      {isCorrected && <Notice kind="warning">{t(TEXTS.corrected)}</Notice>}
      {isSaved && <Notice kind="success">{t(COMMON.saved)}</Notice>}
      <Submit label={t(TEXTS.save)} />
    </Form>
  );
}

function isAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

/** Content of the form. */
interface Chosen {
  readonly mode: PfrMode;
  readonly key: KeyPlace;
  readonly url: string;
  readonly pac: string;
}

/**
 * Other settings of a processor of the same kind, such as its timeout, are preserved; a secret that is displayed as
 * hidden is not.
 */
function settingOf(before: PfrSetting, { mode, key, url, pac }: Chosen): PfrSetting {
  if (mode === 'demo') return { mode };
  const { pac: _hidden, url: _former, key: _place, tls, ...others } = before.mode === mode ? before : { mode };
  const set = { ...others, mode, ...(url !== '' && { url }) };
  if (mode === 'vpfr' && key === 'card') return { ...set, key };
  return { ...set, ...(tls !== undefined && { tls }), ...(mode === 'vpfr' && pac !== '' && { pac }) };
}
