export const TRENDS = ['rising', 'falling', 'steady'] as const;
export type Trend = (typeof TRENDS)[number];

/** Highest first. */
export const CONFIDENCES = ['high', 'moderate', 'low'] as const;
export type Confidence = (typeof CONFIDENCES)[number];
