import type { Locale } from '../../src/pages/locale';
import { ar } from '../../web/i18n/messages/ar';
import { type Messages, en } from '../../web/i18n/messages/en';
import { fr } from '../../web/i18n/messages/fr';
import { pt } from '../../web/i18n/messages/pt';
import { sw } from '../../web/i18n/messages/sw';

/** The page's own texts, by language. */
export const MESSAGES: Readonly<Record<Locale, Messages>> = { en, fr, pt, ar, sw };
