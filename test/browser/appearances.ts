/** A desktop and a telephone, each with the light and the dark theme. */
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

/** Each screen with a left-to-right and a right-to-left language. */
export const APPEARANCES = ['en', 'ar'].flatMap((locale) =>
  SCREENS.map((screen) => ({ ...screen, locale, name: `in ${locale}, ${screen.name}` })),
);
