import type { ComponentType } from 'preact';
import type { Bilingual } from '../../../base/index.js';
import type { UserRole } from '../../../ledger/index.js';
import { COMMON } from '../text/common.js';
import { TillScreen } from './till/tillScreen.js';
import { ReceiptsScreen } from './receipts/receipts.js';
import { ReportsScreen } from './reports/reports.js';
import { StatusScreen } from './status/status.js';
import { FIRST_RUN } from '../text/firstRun.js';
import { SetupScreen } from './firstRun/setup.js';
import { isSetupOpen } from './firstRun/state.js';
import { UsersScreen } from './users/users.js';
import { CatalogueScreen } from './catalogue/catalogue.js';
import { SettingsScreen } from './settings/settings.js';

export interface Screen {
  /** Its first word in the address. */
  readonly name: string;
  readonly title: Bilingual;
  /** Who sees it. */
  readonly roles: readonly UserRole[];
  /** Does it stand in the menu now? Always when left out; at its address it is there all the same. */
  readonly isListed?: () => boolean;
  readonly component: ComponentType;
}

/** Every screen, in the order of the menu. Who signs in comes to the first one that the role may see. */
export const SCREENS: readonly Screen[] = [
  { name: 'till', title: COMMON.till, roles: ['owner', 'technician', 'cashier'], component: TillScreen },
  { name: 'status', title: COMMON.status, roles: ['owner', 'technician'], component: StatusScreen },
  { name: 'receipts', title: COMMON.receipts, roles: ['owner'], component: ReceiptsScreen },
  { name: 'reports', title: COMMON.reports, roles: ['owner'], component: ReportsScreen },
  { name: 'catalogue', title: COMMON.catalogue, roles: ['owner', 'technician'], component: CatalogueScreen },
  { name: 'settings', title: COMMON.settings, roles: ['owner', 'technician'], component: SettingsScreen },
  { name: 'users', title: COMMON.users, roles: ['owner'], component: UsersScreen },
  {
    name: 'setup',
    title: FIRST_RUN.title,
    roles: ['owner', 'technician'],
    isListed: isSetupOpen,
    component: SetupScreen,
  },
];

/** Those that somebody of this role may see. */
export function screensOf(role: UserRole): readonly Screen[] {
  return SCREENS.filter(({ roles }) => roles.includes(role));
}
