import type { Locale } from '../../../src/shared/locale';
import { ar } from '../../../web/dashboard/i18n/messages/ar';
import { type Messages, en } from '../../../web/dashboard/i18n/messages/en';
import { fr } from '../../../web/dashboard/i18n/messages/fr';
import { pt } from '../../../web/dashboard/i18n/messages/pt';
import { sw } from '../../../web/dashboard/i18n/messages/sw';

/** The texts of the dashboard by language. */
export const DASHBOARD_TEXTS: Readonly<Record<Locale, Messages>> = { en, fr, pt, ar, sw };
