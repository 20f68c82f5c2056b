import type { Problem } from '../answers/answers';
import type { Answer } from '../answers/kept-answers';
import type { Question } from '../answers/questions';
import type { Caption } from '../charts/save-picture';
import { type Child, button, element } from '../element';
import type { Context } from './context';
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

/** The pause before another attempt to load a part of the program. */
const REDRAW_MS = 5_000;

/** A picture with its title, what is chosen in it, the table behind it and the files of both. */
export class Figure {
  readonly node: HTMLElement;
  private readonly id: string;
  private readonly title: string;
  private readonly subtitle = element('p', { className: 'subtitle' });
  private readonly picture: HTMLElement;
  private readonly problem = element('div', { className: 'problem', hidden: true });
  private readonly stale = element('p', { className: 'stale', hidden: true });
  private readonly notes = element('div', { className: 'notes' });
  private readonly foot = element('div', { className: 'figure-foot' });
  private openTable = false;

  constructor(
    private readonly context: Context,
    { id, title, tools = [] }: { id: string; title: string; tools?: readonly Child[] },
  ) {
    this.id = id;
    this.title = title;
    const heading = element('h2', { id: `${id}-title`, textContent: title });
    this.picture = element('div', { className: 'picture', role: 'group' });
    this.node = element(
      'section',
      { id, className: 'panel figure', attributes: { 'aria-labelledby': heading.id } },
      element(
        'header',
        {},
        element('div', { className: 'figure-heading' }, heading, this.subtitle),
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

  /** Follows a question as long as its view is shown. @returns when there is an answer that needs no other */
  async follow<Data>(
    question: Question<Data>,
    signal: AbortSignal,
    onAnswer: (data: Data) => void,
  ): Promise<void> {
    this.node.setAttribute('aria-busy', 'true');
    await this.context.answers.follow(
      question,
      {
        onAnswer: ({ data }) => {
          this.node.removeAttribute('aria-busy');
          this.stale.hidden = true;
          onAnswer(data);
        },
        onProblem: (problem, kept) => {
          this.node.removeAttribute('aria-busy');
          if (kept) this.tellAge(kept);
          else this.tell(this.explain(problem));
        },
      },
      signal,
    );
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
    const focused = this.focusedControl();
    this.problem.hidden = true;
    this.subtitle.textContent = shown.subtitle;
    this.picture.setAttribute('aria-label', shown.label);
    this.picture.replaceChildren(...[shown.picture].filter((child) => child !== null && child !== undefined));
    this.notes.replaceChildren(...shown.notes.map((textContent) => element('p', { textContent })));
    this.foot.replaceChildren(this.tableOf(shown.table), this.downloadsOf(shown));
    if (focused) document.getElementById(focused)?.focus();
  }

  /** The id of the control in the picture that has the focus, which is about to be drawn anew. */
  private focusedControl(): string | undefined {
    const { activeElement } = document;
    return this.picture.contains(activeElement) ? activeElement?.id : undefined;
  }

  /** Says that the picture is of what was answered earlier. */
  private tellAge({ at }: Answer<unknown>): void {
    const { text, format } = this.context;
    this.stale.textContent = text('state.asOf', { time: format.dateTime(new Date(at)) });
    this.stale.hidden = false;
  }

  /** Says something in place of the picture. */
  tell(message: string): void {
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
    return problem.status === 403
      ? text('state.forbidden', { reason: problem.message })
      : text('state.failed');
  }

  private tableOf(table: Table): HTMLElement {
    const summary = element('summary', { textContent: this.context.text('figure.table') });
    const details = element('details', { className: 'table', open: this.openTable }, summary);
    const fill = (): void => {
      // A long table is made only for those who open it.
      if (details.open && details.children.length === 1) details.append(tableElement(table, this.title));
      this.openTable = details.open;
    };
    fill();
    details.addEventListener('toggle', fill);
    return details;
  }

  private downloadsOf({ exportOf, save, subtitle }: Shown): HTMLElement {
    const { text, direction } = this.context;
    const menu = element(
      'details',
      { className: 'menu' },
      element('summary', {
        textContent: text('figure.download'),
        ariaLabel: text('figure.downloadOf', { figure: this.title }),
      }),
    );
    const saveAs = async (format: 'svg' | 'png'): Promise<void> => {
      if (!save) return;
      const [drawn, files] = await Promise.all([save.draw(), import('../charts/save-picture')]);
      const caption = { title: this.title, subtitle, direction, ...(save.legend && { legend: save.legend }) };
      const name = `${this.id}-${new URLSearchParams(location.search).get('period') ?? ''}`;
      if (format === 'svg') files.saveAsSvg(drawn, caption, name);
      else await files.saveAsPng(drawn, caption, name);
      menu.open = false;
    };
    const pictures = [
      button(text('figure.asPng'), () => void saveAs('png')),
      button(text('figure.asSvg'), () => void saveAs('svg')),
    ];
    const tables = [
      element('a', { href: exportOf('csv'), download: '', textContent: text('figure.asCsv') }),
      element('a', { href: exportOf('xlsx'), download: '', textContent: text('figure.asXlsx') }),
    ];
    const items = [...(save ? pictures : []), ...tables];
    menu.append(element('ul', {}, ...items.map((item) => element('li', {}, item))));
    closeFromOutside(menu);
    return menu;
  }
}

/** A menu closes when the focus or a click goes elsewhere, and on Escape. */
function closeFromOutside(menu: HTMLDetailsElement): void {
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false;
  });
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
  document.addEventListener('click', ({ target }) => {
    if (menu.open && target instanceof Node && !menu.contains(target)) menu.open = false;
  });
}
