import type { FirstAnswers } from '../../../src/pages/dashboard/first-answers';
import { parsePeriod } from '../../../src/shared/calendar';
import { type Locale, directionOf } from '../../../src/shared/locale';
import { api } from '../answers/api';
import { Answers } from '../answers/answers';
import { Connection } from '../answers/connection';
import { KeptAnswers } from '../answers/kept-answers';
import { questions } from '../answers/questions';
import { element } from '../../shared/element';
import { formatsFor } from '../../shared/i18n/formats';
import { LANGUAGE_NAMES } from '../../shared/i18n/language-names';
import { loadMessages } from '../i18n/locale';
import type { Messages } from '../i18n/messages/en';
import { type Defaults, type Selection, addressOf, readSelection, today } from '../selection';
import { textsFor } from '../../shared/texts';
import { type Context, placeOf } from './context';
import { Controls } from './controls';
import { closeMenusOnClicks } from './menu';
import { Panels } from './panels';
import { Status } from './status';
import { topBar } from './top-bar';

/** Figures that are shown for longer than this are asked for again, as long as somebody looks. */
const REFRESH_MS = 5 * 60_000;

/** The pause before another attempt to fetch the texts, without which there is no page. */
const TEXTS_PAUSE_MS = 3_000;

/** The page: what it shows, and the parts that show it in one language. */
export class Dashboard {
  private readonly answers: Answers;
  private readonly connection: Connection;
  private readonly defaults: Defaults;
  private selection: Selection;
  private unread: readonly string[];
  private showing = new AbortController();
  /** What the controls show, and on which day. */
  private shown: { readonly selection: Selection; readonly day: string } | undefined;
  /** Whether somebody waits to hear that the figures are there. */
  private awaited = false;
  /** The last choice of a language, whose texts may be on their way. */
  private languageChoice = 0;
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
    this.build(locale, await this.firstMessages(locale));
    history.replaceState(null, '', addressOf(this.selection, this.defaults));
    this.show();
    window.addEventListener('beforeprint', () => {
      this.datePrint();
    });
    closeMenusOnClicks();
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

  private async firstMessages(locale: Locale): Promise<Messages> {
    for (;;) {
      try {
        return await loadMessages(locale);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, TEXTS_PAUSE_MS));
      }
    }
  }

  private build(locale: Locale, messages: Messages): void {
    const text = textsFor(locale, messages);
    const context: Context = {
      locale,
      direction: directionOf(locale),
      text,
      format: formatsFor(locale),
      answers: this.answers,
      defaults: this.defaults,
      smallNumbersWithheld: this.first.smallNumbersWithheld,
      change: (part) => {
        this.go({ ...this.selection, ...part });
      },
    };
    const status = new Status(context);
    const controls = new Controls(context);
    const panels = new Panels(context);
    const printed = element('p', { className: 'print-only' });
    this.parts = { context, status, controls, panels, printed };
    this.shown = undefined;
    document.documentElement.lang = locale;
    document.documentElement.dir = context.direction;
    status.showConnection(this.connection.state);
    this.noteUnread();
    const bar = topBar(context, {
      account: this.first.account,
      onSignOut: () => void this.signOut(),
      onLanguage: (lang) => void this.chooseLanguage(lang),
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
    this.unread = [];
    history.pushState(null, '', addressOf(selection, this.defaults));
    this.noteUnread();
    this.show();
  }

  private async goBack(): Promise<void> {
    ({ selection: this.selection, unread: this.unread } = readSelection(location.search, this.defaults));
    this.noteUnread();
    this.show();
    const { lang } = this.selection;
    const before = this.parts?.context.locale;
    if (before === undefined) return;
    const changed = await this.changeLanguage(lang ?? before);
    if (changed !== 'failed') return;
    // The address says the language that there is.
    this.selection = { ...this.selection, lang: before };
    history.replaceState(null, '', addressOf(this.selection, this.defaults));
  }

  private async chooseLanguage(lang: Locale): Promise<void> {
    const changed = await this.changeLanguage(lang, () => {
      this.selection = { ...this.selection, lang };
      history.pushState(null, '', addressOf(this.selection, this.defaults));
    });
    if (changed === 'done') document.getElementById('language')?.focus();
  }

  /**
   * Builds the page in another language once its texts are there, which are fetched when they are first asked for.
   * @param onTexts is called before, unless another language was chosen meanwhile
   */
  private async changeLanguage(
    locale: Locale,
    onTexts: () => void = () => undefined,
  ): Promise<'done' | 'failed' | 'overtaken'> {
    this.languageChoice += 1;
    const choice = this.languageChoice;
    const isLast = (): boolean => choice === this.languageChoice;
    if (locale === this.parts?.context.locale) {
      showLanguage(locale);
      return 'done';
    }
    let messages: Messages;
    try {
      messages = await loadMessages(locale);
    } catch {
      if (!isLast()) return 'overtaken';
      this.stayInLanguage(locale);
      return 'failed';
    }
    if (!isLast()) return 'overtaken';
    onTexts();
    this.build(locale, messages);
    this.show();
    return 'done';
  }

  /** Says that the page could not change to a language. */
  private stayInLanguage(asked: Locale): void {
    if (!this.parts) return;
    const { text, locale } = this.parts.context;
    this.parts.status.note(text('state.noLanguage', { language: LANGUAGE_NAMES[asked] }));
    showLanguage(locale);
  }

  /** Says what of the address could not be read. */
  private noteUnread(): void {
    if (!this.parts) return;
    const { text, format } = this.parts.context;
    const parts = format.list(this.unread);
    this.parts.status.note(this.unread.length === 0 ? '' : text('state.badLink', { parts }));
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
    const shown = { selection: this.selection, day: today() };
    if (this.shown?.selection !== shown.selection || this.shown.day !== shown.day) {
      this.shown = shown;
      this.awaited = true;
      document.title = [text('page.title'), period, country].join(' · ');
      controls.show(this.selection);
      status.announce(text('state.loading'));
    }
    void this.checkAccount(signal);
    void panels.show({ selection: this.selection, signal }).then(() => {
      if (signal.aborted || !this.awaited) return;
      this.awaited = false;
      status.announce(text('state.loaded', { period, country }));
    });
  }

  /** Where somebody else has signed in, in another tab, the figures are theirs: so is the page, then. */
  private async checkAccount(signal: AbortSignal): Promise<void> {
    try {
      const { id } = await api.auth.me.query(undefined, { signal });
      if (id !== this.first.account.id) location.reload();
    } catch {
      // No network, or no session any more: the figures say so.
    }
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

/** Puts the choice of languages back to the one that there is. */
function showLanguage(locale: Locale): void {
  const choice = document.querySelector<HTMLSelectElement>('#language');
  if (choice) choice.value = locale;
}
