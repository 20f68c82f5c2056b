import { Announcer, Banner } from '../../shared/kit/banner';
import { Button } from '../../shared/kit/button';
import { PageHeader } from '../../shared/kit/page-header';
import { LanguageSelect } from '../../shared/kit/select';
import { loginUrl } from '../../shared/login-url';
import { AlertsPanel } from '../panels/alerts';
import { MapPanel } from '../panels/map';
import { MedicationsPanel } from '../panels/medications';
import { PathologiesPanel } from '../panels/pathologies';
import { SummaryPanel } from '../panels/summary';
import { TrendPanel } from '../panels/trend';
import { DashboardProvider, useDashboard, usePage } from '../state/dashboard-context';
import type { DashboardState } from '../state/dashboard-state';
import { Controls } from './controls';
import { PrintHeader } from './print-header';

/** The whole page. */
export function App({ state }: { state: DashboardState }) {
  return (
    <DashboardProvider value={state}>
      <TopBar />
      <Status />
      <main>
        <PrintHeader />
        <Controls />
        <div id="figures" class="figures" tabIndex={-1}>
          <AlertsPanel />
          <SummaryPanel />
          <PathologiesPanel />
          <TrendPanel />
          <MapPanel />
          <MedicationsPanel />
        </div>
      </main>
      <footer>
        <p>{state.page.value.text('page.footer')}</p>
      </footer>
    </DashboardProvider>
  );
}

function TopBar() {
  const state = useDashboard();
  const { text, locale } = usePage();
  const { name, email, role } = state.initialData.account;
  const shownName = name || email || text('page.someone');
  return (
    <PageHeader
      platform={text('page.platform')}
      title={text('page.title')}
      skip={{ href: '#figures', text: text('page.skip') }}
    >
      <div class="account">
        {role === 'admin' && <a href={`/admin/audit?lang=${locale}`}>{text('page.auditTrail')}</a>}
        <LanguageSelect
          label={text('page.language')}
          value={state.requestedLocale.value ?? locale}
          onChange={(lang) => void state.selectLanguage(lang)}
        />
        <p title={text('page.signedInAs', { name: shownName })}>
          <bdi>{shownName}</bdi>
        </p>
        <Button id="sign-out" onClick={() => void state.signOut()}>
          {text('page.signOut')}
        </Button>
      </div>
    </PageHeader>
  );
}

/** The banners for connection and URL problems, and the announcements for screen readers. */
function Status() {
  const { connection, notice, announcement } = useDashboard();
  const page = usePage();
  return (
    <div class="status">
      <Banner id="connection">
        {connection.value.kind === 'offline' && describeOffline(connection.value.asOf)}
        {connection.value.kind === 'expired' && (
          <>
            {page.text('state.expired')} <a href={loginUrl()}>{page.text('state.signInAgain')}</a>
          </>
        )}
      </Banner>
      <Banner id="notice">{notice.value?.(page)}</Banner>
      <Announcer message={announcement} />
    </div>
  );

  function describeOffline(asOf: number | undefined): string {
    if (asOf === undefined) return page.text('state.offlineNothing');
    return page.text('state.offline', { time: page.format.dateTime(new Date(asOf)) });
  }
}
