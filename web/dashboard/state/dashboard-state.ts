import { type Signal, computed, effect, signal, untracked } from '@preact/signals';
import type { InitialData } from '../../../src/pages/dashboard/initial-data';
import { parsePeriod } from '../../../src/shared/period';
import type { Locale } from '../../../src/shared/locale';
import { SignOutChannel, clearAccountStorage, rememberAccount } from '../../shared/account-storage';
import { isOtherAccount } from '../../shared/page-account';
import { LANGUAGE_NAMES } from '../../../src/shared/language-names';
import { loadMessages } from '../i18n/load-messages';
import type { Messages } from '../i18n/messages/en';
import { api } from '../queries/api';
import { ConnectionMonitor, type ConnectionState } from '../queries/connection-monitor';
import { setPageAccount } from '../queries/page-account';
import { setQueryLanguage } from '../queries/query-language';
import { queries } from '../queries/queries';
import { QueryClient, toProblem } from '../queries/query-client';
import { ResultCache } from '../queries/result-cache';
import {
  type Selection,
  type SelectionOptions,
  formatSelectionQuery,
  getToday,
  parseSelection,
} from '../selection';
import { Figures } from './figures';
import { type Page, createPage, selectedCountryName } from './page';

/** How often a visible page refreshes its figures. */
const REFRESH_MS = 5 * 60_000;

/** The state of the page and what changes it. The selection is in the URL. */
export class DashboardState {
  readonly selection: Signal<Selection>;
  /** The latest selectable period depends on it. */
  readonly day = signal(getToday());
  readonly connection = signal<ConnectionState>({ kind: 'fine' });
  /** The last announcement to screen readers. */
  readonly announcement = signal({ text: '' });
  /** A message above the figures, in the language of the page. */
  readonly notice = signal<((page: Page) => string) | undefined>(undefined);
  /** The language that is being loaded. */
  readonly requestedLocale = signal<Locale | undefined>(undefined);
  readonly figures: Figures;
  private readonly language: Signal<{ readonly locale: Locale; readonly messages: Messages }>;
  readonly selectionOptions: SelectionOptions;
  private readonly signOutChannel = new SignOutChannel();
  private accountCheck = new AbortController();
  /** The language, day and selection of the last announcement. */
  private announcedView = '';
  /** Whether the page has announced that it is loading, but not yet that it has loaded. */
  private isLoadingAnnounced = false;

  readonly page = computed(() => {
    const { locale, messages } = this.language.value;
    return createPage(locale, messages, this);
  });

  constructor(
    readonly initialData: InitialData,
    language: { readonly locale: Locale; readonly messages: Messages },
  ) {
    const period = parsePeriod(initialData.defaultPeriod);
    if (!period) throw new TypeError('the default period is one');
    const { countries, all } = initialData.countries;
    this.selectionOptions = { period, countries, canSeeAllCountries: all };
    this.language = signal(language);
    this.selection = signal(this.readUrl());
    const connection = new ConnectionMonitor((state) => {
      if (state.kind === 'fine') this.announcement.value = { text: this.page.value.text('state.online') };
      this.connection.value = state;
    });
    const client = new QueryClient(new ResultCache(sessionStorage, initialData.account.id), connection);
    setPageAccount({
      id: initialData.account.id,
      onOtherAccount: () => {
        location.reload();
      },
    });
    setQueryLanguage(language.locale);
    this.addInitialData(client);
    this.figures = new Figures(client, all);
  }

  /** Loads the figures, and again when the page has been away or some time has passed. */
  start(): void {
    rememberAccount(this.initialData.account.id);
    this.writeUrl('replaceState');
    effect(() => {
      document.documentElement.lang = this.page.value.locale;
      setQueryLanguage(this.page.value.locale);
      document.documentElement.dir = this.page.value.direction;
      document.title = [this.page.value.text('page.title'), this.periodName, this.countryName].join(' · ');
    });
    this.show();
    effect(() => {
      if (this.figures.areSettled)
        untracked(() => {
          this.announceLoaded();
        });
    });
    this.signOutChannel.watch(() => {
      this.leave();
    });
    window.addEventListener('popstate', () => void this.handleHistoryChange());
    const showIfVisible = (): void => {
      if (document.visibilityState === 'visible') this.show();
    };
    setInterval(showIfVisible, REFRESH_MS);
    document.addEventListener('visibilitychange', showIfVisible);
  }

  get periodName(): string {
    return this.page.value.format.period(this.selection.value.period);
  }

  get countryName(): string {
    return selectedCountryName(this.page.value, this.selection.value);
  }

