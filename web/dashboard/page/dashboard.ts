import type { InitialData } from '../../../src/pages/dashboard/initial-data';
import { parsePeriod } from '../../../src/shared/period';
import { type Locale, directionOf } from '../../../src/shared/locale';
import { api } from '../queries/api';
import { ConnectionMonitor } from '../queries/connection-monitor';
import { queries } from '../queries/queries';
import { QueryClient, toProblem } from '../queries/query-client';
import { ResultCache } from '../queries/result-cache';
import { SignOutChannel, clearAccountStorage } from '../../shared/account-storage';
import { element } from '../../shared/element';
import { createFormats } from '../../shared/i18n/formats';
import { LANGUAGE_NAMES } from '../../shared/i18n/language-names';
import { importWithRetry } from '../../shared/lazy-import';
import { loadMessages } from '../i18n/load-messages';
import type { Messages } from '../i18n/messages/en';
import {
  type SelectionOptions,
  type Selection,
  formatSelectionQuery,
  parseSelection,
  getToday,
} from '../selection';
import { createTexts } from '../../shared/texts';
import { type Context, selectedCountryName } from './context';
import { Controls } from './controls';
import { closeMenusOnOutsideClick } from './menu';
import { Panels } from './panels';
import { Status } from './status';
import { topBar } from './top-bar';

/** How often a visible page refreshes its figures. */
const REFRESH_MS = 5 * 60_000;

/** The whole page. It is rebuilt when the language changes; selection, cache and connection state stay. */
export class Dashboard {
  private readonly queryClient: QueryClient;
  private readonly connection: ConnectionMonitor;
  private readonly signOutChannel = new SignOutChannel();
  private readonly selectionOptions: SelectionOptions;
  private selection: Selection;
  private invalid: readonly string[];
  private viewController = new AbortController();
  /** What the controls show. The latest selectable period depends on the day. */
  private shown: { readonly selection: Selection; readonly day: string } | undefined;
  /** Whether the page has announced that it is loading, but not yet that it has loaded. */
  private isLoadingAnnounced = false;
  /** Counts the changes of language: only the last one takes effect. */
  private languageChanges = 0;
  private parts:
    | { context: Context; status: Status; controls: Controls; panels: Panels; printHeader: HTMLElement }
    | undefined;

  constructor(
    private readonly root: HTMLElement,
    private readonly initialData: InitialData,
  ) {
    this.connection = new ConnectionMonitor((state) => this.parts?.status.showConnection(state));
    this.queryClient = new QueryClient(
      new ResultCache(sessionStorage, initialData.account.id),
      this.connection,
    );
    const period = parsePeriod(initialData.defaultPeriod);
    if (!period) throw new TypeError('the default period is one');
    const { countries, all } = initialData.countries;
    this.selectionOptions = { period, countries, canSeeAllCountries: all };
    ({ selection: this.selection, invalid: this.invalid } = parseSelection(
      location.search,
      this.selectionOptions,
    ));
    this.cacheInitialData();
  }

