import type { ComponentType, JSX } from 'preact';
import type { Bilingual } from '../../../../../base/index.js';
import type { UserRole } from '../../../../../platform/ledger/index.js';
import { user } from '../../net/session.js';
import { Button } from '../../components/button.js';
import { goBack, path } from '../../route.js';
import { AUDIT } from '../../text/audit.js';
import { CARD } from '../../text/card.js';
import { COMMON } from '../../text/common.js';
import { FLEET } from '../../text/fleet.js';
import { t } from '../../text/language.js';
import { SETTINGS } from '../../text/settings.js';
import { UPDATES } from '../../text/updates.js';
import { AdvancedSettings } from './advanced.js';
import { AuditTrail } from './audit.js';
import { BackupSettings } from './backup.js';
import { CardSettings } from './card.js';
import { CertificateSettings } from './certificates.js';
import { MailSettings, NotifySettings } from './delivery.js';
import { FleetSettings } from './fleet.js';
import { KeySettings } from './keys.js';
import { PrinterSettings } from './printers.js';
import { ProcessorSettings } from './processor.js';
import { SellingSettings } from './selling.js';
import { ServiceSettings } from './service.js';
import { CompanySettings, NetworkSettings } from './simple.js';
import { UpdateSettings } from './updates.js';

interface Group {
  /** The part of the address after `settings/`. */
  readonly name: string;
  readonly title: Bilingual;
  readonly hint: Bilingual;
  readonly roles: readonly UserRole[];
  readonly component: ComponentType;
}

const BOTH = ['owner', 'technician'] as const;

/** All settings in groups. Groups that a role may not see are hidden, and the box refuses them too. */
const GROUPS: readonly Group[] = [
  { name: 'company', title: SETTINGS.company, hint: SETTINGS.companyHint, roles: BOTH, component: CompanySettings },
  {
    name: 'processor',
    title: SETTINGS.processor,
    hint: SETTINGS.processorHint,
    roles: BOTH,
    component: ProcessorSettings,
  },
  {
    name: 'certificates',
    title: SETTINGS.certificates,
    hint: SETTINGS.certificatesHint,
    roles: BOTH,
    component: CertificateSettings,
  },
  { name: 'card', title: CARD.title, hint: CARD.hint, roles: BOTH, component: CardSettings },
  { name: 'printers', title: SETTINGS.printers, hint: SETTINGS.printersHint, roles: BOTH, component: PrinterSettings },
  { name: 'selling', title: SETTINGS.selling, hint: SETTINGS.sellingHint, roles: BOTH, component: SellingSettings },
  { name: 'mail', title: SETTINGS.mail, hint: SETTINGS.mailHint, roles: ['owner'], component: MailSettings },
  { name: 'notify', title: SETTINGS.notify, hint: SETTINGS.notifyHint, roles: ['owner'], component: NotifySettings },
  { name: 'backup', title: SETTINGS.backup, hint: SETTINGS.backupHint, roles: BOTH, component: BackupSettings },
  { name: 'fleet', title: FLEET.title, hint: FLEET.hint, roles: ['owner'], component: FleetSettings },
  { name: 'network', title: SETTINGS.network, hint: SETTINGS.networkHint, roles: BOTH, component: NetworkSettings },
  { name: 'keys', title: SETTINGS.keys, hint: SETTINGS.keysHint, roles: ['owner'], component: KeySettings },
  { name: 'audit', title: AUDIT.title, hint: AUDIT.hint, roles: ['owner'], component: AuditTrail },
  { name: 'updates', title: UPDATES.title, hint: UPDATES.hint, roles: BOTH, component: UpdateSettings },
  { name: 'service', title: SETTINGS.service, hint: SETTINGS.serviceHint, roles: BOTH, component: ServiceSettings },
  { name: 'advanced', title: SETTINGS.advanced, hint: SETTINGS.advancedHint, roles: BOTH, component: AdvancedSettings },
];

export function SettingsScreen(): JSX.Element {
  const [, name] = path.value;
  const role = user.value?.role;
  const groups = GROUPS.filter(({ roles }) => roles.some((one) => one === role));
  const group = groups.find((one) => one.name === name);
  if (group === undefined) {
    return (
      <>
        <h1>{t(COMMON.settings)}</h1>
        <nav class="groups" aria-label={t(COMMON.settings)}>
          {groups.map((one) => (
            <a key={one.name} class="group" href={`#/settings/${one.name}`}>
              <strong>{t(one.title)}</strong>
              <span class="muted">{t(one.hint)}</span>
            </a>
          ))}
        </nav>
      </>
    );
  }
  const Content = group.component;
  return (
    <div class="settings">
      <header class="head">
        <h1>{t(group.title)}</h1>
        <Button onClick={() => goBack('settings')}>{t(COMMON.back)}</Button>
      </header>
      <Content />
    </div>
  );
}
