import { render } from 'preact';
import type { InitialData } from '../../../src/pages/dashboard/initial-data';
import { pickLocale } from '../../../src/shared/locale';
import { importWithRetry } from '../../shared/lazy-import';
import { loadMessages } from '../i18n/load-messages';
import { DashboardState } from '../state/dashboard-state';
import { loadDrawing } from '../state/drawing';
import { App } from './app';

/** Replaces the content of an element by the dashboard. */
export async function startDashboard(root: HTMLElement, data: InitialData): Promise<void> {
  const locale = pickLocale(document.documentElement.lang, []);
  const messages = await importWithRetry(() => loadMessages(locale));
  const state = new DashboardState(data, { locale, messages });
  state.start();
  root.replaceChildren();
  render(<App state={state} />, root);
  void loadDrawing();
}
