import type { ComponentType } from 'preact';
import type { Bilingual } from '../../../base/index.js';
import type { UserRole } from '../../../ledger/index.js';
import { COMMON } from '../text/common.js';
import { CatalogueScreen } from './catalogue/catalogue.js';
import { SettingsScreen } from './settings/settings.js';

export interface Screen {
  /** Its first word in the address. */
  readonly name: string;
  readonly title: Bilingual;
  /** Who sees it. */
  readonly roles: readonly UserRole[];
  readonly component: ComponentType;
}

/** Every screen, in the order of the menu. Who signs in comes to the first one that the role may see. */
export const SCREENS: readonly Screen[] = [
  { name: 'catalogue', title: COMMON.catalogue, roles: ['owner', 'technician'], component: CatalogueScreen },
  { name: 'settings', title: COMMON.settings, roles: ['owner', 'technician'], component: SettingsScreen },
];

/** Those that somebody of this role may see. */
export function screensOf(role: UserRole): readonly Screen[] {
  return SCREENS.filter(({ roles }) => roles.includes(role));
}
