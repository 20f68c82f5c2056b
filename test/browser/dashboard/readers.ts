import { selectForRun } from '../appearances';

/** Who answers a question with the dashboard: in a left-to-right and a right-to-left language, at a desk and on a telephone. */
export const READERS = selectForRun(
  (['en', 'ar'] as const).flatMap((locale) =>
    [1280, 360].map((width) => ({
      name: `in ${locale}, ${width} pixels wide`,
      locale,
      width,
      options: {
        locale,
        viewport: { width, height: 800 },
        isMobile: width < 640,
        hasTouch: width < 640,
      },
    })),
  ),
);
