/** Pathologies or countries with a line in the trend of the dashboard. */
export const MAX_TREND_LINES = 6;

export const TREND_STEPS = ['month', 'week'] as const;

export type TrendStep = (typeof TREND_STEPS)[number];

export const TREND_YEARS = [1, 2, 3, 5] as const;

export type TrendYears = (typeof TREND_YEARS)[number];

/** Characters of the name of a saved view. */
export const MAX_VIEW_NAME = 60;

/** Characters of the person or unit that an alert is assigned to. */
export const MAX_ASSIGNEE = 100;

/** Characters of a note on an alert. */
export const MAX_NOTE = 1_000;
