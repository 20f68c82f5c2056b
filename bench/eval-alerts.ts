import { ALERT_RULES } from '../src/modules/health/alerts/alerts.contract';
import { type AlertRule } from '../src/modules/health/alerts/fired-rules';
import { type Run, runs, type Score, scoreOf, usualWeeksPerYear } from './alerts/evaluate';

/** The parameters of the methods were chosen on the series of seed 1. */
const SEED = 2;

const COLUMNS = [
  ['', 44],
  ['outbreaks', 9],
  ['detected', 8],
  ['within 2 weeks', 14],
  ['median delay', 12],
  ['false alerts', 12],
  ['predictive value', 16],
] as const;

/**
 * `npm run eval:alerts`: what the methods detect in invented series with known outbreaks, and how often they are wrong. The
 * same figures at every run.
 */
function main(): void {
  const byScenario = runs(SEED);
  const all = [...byScenario.values()].flat();
  print([
    `${all.length} series of ${byScenario.size} kinds, each looked at for two years of weeks after three of history.`,
    'Detected: outbreaks with an alert. Median delay: weeks from first case to first alert, of those. False alerts: weeks of',
    'a series and year with an alert and no outbreak. Predictive value: of the weeks with an alert, those in an outbreak.',
    'Weeks in which a notifiable disease is as usual are told last, and are no alerts here.',
    '',
    row(COLUMNS.map(([name]) => name)),
    ...ALERT_RULES.map((rule) => line(`all series: ${rule}`, all, [rule])),
    line('all series: all methods together', all, ALERT_RULES),
    '',
  ]);
  for (const [name, some] of byScenario) {
    const rules = ALERT_RULES.filter((rule) => scoreOf(some, [rule]).alerts > 0);
    print([
      line(`${name}: together`, some, ALERT_RULES),
      ...rules.map((rule) => line(`  ${rule}`, some, [rule])),
      ...(usualWeeksPerYear(some) > 0
        ? [`  told last, as usual: ${usualWeeksPerYear(some).toFixed(2)} weeks of a series and year`]
        : []),
    ]);
  }
}

function line(name: string, some: readonly Run[], rules: readonly AlertRule[]): string {
  const score = scoreOf(some, rules);
  return row([name, ...cells(score)]);
}

function cells(score: Score): string[] {
  return [
    String(score.outbreaks),
    percent(score.detected),
    percent(score.withinTwoWeeks),
    score.medianDelay === null ? '-' : String(score.medianDelay),
    score.falseAlertsPerYear.toFixed(2),
    percent(score.positivePredictiveValue),
  ];
}

function row(texts: readonly string[]): string {
  return COLUMNS.map(([, width], index) => {
    const text = texts[index] ?? '';
    return index === 0 ? text.padEnd(width) : text.padStart(width);
  }).join('  ');
}

function percent(share: number | null): string {
  return share === null ? '-' : `${Math.round(share * 100)} %`;
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

main();
