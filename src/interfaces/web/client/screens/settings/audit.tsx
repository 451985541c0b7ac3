import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Input, AuditPage, AuditRow } from '../../../../admin/index.js';
import type { Bilingual } from '../../../../../base/index.js';
import { operate } from '../../net/http.js';
import type { Fault } from '../../net/reply.js';
import { Button } from '../../components/button.js';
import { Field, Form, useTyped } from '../../components/field.js';
import { moment } from '../../components/valueText.js';
import { FaultNotice } from '../../components/notice.js';
import { AUDIT, AUDIT_DEEDS } from '../../text/audit.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { SETTING_NAMES } from '../../text/settingsForms.js';
import { SETTINGS } from '../../text/settings.js';

const DEEDS: Readonly<Record<string, Bilingual | undefined>> = AUDIT_DEEDS;
const SUBJECTS: Readonly<Record<string, Bilingual | undefined>> = SETTING_NAMES;
const ENVIRONMENTS: Readonly<Record<string, Bilingual | undefined>> = {
  sandbox: SETTINGS.sandbox,
  production: SETTINGS.production,
};

/** Changes, newest first. */
function AuditRows({ rows }: { readonly rows: readonly AuditRow[] }): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <ul class="plain-list framed" aria-label={t(AUDIT.list)}>
      {rows.map((row) => (
        <li key={row.id} class={row.isDone ? 'audit-row' : 'audit-row refused'}>
          <div class="what">
            <strong>{deedOf(row)}</strong>
            {!row.isDone && <span class="badge">{t(AUDIT.refused)}</span>}
          </div>
          {row.subject !== null && (
            <p class="subject">
              <bdi>{subjectOf(row.what, row.subject)}</bdi>
            </p>
          )}
          <p class="whose muted">
            <span class="when">{moment(row.time)}</span> · <bdi>{whoOf(row)}</bdi>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Text for an operation, if there is one. */
function deedOf({ what }: AuditRow): string {
  const words = DEEDS[what];
  return words === undefined ? what : t(words);
}

function subjectOf(what: string, subject: string): string {
  const words = (what === 'settings.set' ? SUBJECTS : ENVIRONMENTS)[subject];
  return words === undefined ? subject : t(words);
}

function whoOf({ who, isKey }: AuditRow): string {
  if (!isKey) return who ?? '';
  return who === null ? t(AUDIT.unknownKey) : t(AUDIT.key, { label: who });
}

type Question = Omit<Input<'audit.list'>, 'before'>;

interface Listed extends AuditPage {
  readonly question: Question;
}

/** How many times the box is asked for older entries until one matches: each time it reads some megabytes. */
const MAX_PAGES = 20;

/** The log of changes, newest first, by day and by person. */
export function AuditTrail(): JSX.Element {
  const day = useTyped('');
  const person = useTyped('');
  const [listed, setListed] = useState<Listed>();
  const [fault, setFault] = useState<Fault>();
  const [isOn, setOn] = useState(false);
  const current = useRef(new AbortController());
  const ask = async (question: Question, before?: Listed): Promise<void> => {
    // The previous search is no longer wanted: the box ends it.
    current.current.abort();
    const { signal } = (current.current = new AbortController());
    let answer = before;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const place = answer?.next == null ? {} : { before: answer.next };
      const reply = await operate('audit.list', { ...question, ...place }, signal);
      if (signal.aborted) return;
      setFault(reply.ok ? undefined : reply.error);
      if (!reply.ok) break;
      answer = { question, next: reply.value.next, rows: [...(answer?.rows ?? []), ...reply.value.rows] };
      setListed(answer);
      if (answer.next === null || reply.value.rows.length > 0) break;
      setOn(true);
    }
    setOn(false);
  };
  useEffect(() => {
    void ask({});
    return () => current.current.abort();
  }, []);
  const name = person.value.trim();
  return (
    <>
      <p class="muted">{t(AUDIT.explained)}</p>
      <Form
        label={t(AUDIT.title)}
        onSubmit={() => ask({ ...(day.value !== '' && { day: day.value }), ...(name !== '' && { person: name }) })}
      >
        <div class="search">
          <Field label={t(COMMON.day)} {...day} type="date" />
          <Field label={t(AUDIT.person)} {...person} type="search" maxLength={50} />
        </div>
        <div class="acts search-acts">
          <Button kind="primary" type="submit" text={t(AUDIT.show)} />
          {Object.keys(listed?.question ?? {}).length > 0 && (
            <Button
              text={t(COMMON.showAll)}
              onClick={() => {
                day.onInput('');
                person.onInput('');
                return ask({});
              }}
            />
          )}
        </div>
      </Form>
      <FaultNotice fault={fault} />
      {listed === undefined && fault === undefined && <p class="loading">{t(COMMON.loading)}</p>}
      {listed !== undefined && (
        <>
          <AuditRows rows={listed.rows} />
          {isOn && (
            <p class="loading" role="status">
              {t(AUDIT.searching)}
            </p>
          )}
          {listed.rows.length === 0 && !isOn && <p role="status">{t(emptyText(listed))}</p>}
          {listed.next !== null && !isOn && (
            <Button text={t(AUDIT.more)} onClick={() => ask(listed.question, listed)} />
          )}
        </>
      )}
    </>
  );
}

/** Why there are no rows: nothing was changed yet, nothing matches, or nothing among the entries read so far. */
function emptyText({ question, next }: Listed): Bilingual {
  if (next !== null) return AUDIT.noneYet;
  return Object.keys(question).length === 0 ? AUDIT.noneAtAll : AUDIT.none;
}
