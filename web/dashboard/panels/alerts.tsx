import { useSignal } from '@preact/signals';
import { Button } from '../../shared/kit/button';
import { type Describe, FigurePanel } from '../page/figure-panel';
import type { DataOf } from '../queries/queries';
import { exportUrl } from '../queries/export-url';
import { alertsInput } from '../queries/inputs';
import type { Selection } from '../selection';
import { useDashboard, usePage } from '../state/dashboard-context';
import { type Page, selectedCountryName } from '../state/page';
import { AlertCard, describeRule, formatWeek } from './alert-card';
import { AlertDialog } from './alert-dialog';
import { type Alert, type AlertGroup, groupAlerts, nameOf } from './alert-groups';
import type { OpenedAlert } from './alert-handling';

/** The number of alert groups in the collapsed list. */
const COLLAPSED_COUNT = 4;

/** The alerts of the latest weeks, grouped by country and pathology. */
export function AlertsPanel() {
  return <FigurePanel id="alerts" query={useDashboard().figures.alerts} describe={describe} />;
}

const describe: Describe<DataOf<'alerts'>> = (page, data, selection) => {
  const { text, format } = page;
  const groups = groupAlerts(data);
  const [first, last] = [data.weeks[0], data.weeks.at(-1)].map((week) => formatWeek(page, week));
  const weeks = text('alerts.weeks', { first: first ?? '', last: last ?? '' });
  const count = text('alerts.count', { count: format.number(groups.length) }, groups.length);
  const subtitle = [...(groups.length > 0 ? [count] : []), weeks, selectedCountryName(page, selection)];
  return {
    subtitle: subtitle.join(' · '),
    picture:
      groups.length === 0 ? (
        <p class="none">{text('alerts.none')}</p>
      ) : (
        <AlertList groups={groups} selection={selection} />
      ),
    label: groups.length === 0 ? text('alerts.none') : count,
    notes: [],
    table: createTable(page, data.alerts),
    exportUrlOf: exportUrl('alerts', alertsInput(selection)),
  };
};

function createTable(page: Page, alerts: readonly Alert[]) {
  const { text, format } = page;
  const number = { numeric: true, format: format.number };
  return {
    columns: [
      { label: text('column.pathology') },
      { label: text('column.country') },
      { label: text('column.week') },
      { label: text('column.count'), ...number },
      { label: text('column.expected'), ...number },
      { label: text('column.threshold'), ...number },
      { label: text('column.since') },
      { label: text('column.casesSince'), ...number },
      { label: text('column.trend') },
      { label: text('column.confidence') },
      { label: text('column.rule') },
    ],
    rows: alerts.map((alert) => [
      nameOf(alert),
      format.country(alert.country),
      formatWeek(page, alert.week),
      alert.count,
      alert.expected,
      alert.threshold,
      formatWeek(page, alert.episode.since),
      alert.episode.cases,
      text(`alerts.trend.${alert.episode.trend}`),
      text(`alerts.confidence.${alert.episode.confidence}`),
      describeRule(page, alert),
    ]),
  };
}

/** The first alerts, and the others on request. */
function AlertList({ groups, selection }: { groups: readonly AlertGroup[]; selection: Selection }) {
  const { text, format } = usePage();
  const isExpanded = useSignal(false);
  const opened = useSignal<OpenedAlert | undefined>(undefined);
  const hiddenCount = groups.length - COLLAPSED_COUNT;
  return (
    <div>
      <AlertDialog opened={opened} />
      <ul class="alerts">
        {groups.map((group, index) => (
          <AlertCard
            key={`${group.country} ${group.id}`}
            group={group}
            selection={selection}
            opened={opened}
            isHidden={index >= COLLAPSED_COUNT && !isExpanded.value}
          />
        ))}
      </ul>
      {hiddenCount > 0 && (
        <Button
          id="alerts-all"
          aria-expanded={isExpanded.value}
          onClick={() => {
            isExpanded.value = !isExpanded.value;
          }}
        >
          {isExpanded.value
            ? text('alerts.showFewer')
            : text('alerts.showAll', { count: format.number(hiddenCount) }, hiddenCount)}
        </Button>
      )}
    </div>
  );
}
