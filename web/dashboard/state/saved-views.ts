import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../src/app-router';
import { api, withTimeLimit } from '../queries/api';
import { type Problem, toProblem } from '../queries/query-client';
import type { Page } from './page';

/** A selection that the account has saved. */
export type SavedView = inferRouterOutputs<AppRouter>['views']['list']['data'][number];

/** A change of the views. */
export interface ViewChange {
  readonly action: 'save' | 'rename' | 'delete';
  readonly run: () => Promise<unknown>;
}

/** Changes of the views. A change that was stored although its response was lost may be repeated: it changes nothing then. */
export const viewChanges = {
  save: (name: string, query: string): ViewChange => ({
    action: 'save',
    run: () => api.views.save.mutate({ name, query }, withTimeLimit()),
  }),
  rename: (name: string, newName: string): ViewChange => ({
    action: 'rename',
    run: () => api.views.rename.mutate({ name, newName }, withTimeLimit()),
  }),
  delete: (name: string): ViewChange => ({
    action: 'delete',
    run: () => api.views.delete.mutate({ name }, withTimeLimit()),
  }),
};

/** Why the views could not be loaded or changed. */
export interface ViewsProblem {
  readonly action: 'load' | ViewChange['action'];
  readonly problem: Problem;
}

/** Returns all views, or why they could not be loaded. */
export async function listViews(): Promise<readonly SavedView[] | ViewsProblem> {
  try {
    return (await api.views.list.query(undefined, withTimeLimit())).data;
  } catch (error) {
    return { action: 'load', problem: toProblem(error) };
  }
}

/** Changes the views. @returns why that was not possible, if so */
export async function changeViews({ action, run }: ViewChange): Promise<ViewsProblem | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return { action, problem: toProblem(error) };
  }
}

/** Says why the views could not be loaded or changed. */
export function explainViews({ text }: Page, { action, problem }: ViewsProblem): string {
  if (problem.kind === 'expired') return text('state.expired');
  if (action === 'load') return text('views.notLoaded');
  if (problem.kind !== 'refused') return text('handling.failed');
  if (problem.status === 409) return text('views.taken');
  if (problem.status === 404) return text('views.gone');
  // Only a new view can be one too many.
  if (problem.status === 422 && action === 'save') return text('views.full');
  return text(problem.status === 400 && action !== 'delete' ? 'handling.refused' : 'handling.failed');
}