  async start(locale: Locale): Promise<void> {
    this.build(locale, await importWithRetry(() => loadMessages(locale)));
    history.replaceState(null, '', formatSelectionQuery(this.selection, this.selectionOptions));
    this.show();
    window.addEventListener('beforeprint', () => {
      this.updatePrintHeader();
    });
    closeMenusOnOutsideClick();
    this.signOutChannel.watch(() => {
      this.leave();
    });
    window.addEventListener('popstate', () => void this.handleHistoryChange());
    setInterval(() => {
      if (document.visibilityState === 'visible') this.show();
    }, REFRESH_MS);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.show();
    });
  }

  private cacheInitialData(): void {
    const { period, country, summary, pathologies } = this.initialData;
    const input = { period, ...(country !== null && { country }) };
    const at = Date.parse(this.initialData.at);
    this.queryClient.addResult(queries.summary(input), { data: summary, at });
    this.queryClient.addResult(queries.pathologies(input), { data: pathologies, at });
  }

  private build(locale: Locale, messages: Messages): void {
    const text = createTexts(locale, messages);
    const context: Context = {
      locale,
      direction: directionOf(locale),
      text,
      format: createFormats(locale),
      queryClient: this.queryClient,
      selectionOptions: this.selectionOptions,
      smallNumbersWithheld: this.initialData.smallNumbersWithheld,
      changeSelection: (change) => {
        this.select({ ...this.selection, ...change });
      },
    };
    const status = new Status(context);
    const controls = new Controls(context);
    const panels = new Panels(context);
    const printHeader = element('p', { className: 'print-only' });
    this.parts = { context, status, controls, panels, printHeader };
    this.shown = undefined;
    document.documentElement.lang = locale;
    document.documentElement.dir = context.direction;
    status.showConnection(this.connection.state);
    this.showInvalidParameters();
    const bar = topBar(context, {
      account: this.initialData.account,
      onSignOut: () => void this.signOut(),
      onLanguage: (lang) => void this.selectLanguage(lang),
    });
    this.root.replaceChildren(
      bar,
      status.node,
      element('main', {}, printHeader, controls.node, panels.node),
      element('footer', {}, element('p', { textContent: text('page.footer') })),
    );
  }

  private select(selection: Selection): void {
    this.selection = selection;
    this.invalid = [];
    history.pushState(null, '', formatSelectionQuery(selection, this.selectionOptions));
    this.showInvalidParameters();
    this.show();
  }

  private async handleHistoryChange(): Promise<void> {
    ({ selection: this.selection, invalid: this.invalid } = parseSelection(
      location.search,
      this.selectionOptions,
    ));
    this.showInvalidParameters();
    this.show();
    const { lang } = this.selection;
    const currentLocale = this.parts?.context.locale;
    if (currentLocale === undefined) return;
    const outcome = await this.changeLanguage(lang ?? currentLocale);
    if (outcome !== 'failed') return;
    this.selection = { ...this.selection, lang: currentLocale };
    history.replaceState(null, '', formatSelectionQuery(this.selection, this.selectionOptions));
  }

  private async selectLanguage(lang: Locale): Promise<void> {
    const outcome = await this.changeLanguage(lang, () => {
      this.selection = { ...this.selection, lang };
      history.pushState(null, '', formatSelectionQuery(this.selection, this.selectionOptions));
    });
    if (outcome === 'done') document.getElementById('language')?.focus();
  }

  /**
   * Rebuilds the page in another language as soon as its texts are loaded.
   * @param beforeBuild is called when the texts are loaded, unless the language has been changed again
   */
  private async changeLanguage(
    locale: Locale,
    beforeBuild: () => void = () => undefined,
  ): Promise<'done' | 'failed' | 'superseded'> {
    this.languageChanges += 1;
    const change = this.languageChanges;
    const isLast = (): boolean => change === this.languageChanges;
    if (locale === this.parts?.context.locale) {
      resetLanguageSelect(locale);
      return 'done';
    }
    let messages: Messages;
    try {
      messages = await loadMessages(locale);
    } catch {
      if (!isLast()) return 'superseded';
      this.showLanguageFailed(locale);
      return 'failed';
    }
    if (!isLast()) return 'superseded';
    beforeBuild();
    this.build(locale, messages);
    this.show();
    return 'done';
  }

  private showLanguageFailed(requested: Locale): void {
    if (!this.parts) return;
    const { text, locale } = this.parts.context;
    this.parts.status.showNotice(text('state.noLanguage', { language: LANGUAGE_NAMES[requested] }));
    resetLanguageSelect(locale);
  }

  private showInvalidParameters(): void {
    if (!this.parts) return;
    const { text, format } = this.parts.context;
    const parts = format.list(this.invalid);
    this.parts.status.showNotice(this.invalid.length === 0 ? '' : text('state.badLink', { parts }));
  }

  /** Updates the line with period, country and time, which appears only in print. */
  private updatePrintHeader(): void {
    if (!this.parts) return;
    const { context, printHeader } = this.parts;
    const { text, format } = context;
    printHeader.textContent = [
      format.period(this.selection.period),
      selectedCountryName(context, this.selection),
      text('page.printed', { time: format.dateTime(new Date()) }),
    ].join(' · ');
  }

  /** Shows the selection, and cancels the queries of the previous view. */
  private show(): void {
    if (!this.parts) return;
    const { context, status, controls, panels } = this.parts;
    const { text, format } = context;
    this.viewController.abort();
    this.viewController = new AbortController();
    const { signal } = this.viewController;
    const [period, country] = [
      format.period(this.selection.period),
      selectedCountryName(context, this.selection),
    ];
    const shown = { selection: this.selection, day: getToday() };
    if (this.shown?.selection !== shown.selection || this.shown.day !== shown.day) {
      this.shown = shown;
      this.isLoadingAnnounced = true;
      document.title = [text('page.title'), period, country].join(' · ');
      controls.show(this.selection);
      status.announce(text('state.loading'));
    }
    void this.checkAccount(signal);
    void panels.show({ selection: this.selection, signal }).then(() => {
      if (signal.aborted || !this.isLoadingAnnounced) return;
      this.isLoadingAnnounced = false;
      status.announce(text('state.loaded', { period, country }));
    });
  }

  /** Reloads the page if another account has signed in, in another tab. */
  private async checkAccount(signal: AbortSignal): Promise<void> {
    try {
      const { id } = await api.auth.me.query(undefined, { signal });
      if (id !== this.initialData.account.id) location.reload();
    } catch {
      // The network is down or the session has expired: the queries of the figures report it.
    }
  }

  private async signOut(): Promise<void> {
    this.parts?.status.showNotice('');
    try {
      await api.auth.logout.mutate();
    } catch (error) {
      // If the session has ended already, the user is signed out. Otherwise the next person could use the session.
      if (toProblem(error).kind !== 'expired') {
        this.parts?.status.showNotice(this.parts.context.text('page.signOutFailed'));
        return;
      }
    }
    this.signOutChannel.broadcast();
    this.leave();
  }

  private leave(): void {
    this.viewController.abort();
    clearAccountStorage();
    location.assign('/');
  }
}

function resetLanguageSelect(locale: Locale): void {
  const languages = document.querySelector<HTMLSelectElement>('#language');
  if (languages) languages.value = locale;
}
