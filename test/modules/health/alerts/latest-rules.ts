import {
  type FiredRule,
  type WeeklySeries,
  listFiredRules,
} from '../../../../src/modules/health/alerts/evaluate-rules';

/** Returns the rules that fire in the latest weeks of a series. */
export function evaluateRules(series: WeeklySeries, latest: number): FiredRule[] {
  const first = series.counts.length - latest;
  return listFiredRules(series, latest).filter(({ week }) => week >= first);
}
