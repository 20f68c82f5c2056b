/**
 * A text, with places such as `{name}` for values; or, where it turns on a number named `count`, one text for each
 * form that the language has (Unicode's plural rules), `other` always among them.
 */
export type Message = string | Plural;

export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** Every text of the page: the other languages have just these keys, and the same places in each. */
export const en = {
  'page.title': 'Health dashboard',
  'page.platform': 'Africa Health Platform',
  'page.skip': 'Skip to the figures',
  'page.language': 'Language',
  'page.signOut': 'Sign out',
  'page.print': 'Print',
  'page.signedInAs': 'Signed in as {name}',
  'page.someone': 'an account without a name',
  'page.footer': 'Figures are counted as consultations and sales are recorded. Days are in UTC.',
  'page.printed': 'Printed on {time}',

  'selection.label': 'What is shown',
  'selection.country': 'Country',
  'selection.allCountries': 'All countries',
  'selection.periodKind': 'Period by',
  'selection.year': 'Year',
  'selection.quarter': 'Quarter',
  'selection.month': 'Month',
  'selection.week': 'Week',
  'selection.period': 'Period',
  'selection.previous': 'Previous period',
  'selection.next': 'Next period',

  'state.loading': 'Loading …',
  'state.loaded': 'Figures for {period}, {country}, are shown.',
  'state.failed': 'These figures could not be loaded.',
  'state.retrying': 'Trying again …',
  'state.offline': 'No connection. These figures are as of {time}; trying again.',
  'state.offlineNothing': 'No connection, and these figures were not looked at before. Trying again.',
  'state.online': 'Connected again.',
  'state.asOf': 'As of {time}',
  'state.expired': 'Your session has ended.',
  'state.signInAgain': 'Sign in again',
  'state.forbidden': 'Your account may not see these figures: {reason}',
  'state.refused': 'These figures could not be loaded: {reason}',
  'state.badLink': 'Part of this link could not be read and was left out: {parts}.',
  'state.noLanguage':
    '{language} could not be loaded. The page stays as it is; choose the language again later.',

  'alerts.title': 'Alerts',
  'alerts.weeks': 'Weeks {first} to {last}',
  'alerts.none': 'No alerts: no pathology of the last weeks exceeds what its history predicts.',
  'alerts.count': { one: '{count} alert', other: '{count} alerts' },
  'alerts.showAll': { one: 'Show {count} more alert', other: 'Show {count} more alerts' },
  'alerts.showFewer': 'Show fewer',
  'alerts.showTrend': 'Show trend',
  'alerts.severity.high': 'Act now',
  'alerts.severity.medium': 'Investigate',
  'alerts.severity.low': 'Watch',
  'alerts.rule.notifiable':
    'Notifiable disease: {threshold} or more recorded cases in a week are reported at once.',
  'alerts.rule.ears-c2': 'Far above the weeks before (EARS C2).',
  'alerts.rule.moving-epidemic': 'Above the epidemic threshold of earlier seasons (moving epidemic method).',
  'alerts.cases': { one: '{count} case in {week}', other: '{count} cases in {week}' },
  'alerts.expected': 'expected {expected}, threshold {threshold}',
  'alerts.threshold': 'threshold {threshold}',

  'summary.title': 'Overview',
  'summary.cases': 'Cases',
  'summary.unitsSold': 'Units of medication sold',
  'summary.pathologies': 'Pathologies recorded',
  'summary.countries': 'Countries reporting',
  'summary.up': 'up {change} on {period}',
  'summary.down': 'down {change} on {period}',
  'summary.same': 'the same as in {period}',
  'summary.noBase': 'nothing recorded in {period}',
  'summary.incomplete':
    'The period is not over: it is counted up to {day}. Changes compare its whole days with as many of the other periods.',

  'pathologies.title': 'Most frequent pathologies',
  'pathologies.subtitle': 'Cases in {period}, {country}',
  'pathologies.choose': 'Tick a pathology to see its trend.',
  'pathologies.chooseMost': {
    one: 'The trend shows at most {count} pathology.',
    other: 'The trend shows at most {count} pathologies.',
  },
  'pathologies.none': 'No case is recorded in {period}.',
  'pathologies.others': {
    one: '{count} other pathology is in the table.',
    other: '{count} other pathologies are in the table.',
  },
  'pathologies.label': 'Bars: the pathologies with the most cases in {period} are {largest}.',

  'trend.title': 'Trend',
  'trend.subtitle.month': 'Cases by month, {first} to {last}; the year before is dashed',
  'trend.subtitle.week': 'Cases by week, {first} to {last}; the year before is dashed',
  'trend.step': 'Trend by',
  'trend.step.month': 'Months',
  'trend.step.week': 'Weeks',
  'trend.none': 'Tick one pathology or more to see how it develops.',
  'trend.remove': 'Remove {pathology} from the trend',
  'trend.chosen': 'Pathologies in the trend',
  'trend.incomplete': '{period} is not over; its point is hollow.',
  'trend.label': 'Lines: {latest}.',
  'trend.latest': '{pathology}: {count} cases in {period}, {before} a year before',

  'map.title': 'Cases by country',
  'map.subtitle': '{what} in {period}',
  'map.all': 'All pathologies',
  'map.choose': 'Shown on the map',
  'map.none': 'No case is recorded in {period}.',
  'map.noCases': 'none recorded',
  'map.range': '{from} to {to}',
  'map.unknown': {
    one: '{count} case is of an unknown country.',
    other: '{count} cases are of an unknown country.',
  },
  'map.elsewhere': {
    one: '{count} case is of a country that is not on the map.',
    other: '{count} cases are of countries that are not on the map.',
  },
  'map.label': 'Map of Africa: the countries with the most cases are {largest}.',
  'map.absolute': 'Numbers of cases, not rates: large countries have more.',

  'medications.title': 'Best-selling medications',
  'medications.subtitle': 'Units sold in {period}, {country}',
  'medications.none': 'No sale is recorded in {period}.',
  'medications.others': {
    one: '{count} other medication is in the table.',
    other: '{count} other medications are in the table.',
  },
  'medications.label': 'Bars: the medications sold most in {period} are {largest}.',

  'figure.table': 'Table',
  'figure.tableOf': 'Table: {figure}',
  'figure.download': 'Download',
  'figure.downloadOf': 'Download: {figure}',
  'figure.asSvg': 'Picture (SVG)',
  'figure.asPng': 'Picture (PNG)',
  'figure.asCsv': 'Table (CSV)',
  'figure.asXlsx': 'Table (Excel)',
  'figure.noPictures': 'No pictures: they would show the small numbers that are withheld from files.',
  'figure.item': '{name} ({value})',

  'column.pathology': 'Pathology',
  'column.icd10': 'ICD-10',
  'column.cases': 'Cases',
  'column.medication': 'Medication',
  'column.atc': 'ATC',
  'column.units': 'Units sold',
  'column.country': 'Country',
  'column.period': 'Period',
  'column.yearBefore': '{pathology}, a year before',
  'column.week': 'Week',
  'column.rule': 'Rule',
  'column.count': 'Count',
  'column.expected': 'Expected',
  'column.threshold': 'Threshold',
  'column.figure': 'Figure',
} as const satisfies Readonly<Record<string, Message>>;

export type MessageKey = keyof typeof en;

/** What each language gives: a plural where English has one, else a text. */
export type Messages = {
  readonly [Key in MessageKey]: (typeof en)[Key] extends string ? string : Plural;
};
