import type { FirstAnswers } from '../../src/dashboard/first-answers';
import { parsePeriod } from '../../src/fields/calendar';
import { type Locale, directionOf } from '../../src/pages/locale';
import { api } from '../answers/api';
import { Answers } from '../answers/answers';
import { Connection } from '../answers/connection';
import { KeptAnswers } from '../answers/kept-answers';
import { questions } from '../answers/questions';
import { element } from '../element';
import { formatsFor } from '../i18n/formats';
import { loadMessages } from '../i18n/locale';
import { type Defaults, type Selection, addressOf, readSelection } from '../selection';
import { textsFor } from '../texts';
import { type Context, placeOf } from './context';
import { Controls } from './controls';
import { Panels } from './panels';
import { Status } from './status';
import { topBar } from './top-bar';

/** Figures that are shown for longer than this are asked for again, as long as somebody looks. */
const REFRESH_MS = 5 * 60_000;

/** The page: what it shows, and the parts that show it in one language. */
export class Dashboard {
  private readonly answers: Answers;
  private readonly connection: Connection;
  private readonly defaults: Defaults;
  private selection: Selection;
  private unread: readonly string[];
  private showing = new AbortController();
  private parts:
    | { context: Context; status: Status; controls: Controls; panels: Panels; printed: HTMLElement }
    | undefined;

  constructor(
    private readonly root: HTMLElement,
    private readonly first: FirstAnswers,
  ) {
    this.connection = new Connection((state) => this.parts?.status.showConnection(state));
    this.answers = new Answers(new KeptAnswers(sessionStorage, first.account.id), this.connection);
    const period = parsePeriod(first.defaultPeriod);
    if (!period) throw new TypeError('the default period is one');
    this.defaults = { period, ...first.countries };
    ({ selection: this.selection, unread: this.unread } = readSelection(location.search, this.defaults));
    this.addFirstAnswers();
  }

  async start(locale: Locale): Promise<void> {
    await this.build(locale);
    history.replaceState(null, '', addressOf(this.selection, this.defaults));
    this.show();
    window.addEventListener('beforeprint', () => {
      this.datePrint();
    });
    window.addEventListener('popstate', () => void this.goBack());
    setInterval(() => {
      if (document.visibilityState === 'visible') this.show();
    }, REFRESH_MS);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.show();
    });
  }

  /** The figures that came with the page are answers like any other. */
  private addFirstAnswers(): void {
    const { at, period, country, summary, pathologies } = this.first;
    const input = { period, ...(country !== null && { country }) };
    const moment = Date.parse(at);
    this.answers.add(questions.summary(input), { data: summary, at: moment });
    this.answers.add(questions.pathologies(input), { data: pathologies, at: moment });
  }

  private async build(locale: Locale): Promise<void> {
    const text = textsFor(locale, await loadMessages(locale));
    const context: Context = {
      locale,
      direction: directionOf(locale),
      text,
      format: formatsFor(locale),
      answers: this.answers,
      defaults: this.defaults,
      change: (part) => {
        this.go({ ...this.selection, ...part });
      },
    };
    const status = new Status(context);
    const controls = new Controls(context);
    const panels = new Panels(context);
    const printed = element('p', { className: 'print-only' });
    this.parts = { context, status, controls, panels, printed };
    document.documentElement.lang = locale;
    document.documentElement.dir = context.direction;
    if (this.unread.length > 0)
      status.note(text('state.badLink', { parts: context.format.list(this.unread) }));
    const bar = topBar(context, {
      account: this.first.account,
      onSignOut: () => void this.signOut(),
      onLanguage: (lang) => {
        this.selection = { ...this.selection, lang };
        history.pushState(null, '', addressOf(this.selection, this.defaults));
        void this.changeLanguage(lang);
      },
    });
    this.root.replaceChildren(
      bar,
      status.node,
      element('main', {}, printed, controls.node, panels.node),
      element('footer', {}, element('p', { textContent: text('page.footer') })),
    );
  }

  private go(selection: Selection): void {
    this.selection = selection;
    history.pushState(null, '', addressOf(selection, this.defaults));
    this.parts?.status.note('');
    this.show();
  }

  private async goBack(): Promise<void> {
    const before = this.parts?.context.locale;
    ({ selection: this.selection, unread: this.unread } = readSelection(location.search, this.defaults));
    const locale = this.selection.lang ?? before;
    if (locale !== undefined && locale !== before) await this.changeLanguage(locale);
    else this.show();
  }

  private async changeLanguage(locale: Locale): Promise<void> {
    try {
      await this.build(locale);
    } catch {
      // The texts of a language are fetched when it is first asked for, and now there is no network.
      this.parts?.status.note(this.parts.context.text('state.failed'));
      return;
    }
    this.show();
    document.getElementById('language')?.focus();
  }

  /** A sheet of paper says what it is of, and from when. */
  private datePrint(): void {
    if (!this.parts) return;
    const { context, printed } = this.parts;
    const { text, format } = context;
    printed.textContent = [
      format.period(this.selection.period),
      placeOf(context, this.selection),
      text('page.printed', { time: format.dateTime(new Date()) }),
    ].join(' · ');
  }

  /** Shows the selection; whatever was still awaited for another one is not any more. */
  private show(): void {
    if (!this.parts) return;
    const { context, status, controls, panels } = this.parts;
    const { text, format } = context;
    this.showing.abort();
    this.showing = new AbortController();
    const { signal } = this.showing;
    const [period, country] = [format.period(this.selection.period), placeOf(context, this.selection)];
    document.title = [text('page.title'), period, country].join(' · ');
    controls.show(this.selection);
    status.announce(text('state.loading'));
    void panels.show({ selection: this.selection, signal }).then(() => {
      if (!signal.aborted) status.announce(text('state.loaded', { period, country }));
    });
  }

  private async signOut(): Promise<void> {
    this.showing.abort();
    this.answers.forgetAll();
    try {
      await api.auth.logout.mutate();
    } catch {
      // Ended already, or no network: the next page asks who is there.
    }
    location.assign('/');
  }
}
