/** A screen and a telephone, each in light and dark. */
export const SCREENS = [
  { width: 1280, height: 900 },
  { width: 360, height: 780 },
].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    viewport,
    colorScheme,
    name: `${viewport.width} pixels wide, ${colorScheme}`,
  })),
);

/** Each of them in a language that is written from left to right, and in one from right to left. */
export const APPEARANCES = ['en', 'ar'].flatMap((locale) =>
  SCREENS.map((screen) => ({ ...screen, locale, name: `in ${locale}, ${screen.name}` })),
);
