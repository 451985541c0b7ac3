import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { SettingValues } from '../../../../../shop/settings/index.js';
import { type Answer, operate } from '../../net/http.js';
import { Act } from '../../components/act.js';
import { Submit, Form } from '../../components/field.js';
import { FileButton } from '../../components/fileButton.js';
import { ForTechnicians, Notice, useFault } from '../../components/notice.js';
import { Show, useLoaded, useSettings } from '../../components/load.js';
import { belgradeTime, moment } from '../../components/valueText.js';
import { COMMON } from '../../text/common.js';
import { FLEET } from '../../text/fleet.js';
import { t } from '../../text/language.js';
import { Facts } from '../../components/facts.js';
import type { FieldSpec } from './draft.js';
import { SettingForm } from './settingForm.js';

type Stream = SettingValues['stream'];
type GroupReport = Answer<'group.show'>[number];

/** Maximum characters; the output of `kasirbox fleet add` is far smaller. */
const MAX_LENGTH = 32_768;

const MODES = [
  ['ignore', FLEET.ignore],
  ['offer', FLEET.offer],
  ['follow', FLEET.follow],
] as const;
const GROUP: readonly FieldSpec[] = [
  { name: 'name', kind: 'text', label: FLEET.groupName, hint: FLEET.groupNameHint },
  { name: 'catalogue', kind: 'choice', label: FLEET.catalogue, options: MODES },
  { name: 'settings', kind: 'choice', label: FLEET.settings, options: MODES },
];

/**
 * Settings for several boxes of one owner: the server that receives this box's events, and the group whose prices and
 * settings it uses.
 */
export function FleetSettings(): JSX.Element {
  const stream = useSettings('stream');
  const reports = useLoaded(() => operate('group.show', {}));
  return (
    <>
      <section class="card">
        <h2>{t(FLEET.server)}</h2>
        <p class="muted">{t(FLEET.serverHint)}</p>
        <Show loaded={stream}>
          {(shown) => <Server stream={(shown as { readonly stream: Stream }).stream} onChanged={stream.reload} />}
        </Show>
      </section>
      <h2>{t(FLEET.group)}</h2>
      <SettingForm
        name="group"
        title={t(FLEET.group)}
        note={t(FLEET.groupHint)}
        fields={() => GROUP}
        isNullable
        isOnly
        onSaved={reports.reload}
      />
      {reports.value?.map((report) => (
        <Part key={report.part} report={report} onDecided={reports.reload} />
      ))}
    </>
  );
}

interface ServerProps {
  readonly stream: Stream;
  readonly onChanged: () => Promise<void>;
}

function Server({ stream, onChanged }: ServerProps): JSX.Element {
  if (stream === null) return <Join onJoined={onChanged} />;
  return (
    <>
      <Facts
        facts={[
          [t(FLEET.address), stream.url],
          [t(FLEET.shop), stream.subject.replace(/^kasirbox\./, '')],
          [t(FLEET.buyers), t(stream.personalData === false ? COMMON.no : COMMON.yes)],
        ]}
      />
      <Act
        text={t(FLEET.leave)}
        act={() => operate('settings.set', { name: 'stream', value: null })}
        question={t(FLEET.leaveAsk)}
        onDone={onChanged}
      />
    </>
  );
}

/** Accepts the output of `kasirbox fleet add` for this box. */
function Join({ onJoined }: { readonly onJoined: () => Promise<void> }): JSX.Element {
  const id = useId();
  const [text, setText] = useState('');
  const [isUnread, setUnread] = useState(false);
  const [fault, checked, setFault] = useFault();
  const join = async (): Promise<void> => {
    const value = parsed(text);
    setUnread(value === undefined);
    setFault(undefined);
    if (value === undefined) return;
    const reply = checked(await operate('settings.set', { name: 'stream', value }));
    // It contains a secret that is displayed nowhere else.
    setText('');
    if (reply.ok) await onJoined();
  };
  return (
    <Form onSubmit={join} label={t(FLEET.server)}>
      <div class="field">
        <label for={id}>{t(FLEET.paste)}</label>
        <textarea
          id={id}
          class="json"
          rows={5}
          maxLength={MAX_LENGTH}
          spellcheck={false}
          autocomplete="off"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
      {isUnread && <Notice kind="failure">{t(FLEET.unread)}</Notice>}
      <Submit label={t(FLEET.join)} fault={fault} disabled={text.trim() === ''}>
        <FileButton
          label={t(FLEET.file)}
          accept=".json,application/json,text/plain"
          onFile={async (file) => setText(file.size > MAX_LENGTH ? '' : await file.text())}
        />
      </Submit>
      <ForTechnicians words={t(FLEET.service)} command="kasirbox fleet add" />
    </Form>
  );
}

/** The JSON object in a text; undefined when there is none. */
function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

interface PartProps {
  readonly report: GroupReport;
  readonly onDecided: () => Promise<void>;
}

/** State of one part of the box's group, and a version that waits for a decision. */
function Part({ report: { part, inUse, next, mode }, onDecided }: PartProps): JSX.Element {
  return (
    <section class="card">
      <h3>{t(FLEET[part])}</h3>
      <p>{inUse === null ? t(FLEET.noVersion) : t(FLEET.inUse, { version: inUse })}</p>
      {next !== null && (
        <p>
          {next.validFrom === null
            ? t(FLEET.next, { version: next.version })
            : t(FLEET.nextFrom, { version: next.version, time: moment(belgradeTime(next.validFrom)) })}
        </p>
      )}
      {next !== null && mode === 'offer' && next.decision === 'none' && (
        <div class="acts">
          <Act
            text={t(FLEET.refuse)}
            act={() => operate('group.decide', { part, decision: 'refused' })}
            onDone={onDecided}
          />
          <Act
            kind="primary"
            text={t(FLEET.take)}
            act={() => operate('group.decide', { part, decision: 'taken' })}
            onDone={onDecided}
          />
        </div>
      )}
    </section>
  );
}
