import type { Problem } from '../answers/answers';
import type { Answer } from '../answers/kept-answers';
import type { Question } from '../answers/questions';
import type { Caption } from '../charts/save-picture';
import { loadPictures } from '../charts/load-pictures';
import { type Child, button, element } from '../../shared/element';
import { today } from '../selection';
import type { Context, View } from './context';
import { menu } from './menu';
import { type Table, tableElement } from './table';

export interface Shown {
  readonly subtitle: string;
  readonly picture: Child;
  /** What the picture shows in a sentence, for those who do not see it. */
  readonly label: string;
  readonly notes: readonly string[];
  readonly table: Table;
  /** Addresses of the same table as files, without their ending; absent where there is nothing to save. */
  readonly exportOf: (format: 'csv' | 'xlsx') => string;
  /** The picture to save; absent where there is none. */
  readonly save?: { readonly draw: () => Promise<SVGSVGElement>; readonly legend?: Caption['legend'] };
}

/** What becomes of the answer to a figure's question. */
export interface Listener<Data> {
  /** Draws an answer other than the one that is shown. */
  readonly draw: (data: Data) => void;
  /** Is told every answer, also one that is shown already. */
  readonly onAnswer?: ((data: Data) => void) | undefined;
  /** @param message why there is no answer, not even an earlier one */
  readonly onNothing?: ((message: string) => void) | undefined;
}

/** What a picture is of, each written as JSON. */
interface Drawing {
  readonly view: string;
  readonly data: string;
}

/** The pause before another attempt to load a part of the program. */
const REDRAW_MS = 5_000;

/** A picture with its title, what is chosen in it, the table behind it and the files of both. */
export class Figure {
  readonly node: HTMLElement;
  private readonly id: string;
  private readonly title: string;
  private readonly heading: HTMLElement;
  private readonly subtitle = element('p', { className: 'subtitle' });
  private readonly picture: HTMLElement;
  private readonly problem = element('div', { className: 'problem', hidden: true });
  private readonly stale = element('p', { className: 'stale', hidden: true });
  private readonly notes = element('div', { className: 'notes' });
  private readonly foot = element('div', { className: 'figure-foot' });
  private openTable = false;
  /** What is shown, and what is going to be as soon as it is drawn. */
  private drawn: Drawing | undefined;
  private drawing: Drawing | undefined;

  constructor(
    private readonly context: Context,
    { id, title, tools = [] }: { id: string; title: string; tools?: readonly Child[] },
  ) {
    this.id = id;
    this.title = title;
    this.heading = element('h2', { id: `${id}-title`, textContent: title, tabIndex: -1 });
    this.picture = element('div', { className: 'picture', role: 'group' });
    this.node = element(
      'section',
      { id, className: 'panel figure', attributes: { 'aria-labelledby': this.heading.id } },
      element(
        'header',
        {},
        element('div', { className: 'figure-heading' }, this.heading, this.subtitle),
        ...tools,
      ),
      this.stale,
      this.problem,
      this.picture,
      this.notes,
      this.foot,
    );
  }

  /** The width that a picture has, in CSS pixels. */
  get width(): number {
    return Math.max(260, this.picture.clientWidth);
  }

  /**
   * Follows a question as long as its view is shown. What is drawn already is not drawn again, so that a figure that is
   * asked for anew stays as somebody left it.
   * @returns when there is an answer that needs no other
   */
  async follow<Data>(
    question: Question<Data>,
    { selection, signal }: View,
    { draw, onAnswer, onNothing }: Listener<Data>,
  ): Promise<void> {
    const view = JSON.stringify([today(), selection, question.key]);
    if (this.drawn?.view !== view) this.await();
    await this.context.answers.follow(
      question,
      {
        onAnswer: ({ data }) => {
          this.node.removeAttribute('aria-busy');
          this.stale.hidden = true;
          this.drawing = { view, data: JSON.stringify(data) };
          if (this.drawn?.view !== view || this.drawn.data !== this.drawing.data) draw(data);
          onAnswer?.(data);
        },
        onProblem: (problem, kept) => {
          this.node.removeAttribute('aria-busy');
          if (kept) {
            this.tellAge(kept);
            return;
          }
          const message = this.explain(problem);
          this.tell(message);
          onNothing?.(message);
        },
      },
      signal,
    );
  }

  /** Marks what is shown as not being what was asked for. */
  await(): void {
    this.node.setAttribute('aria-busy', 'true');
  }

  /**
   * Draws what needs a part of the program that has not been loaded yet; where that fails it says so, and tries again.
   * @param draw does nothing more once the signal says that something else is shown
   */
  async draw(signal: AbortSignal, draw: () => Promise<void>): Promise<void> {
    const { text } = this.context;
    for (let drawn = false; !drawn;) {
      try {
        await draw();
        drawn = true;
      } catch (error) {
        if (signal.aborted) return;
        reportError(error);
        this.tell(`${text('state.failed')} ${text('state.retrying')}`);
        await new Promise((resolve) => setTimeout(resolve, REDRAW_MS));
        drawn = signal.aborted;
      }
    }
  }

