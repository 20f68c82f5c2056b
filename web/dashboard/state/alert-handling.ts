import type { inferRouterInputs } from '@trpc/server';
import type { AppRouter } from '../../../src/app-router';
import { api, withTimeLimit } from '../queries/api';
import { alertsInput } from '../queries/inputs';
import { type Problem, toProblem } from '../queries/query-client';
import type { DashboardState } from './dashboard-state';
import type { Page } from './page';
import type { HandledAlert, ShownAlert } from './shown-alert';

type Input = inferRouterInputs<AppRouter>['health']['handleAlert'];

/** What is done about an alert. */
export type AlertChange = Pick<Input, 'acknowledge' | 'assignTo' | 'note'>;
/** What was done about an alert. */
export type AlertAct = HandledAlert['acts'][number];

/** Returns what was done about an alert, oldest first, or why that is not known. */
export async function loadActs(alert: ShownAlert): Promise<readonly AlertAct[] | Problem> {
  try {
    return (await api.health.alertHandling.query(inputOf(alert), withTimeLimit())).data.acts;
  } catch (error) {
    return toProblem(error);
  }
}

/** Stores what is done about an alert and shows it. A retry is safe. @returns why it could not be stored, if so */
export async function handleAlert(
  { figures, announcement, page }: DashboardState,
  alert: ShownAlert,
  change: AlertChange,
): Promise<Problem | undefined> {
  try {
    const { data } = await api.health.handleAlert.mutate({ ...inputOf(alert), ...change }, withTimeLimit());
    figures.showHandling(alert, data);
  } catch (error) {
    return toProblem(error);
  }
  announcement.value = { text: page.peek().text('handling.saved') };
  return undefined;
}

/** Says why something could not be stored. @param hasText whether the reader has written what was to be stored */
export function explainHandling({ text }: Page, problem: Problem, hasText: boolean): string {
  if (problem.kind === 'expired') return text('state.expired');
  if (problem.kind !== 'refused') return text('handling.failed');
  if (problem.status === 404) return text('handling.gone');
  // An alert has a maximum of notes and of assignments, and of nothing else.
  if (problem.status === 422 && hasText) return text('handling.full');
  return text(problem.status === 400 && hasText ? 'handling.refused' : 'handling.failed');
}

function inputOf({ id, country, selection }: ShownAlert): Pick<Input, 'country' | 'pathology' | 'week'> {
  const { week } = alertsInput(selection);
  return { country, pathology: id, ...(week !== undefined && { week }) };
}
