/** A desktop and a telephone, each with the light and the dark theme. */
const ALL_SCREENS = [
  { width: 1280, height: 900 },
  { width: 360, height: 780 },
].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    viewport,
    colorScheme,
    name: `${viewport.width} pixels wide, ${colorScheme}`,
  })),
);

/** The screens of a run. */
export const SCREENS = selectForRun(ALL_SCREENS);

/** Each screen with a left-to-right and a right-to-left language. */
export const APPEARANCES = selectForRun(
  ['en', 'ar'].flatMap((locale) =>
    ALL_SCREENS.map((screen) => ({ ...screen, locale, name: `in ${locale}, ${screen.name}` })),
  ),
);

/** Returns all cases with `npm run test:appearances`, otherwise the first and the last one, which have nothing in common. */
export function selectForRun<T>(cases: readonly T[]): T[] {
  const isSelected = (index: number) => index === 0 || index === cases.length - 1;
  return cases.filter((_, index) => process.env.EVERY_APPEARANCE === '1' || isSelected(index));
}