  show(shown: Shown): void {
    const restore = this.keepPlace();
    this.drawn = this.drawing;
    this.problem.hidden = true;
    this.subtitle.textContent = shown.subtitle;
    this.picture.setAttribute('aria-label', shown.label);
    this.picture.replaceChildren(...[shown.picture].filter((child) => child !== null && child !== undefined));
    this.notes.replaceChildren(...shown.notes.map((textContent) => element('p', { textContent })));
    this.foot.replaceChildren(this.tableOf(shown.table), this.downloadsOf(shown));
    restore();
  }

  /**
   * Remembers where somebody is in the figure, which is about to be drawn anew.
   * @returns what puts them there again
   */
  private keepPlace(): () => void {
    const { activeElement } = document;
    const focused = this.node.contains(activeElement) ? activeElement : null;
    const menuOpen = this.foot.querySelector<HTMLDetailsElement>('.menu')?.open ?? false;
    const { scrollTop, scrollLeft } = this.foot.querySelector('.table-scroll') ?? {};
    return () => {
      const menu = this.foot.querySelector<HTMLDetailsElement>('.menu');
      if (menu) menu.open = menuOpen;
      this.foot.querySelector('.table-scroll')?.scrollTo({ top: scrollTop, left: scrollLeft });
      if (!focused || document.activeElement === focused) return;
      const again = focused.id === '' ? null : document.getElementById(focused.id);
      (again ?? this.heading).focus({ preventScroll: true });
    };
  }

  /** Says that the picture is of what was answered earlier. */
  private tellAge({ at }: Answer<unknown>): void {
    const { text, format } = this.context;
    this.stale.textContent = text('state.asOf', { time: format.dateTime(new Date(at)) });
    this.stale.hidden = false;
  }

  /** Says something in place of the picture. */
  tell(message: string): void {
    this.drawn = undefined;
    this.node.removeAttribute('aria-busy');
    this.stale.hidden = true;
    this.problem.hidden = false;
    this.problem.replaceChildren(element('p', { textContent: message }));
    this.subtitle.textContent = '';
    for (const part of [this.picture, this.notes, this.foot]) part.replaceChildren();
    this.picture.removeAttribute('aria-label');
  }

  private explain(problem: Problem): string {
    const { text } = this.context;
    if (problem.kind === 'expired') return text('state.expired');
    if (problem.kind === 'offline') return text('state.offlineNothing');
    if (problem.kind === 'failing') return `${text('state.failed')} ${text('state.retrying')}`;
    const reason = problem.message;
    return text(problem.status === 403 ? 'state.forbidden' : 'state.refused', { reason });
  }

  private tableOf(table: Table): HTMLElement {
    const { text } = this.context;
    const summary = element('summary', { id: `${this.id}-table`, textContent: text('figure.table') });
    const details = element('details', { className: 'table', open: this.openTable }, summary);
    const names = {
      id: `${this.id}-rows`,
      title: this.title,
      label: text('figure.tableOf', { figure: this.title }),
    };
    const fill = (): void => {
      // A long table is made only for those who open it.
      if (details.open && details.children.length === 1) details.append(tableElement(table, names));
      this.openTable = details.open;
    };
    fill();
    details.addEventListener('toggle', fill);
    return details;
  }

  private downloadsOf({ exportOf, save, subtitle }: Shown): HTMLElement {
    const { text, direction, smallNumbersWithheld } = this.context;
    const saveAs = async (format: 'svg' | 'png'): Promise<void> => {
      if (!save) return;
      const [drawn, files] = await Promise.all([save.draw(), loadPictures()]);
      const caption = { title: this.title, subtitle, direction, ...(save.legend && { legend: save.legend }) };
      const name = `${this.id}-${new URLSearchParams(location.search).get('period') ?? ''}`;
      if (format === 'svg') files.saveAsSvg(drawn, caption, name);
      else await files.saveAsPng(drawn, caption, name);
      downloads.open = false;
    };
    const pictures = (['png', 'svg'] as const).map((format) =>
      button(text(format === 'png' ? 'figure.asPng' : 'figure.asSvg'), () => void saveAs(format), {
        id: `${this.id}-${format}`,
      }),
    );
    const tables = (['csv', 'xlsx'] as const).map((format) =>
      element('a', {
        id: `${this.id}-${format}`,
        href: exportOf(format),
        download: '',
        textContent: text(format === 'csv' ? 'figure.asCsv' : 'figure.asXlsx'),
      }),
    );
    const noPictures = element('p', { className: 'menu-note', textContent: text('figure.noPictures') });
    const names = {
      id: `${this.id}-download`,
      label: text('figure.download'),
      name: text('figure.downloadOf', { figure: this.title }),
    };
    const downloads = menu(names, [
      ...(save && !smallNumbersWithheld ? pictures : []),
      ...tables,
      ...(save && smallNumbersWithheld ? [noPictures] : []),
    ]);
    return downloads;
  }
}
