import type { ComponentType, JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Bilingual } from '../../../../base/index.js';
import type { UserRole } from '../../../../platform/ledger/index.js';
import { COMMON, HELP } from '../text/common.js';
import { t } from '../text/language.js';
import { Button } from '../components/button.js';
import { awaitFirstAnswer } from '../components/load.js';
import { Notice } from '../components/notice.js';
import { isSetupOpen } from './firstRun/setupState.js';

export interface Screen {
  /** Its first word in the address. */
  readonly name: string;
  readonly title: Bilingual;
  /** Roles that see it. */
  readonly roles: readonly UserRole[];
  /** True while it is in the menu; default: always. Its address works in either case. */
  readonly isListed?: () => boolean;
  /**
   * True when it shows receipts, amounts or the processor of one environment. It is reloaded when the box changes to
   * the other.
   */
  readonly isOfEnvironment?: true;
  readonly component: ComponentType;
}

/** Also shown to a person who is not signed in. */
export const HELP_SCREEN = 'help';
export const HelpScreen = lazy(async () => (await import('./help/help.js')).HelpScreen);

/** Every screen, in the order of the menu. After sign-in, the first one for the role is shown. */
const SCREENS: readonly Screen[] = [
  {
    name: 'till',
    title: COMMON.till,
    roles: ['owner', 'technician', 'cashier'],
    component: lazy(async () => (await import('./till/tillScreen.js')).TillScreen),
  },
  {
    name: 'status',
    title: COMMON.status,
    isOfEnvironment: true,
    roles: ['owner', 'technician'],
    component: lazy(async () => (await import('./status/status.js')).StatusScreen),
  },
  {
    name: 'receipts',
    title: COMMON.receipts,
    isOfEnvironment: true,
    roles: ['owner'],
    component: lazy(async () => (await import('./receipts/receipts.js')).ReceiptsScreen),
  },
  {
    name: 'reports',
    title: COMMON.reports,
    isOfEnvironment: true,
    roles: ['owner'],
    component: lazy(async () => (await import('./reports/reports.js')).ReportsScreen),
  },
  {
    name: 'catalogue',
    title: COMMON.catalogue,
    roles: ['owner', 'technician'],
    component: lazy(async () => (await import('./catalogue/catalogue.js')).CatalogueScreen),
  },
  {
    name: 'settings',
    title: COMMON.settings,
    roles: ['owner', 'technician'],
    component: lazy(async () => (await import('./settings/settings.js')).SettingsScreen),
  },
  {
    name: 'users',
    title: COMMON.users,
    roles: ['owner'],
    component: lazy(async () => (await import('./users/users.js')).UsersScreen),
  },
  {
    name: 'setup',
    title: COMMON.setup,
    roles: ['owner', 'technician'],
    isListed: isSetupOpen,
    component: lazy(async () => (await import('./firstRun/setup.js')).SetupScreen),
  },
  {
    name: HELP_SCREEN,
    title: HELP.title,
    roles: ['owner', 'technician', 'cashier'],
    component: HelpScreen,
  },
];

/** The screens for a role. */
export function screensOf(role: UserRole): readonly Screen[] {
  return SCREENS.filter(({ roles }) => roles.includes(role));
}

/** A screen whose script is loaded when it is first shown, so that the first page loads faster. */
function lazy(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | undefined;
  return function Lazy(): JSX.Element {
    const [Content, setContent] = useState<ComponentType | undefined>(() => loaded);
    const [hasFailed, setFailed] = useState(false);
    const fetchIt = async (): Promise<void> => {
      try {
        const component = await load();
        loaded = component;
        setContent(() => component);
      } catch {
        setFailed(true);
      }
    };
    useLayoutEffect(() => {
      if (loaded !== undefined) return undefined;
      const hasArrived = awaitFirstAnswer();
      void fetchIt().then(hasArrived);
      return hasArrived;
    }, []);
    if (Content !== undefined) return <Content />;
    if (!hasFailed) return <p class="loading">{t(COMMON.loading)}</p>;
    return (
      <>
        <Notice kind="failure">{t(COMMON.offline)}</Notice>
        {/* A browser does not retry a script that it could not load once. */}
        <Button text={t(COMMON.retry)} onClick={() => location.reload()} />
      </>
    );
  };
}
