import { type Locale, directionOf } from '../../shared/locale';
import { CHAT_PAGE_TEXTS } from './chat-page.texts';

/** The address of the chat page, and of everything that its service worker may serve. */
export const CHAT_PATH = '/chat';

/** The colours of the header (`--top`) in both themes. */
export const CHAT_THEME_COLORS = { light: '#0b3d2e', dark: '#0a2b21' } as const;

/** The background of the page (`--page`) in the light theme: a manifest has no themes. */
const BACKGROUND_COLOR = '#f3f5f4';

/** Media types of the icons, by file name in `icons/`. */
export const ICON_TYPES = {
  'icon.svg': 'image/svg+xml',
  'icon-192.png': 'image/png',
  'icon-512.png': 'image/png',
} as const;

export type IconName = keyof typeof ICON_TYPES;

export function iconPath(name: IconName): string {
  return `${CHAT_PATH}/icons/${name}`;
}

export function manifestPath(locale: Locale): string {
  return `${CHAT_PATH}/manifest.webmanifest?lang=${locale}`;
}

/** Returns the web app manifest with which a browser installs the chat page, in a language. */
export function composeManifest(locale: Locale): string {
  const { title, description } = CHAT_PAGE_TEXTS[locale];
  const icon = (name: IconName, sizes: string, purpose: 'any' | 'maskable') => ({
    src: iconPath(name),
    sizes,
    type: ICON_TYPES[name],
    purpose,
  });
  return JSON.stringify({
    // The same application in all languages.
    id: CHAT_PATH,
    name: title,
    short_name: title,
    description,
    lang: locale,
    dir: directionOf(locale),
    start_url: `${CHAT_PATH}?lang=${locale}`,
    scope: CHAT_PATH,
    display: 'standalone',
    theme_color: CHAT_THEME_COLORS.light,
    background_color: BACKGROUND_COLOR,
    icons: [
      icon('icon.svg', 'any', 'any'),
      ...(['any', 'maskable'] as const).flatMap((purpose) => [
        icon('icon-192.png', '192x192', purpose),
        icon('icon-512.png', '512x512', purpose),
      ]),
    ],
  });
}
