/** A screen, and a telephone. */
const SIZES = [
  { width: 1280, height: 900 },
  { width: 360, height: 780 },
];

/** All that makes an appearance of its own. */
export const APPEARANCES = ['en', 'ar'].flatMap((locale) =>
  SIZES.flatMap((viewport) =>
    (['light', 'dark'] as const).map((colorScheme) => ({
      locale,
      viewport,
      colorScheme,
      name: `in ${locale}, ${viewport.width} pixels wide, ${colorScheme}`,
    })),
  ),
);
