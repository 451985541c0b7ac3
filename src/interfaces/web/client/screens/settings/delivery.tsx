import type { JSX } from 'preact';
import type { MailTest } from '../../../../admin/index.js';
import type { Bilingual } from '../../../../../base/index.js';
import { operate } from '../../net/http.js';
import { Field, useTyped } from '../../components/field.js';
import { troubleText } from '../../components/notice.js';
import { t } from '../../text/language.js';
import { SETTINGS } from '../../text/settings.js';
import { FORMS } from '../../text/settingsForms.js';
import type { Draft, FieldSpec } from './draft.js';
import { SettingForm } from './settingForm.js';
import { type Finding, TestButton } from './tests.js';

const MAIL: readonly FieldSpec[] = [
  { name: 'host', kind: 'text', label: FORMS.host, hint: FORMS.hostHint },
  { name: 'port', kind: 'number', label: FORMS.port, hint: FORMS.portHint },
  { name: 'secure', kind: 'switch', label: FORMS.secure },
  { name: 'from', kind: 'text', label: FORMS.from, hint: FORMS.fromHint },
  { name: 'user', kind: 'text', label: FORMS.user, hint: FORMS.userHint, isOptional: true },
  { name: 'password', kind: 'secret', label: FORMS.password, isOptional: true },
];

type MailFault = NonNullable<MailTest['failure']>;

const MAIL_WORDS: Readonly<Record<MailFault['kind'], Bilingual>> = {
  unreachable: SETTINGS.mailUnreachable,
  late: SETTINGS.mailLate,
  insecure: SETTINGS.mailInsecure,
  login: SETTINGS.mailLogin,
  sender: SETTINGS.mailSender,
  recipient: SETTINGS.mailRecipient,
  refused: SETTINGS.mailRefused,
  broken: SETTINGS.mailBroken,
  cut: SETTINGS.mailCut,
  stopped: SETTINGS.mailBroken,
};

export function MailSettings(): JSX.Element {
  const to = useTyped('');
  return (
    <SettingForm name="mail" title={t(SETTINGS.mail)} fields={() => MAIL} isNullable isOnly>
      {(isOn) =>
        isOn && (
          <TestButton
            label={t(SETTINGS.mailTest)}
            ask={() => operate('mail.test', { to: to.value })}
            find={mailFinding}
          >
            <Field label={t(SETTINGS.mailTo)} type="email" inputMode="email" {...to} />
          </TestButton>
        )
      }
    </SettingForm>
  );
}

function mailFinding({ failure }: MailTest): Finding {
  if (failure === null) return { isGood: true, words: t(SETTINGS.mailTaken) };
  const code = failure.reply === null ? '' : ` (${failure.reply})`;
  return { isGood: false, words: `${t(MAIL_WORDS[failure.kind])}${code}` };
}

const KIND: FieldSpec = {
  name: 'kind',
  kind: 'choice',
  label: FORMS.kind,
  options: [
    ['bot', FORMS.kindBot],
    ['webhook', FORMS.kindWebhook],
  ],
};
const BOT: readonly FieldSpec[] = [
  { name: 'token', kind: 'secret', label: FORMS.token },
  { name: 'chat', kind: 'number or text', label: FORMS.chat, hint: FORMS.chatHint },
];
const WEBHOOK: readonly FieldSpec[] = [
  { name: 'url', kind: 'secret', label: FORMS.webhookUrl },
  { name: 'secret', kind: 'secret', label: FORMS.secret, isOptional: true },
];
const BOTH: readonly FieldSpec[] = [
  { name: 'receipts', kind: 'switch', label: FORMS.receipts, usual: true },
  { name: 'alarms', kind: 'switch', label: FORMS.alarms, usual: true },
  {
    ...{ name: 'quietMinutes', kind: 'number', label: FORMS.quietMinutes, hint: FORMS.quietMinutesHint },
    ...{ isOptional: true, isRare: true },
  },
  {
    ...{ name: 'maxAgeHours', kind: 'number', label: FORMS.messageAge, hint: FORMS.messageAgeHint },
    ...{ isOptional: true, isRare: true },
  },
];
const BOT_URL: FieldSpec = { name: 'url', kind: 'secret', label: FORMS.botUrl, isOptional: true, isRare: true };

function notifyFields({ kind }: Draft): readonly FieldSpec[] {
  return kind === 'webhook' ? [KIND, ...WEBHOOK, ...BOTH] : [KIND, ...BOT, ...BOTH, BOT_URL];
}

export function NotifySettings(): JSX.Element {
  return (
    <SettingForm name="notify" title={t(SETTINGS.notify)} fields={notifyFields} isNullable isOnly>
      {(isOn) =>
        isOn && (
          <TestButton
            label={t(SETTINGS.notifyTest)}
            ask={() => operate('notify.test', {})}
            find={({ failure }) =>
              failure === null
                ? { isGood: true, words: t(SETTINGS.notifyTaken) }
                : { isGood: false, words: troubleText(failure) }
            }
          />
        )
      }
    </SettingForm>
  );
}