  /** Changes the selection, and adds it to the browser's history. */
  readonly select = (change: Partial<Selection>): void => {
    this.selection.value = { ...this.selection.peek(), ...change };
    this.notice.value = undefined;
    this.writeUrl('pushState');
    this.show();
  };

  /** Shows what the query of an address selects, in the language of the page. */
  readonly openQuery = (query: string): void => {
    const { lang } = this.selection.peek();
    const { selection, invalid } = parseSelection(query, this.selectionOptions);
    this.select({ ...selection, lang });
    this.reportInvalid(invalid);
  };

  async selectLanguage(lang: Locale): Promise<void> {
    if ((await this.loadLanguage(lang)) !== 'done') return;
    this.select({ lang });
    document.getElementById('language')?.focus();
  }

  async signOut(): Promise<void> {
    this.notice.value = undefined;
    try {
      await api.auth.logout.mutate();
    } catch (error) {
      if (isOtherAccount(error)) return;
      // If the session has ended already, the user is signed out. Otherwise the next person could use the session.
      if (toProblem(error).kind !== 'expired') {
        this.notice.value = ({ text }) => text('page.signOutFailed');
        return;
      }
    }
    this.signOutChannel.broadcast();
    this.leave();
  }

  private addInitialData(client: QueryClient): void {
    const { period, country, countries, summary, comparison, medications, countryBreakdown } =
      this.initialData;
    const input = { period, ...(country !== null && { country }) };
    const at = Date.parse(this.initialData.at);
    client.addResult(queries.summary(input), { data: summary, at });
    client.addResult(queries.pathologyComparison(input), { data: comparison, at });
    client.addResult(queries.medications(input), { data: medications, at });
    client.addResult(queries.countryBreakdown(countries.all ? { period } : input), {
      data: countryBreakdown,
      at,
    });
  }

  /** Returns the selection of the URL, and reports the parts that are invalid. */
  private readUrl(): Selection {
    const { selection, invalid } = parseSelection(location.search, this.selectionOptions);
    this.reportInvalid(invalid);
    return selection;
  }

  private reportInvalid(parts: readonly string[]): void {
    this.notice.value =
      parts.length === 0
        ? undefined
        : ({ text, format }) => text('state.badLink', { parts: format.list(parts) });
  }

  private writeUrl(method: 'pushState' | 'replaceState'): void {
    history[method](null, '', formatSelectionQuery(this.selection.peek(), this.selectionOptions));
  }

  private async handleHistoryChange(): Promise<void> {
    this.selection.value = this.readUrl();
    this.show();
    const { locale } = this.page.peek();
    const outcome = await this.loadLanguage(this.selection.peek().lang ?? locale);
    if (outcome === 'done' && this.page.peek().locale !== locale) this.show();
    if (outcome !== 'failed') return;
    this.selection.value = { ...this.selection.peek(), lang: locale };
    this.writeUrl('replaceState');
  }

  /** Shows the page in a language as soon as its texts are loaded, unless another one is requested meanwhile. */
  private async loadLanguage(locale: Locale): Promise<'done' | 'failed' | 'superseded'> {
    this.requestedLocale.value = locale;
    const messages = await loadMessages(locale).catch(() => undefined);
    if (this.requestedLocale.peek() !== locale) return 'superseded';
    this.requestedLocale.value = undefined;
    if (!messages) {
      this.notice.value = ({ text }) => text('state.noLanguage', { language: LANGUAGE_NAMES[locale] });
      return 'failed';
    }
    if (locale !== this.language.peek().locale) this.language.value = { locale, messages };
    return 'done';
  }

  private show(): void {
    this.day.value = getToday();
    const { locale, text } = this.page.peek();
    const view = JSON.stringify([locale, this.day.peek(), this.selection.peek()]);
    if (view !== this.announcedView) {
      this.announcedView = view;
      this.isLoadingAnnounced = true;
      this.announcement.value = { text: text('state.loading') };
    }
    void this.checkAccount();
    this.figures.load(this.selection.peek());
  }

  private announceLoaded(): void {
    if (!this.isLoadingAnnounced) return;
    this.isLoadingAnnounced = false;
    const values = { period: this.periodName, country: this.countryName };
    this.announcement.value = { text: this.page.value.text('state.loaded', values) };
  }

  /** The page is opened again if another account has signed in, in another tab. */
  private async checkAccount(): Promise<void> {
    this.accountCheck.abort();
    this.accountCheck = new AbortController();
    try {
      await api.auth.me.query(undefined, { signal: this.accountCheck.signal });
    } catch {
      // The network is down or the session has expired: the queries of the figures report it.
    }
  }

  private leave(): void {
    this.accountCheck.abort();
    this.figures.stop();
    clearAccountStorage(this.initialData.account.id);
    location.assign('/');
  }
}
