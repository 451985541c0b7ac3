import type { ComponentType, JSX } from 'preact';
import type { Bilingual } from '../../../../../base/index.js';
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
  /** True for what only an owner may see; the box refuses it to others, too. */
  readonly isOwners?: true;
  readonly component: ComponentType;
}

/** All settings in groups. */
const GROUPS: readonly Group[] = [
  { name: 'company', title: COMMON.company, hint: SETTINGS.companyHint, component: CompanySettings },
  { name: 'processor', title: SETTINGS.processor, hint: SETTINGS.processorHint, component: ProcessorSettings },
  {
    name: 'certificates',
    title: SETTINGS.certificates,
    hint: SETTINGS.certificatesHint,
    component: CertificateSettings,
  },
  { name: 'card', title: CARD.title, hint: CARD.hint, component: CardSettings },
  { name: 'printers', title: SETTINGS.printers, hint: SETTINGS.printersHint, component: PrinterSettings },
  { name: 'selling', title: SETTINGS.selling, hint: SETTINGS.sellingHint, component: SellingSettings },
  { name: 'mail', title: SETTINGS.mail, hint: SETTINGS.mailHint, component: MailSettings, isOwners: true },
  { name: 'notify', title: SETTINGS.notify, hint: SETTINGS.notifyHint, component: NotifySettings, isOwners: true },
  { name: 'backup', title: COMMON.backup, hint: SETTINGS.backupHint, component: BackupSettings },
  { name: 'fleet', title: FLEET.title, hint: FLEET.hint, component: FleetSettings, isOwners: true },
  { name: 'network', title: SETTINGS.network, hint: SETTINGS.networkHint, component: NetworkSettings },
  { name: 'keys', title: SETTINGS.keys, hint: SETTINGS.keysHint, component: KeySettings, isOwners: true },
  { name: 'audit', title: AUDIT.title, hint: AUDIT.hint, component: AuditTrail, isOwners: true },
  { name: 'updates', title: UPDATES.title, hint: UPDATES.hint, component: UpdateSettings },
  { name: 'service', title: SETTINGS.service, hint: SETTINGS.serviceHint, component: ServiceSettings },
  { name: 'advanced', title: SETTINGS.advanced, hint: SETTINGS.advancedHint, component: AdvancedSettings },
];

export function SettingsScreen(): JSX.Element {
  const [, name] = path.value;
  const groups = GROUPS.filter(({ isOwners }) => isOwners !== true || user.value?.role === 'owner');
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
      <header class="screen-head">
        <h1>{t(group.title)}</h1>
        <Button text={t(COMMON.back)} onClick={() => goBack('settings')} />
      </header>
      <Content />
    </div>
  );
}
