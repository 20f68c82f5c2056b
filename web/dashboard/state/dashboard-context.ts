import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { DashboardState } from './dashboard-state';
import type { Page } from './page';

const DashboardContext = createContext<DashboardState | undefined>(undefined);

/** Gives the state to the components inside. */
export const DashboardProvider = DashboardContext.Provider;

export function useDashboard(): DashboardState {
  const state = useContext(DashboardContext);
  if (!state) throw new TypeError('a component of the dashboard is inside of its provider');
  return state;
}

/** Returns the texts and formats of the page. The component is drawn again in another language. */
export function usePage(): Page {
  return useDashboard().page.value;
}
