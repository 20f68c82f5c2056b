import type { Problem } from '../queries/query-client';
import type { QueryResult } from '../queries/result-cache';
import type { Query } from '../queries/queries';
import type { Bar } from '../charts/bar-list';
import type { Caption } from '../charts/save-picture';
import { loadDrawingChunk } from '../charts/load-drawing-chunk';
import { type Child, button, element } from '../../shared/element';
import { getToday } from '../selection';
import type { Context, View } from './context';
import { menu } from './menu';
import { type Table, tableElement } from './table';

export interface FigureContent {
  readonly subtitle: string;
  readonly picture: Child;
  /** Describes the picture in one sentence, for screen readers. */
  readonly label: string;
  readonly notes: readonly string[];
  readonly table: Table;
  /** Returns the download URL of the table. */
  readonly exportUrlOf: (format: 'csv' | 'xlsx') => string;
  /** Draws the picture for a file; absent if it cannot be saved. */
  readonly save?: { readonly draw: () => Promise<SVGSVGElement>; readonly legend?: Caption['legend'] };
}

export interface FigureListener<Data> {
  /** Draws data that differ from the data on the page. */
  readonly draw: (data: Data) => void;
  /** Called with every result, also with one that is on the page already. */
  readonly onData?: ((data: Data) => void) | undefined;
  /** Called if there is no result, also no cached one. */
  readonly onError?: ((message: string) => void) | undefined;
}

/** Identifies what a picture shows. Both fields are JSON. */
interface Drawing {
  readonly view: string;
  readonly data: string;
}

/** The pause before the next attempt to load the code that draws pictures. */
const REDRAW_PAUSE_MS = 5_000;

/** A panel with a picture, its title and tools, its table, and downloads of both. */
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
  private isTableOpen = false;
  private drawn: Drawing | undefined;
  /** Becomes `drawn` when the picture is on the page. */
  private nextDrawing: Drawing | undefined;

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

  /** The width available for the picture, in CSS pixels. */
  get width(): number {
    return Math.max(260, this.picture.clientWidth);
  }

  /**
   * Draws the results of a query until another view replaces this one. Equal results are not drawn again, so that the
   * focus and the open menus stay.
   * @returns when the query has its final result
   */
  async subscribe<Data>(
    query: Query<Data>,
    { selection, signal }: View,
    { draw, onData, onError }: FigureListener<Data>,
  ): Promise<void> {
    const view = JSON.stringify([getToday(), selection, query.key]);
    if (this.drawn?.view !== view) this.showLoading();
    await this.context.queryClient.subscribe(
      query,
      {
        onResult: ({ data }) => {
          this.node.removeAttribute('aria-busy');
          this.stale.hidden = true;
          this.nextDrawing = { view, data: JSON.stringify(data) };
          if (this.drawn?.view !== view || this.drawn.data !== this.nextDrawing.data) draw(data);
          onData?.(data);
        },
        onProblem: (problem, cached) => {
          this.node.removeAttribute('aria-busy');
          if (cached) {
            this.showAge(cached);
            return;
          }
          const message = this.explain(problem);
          this.showMessage(message);
          onError?.(message);
        },
      },
      signal,
    );
  }

  showLoading(): void {
    this.node.setAttribute('aria-busy', 'true');
  }

  /**
   * Draws a picture whose code is loaded on demand. If it cannot be loaded, shows an error and retries.
   * @param draw must return without effect if the signal is aborted
   */
  async drawWithRetry(signal: AbortSignal, draw: () => Promise<void>): Promise<void> {
    const { text } = this.context;
    for (let isDone = false; !isDone;) {
      try {
        await draw();
        isDone = true;
      } catch (error) {
        if (signal.aborted) return;
        reportError(error);
        this.showMessage(`${text('state.failed')} ${text('state.retrying')}`);
        await new Promise((resolve) => setTimeout(resolve, REDRAW_PAUSE_MS));
        isDone = signal.aborted;
      }
    }
  }

  show(content: FigureContent): void {
    const restoreFocus = this.saveFocus();
    this.drawn = this.nextDrawing;
    this.problem.hidden = true;
    this.subtitle.textContent = content.subtitle;
    this.picture.setAttribute('aria-label', content.label);
    this.picture.replaceChildren(
      ...[content.picture].filter((child) => child !== null && child !== undefined),
    );
    this.notes.replaceChildren(...content.notes.map((textContent) => element('p', { textContent })));
    this.foot.replaceChildren(this.tableDetails(content.table), this.downloadMenu(content));
    restoreFocus();
  }

  /** Saves focus, open menu and scroll position. @returns a function that restores them after a redraw */
  private saveFocus(): () => void {
    const { activeElement } = document;
    const focused = this.node.contains(activeElement) ? activeElement : null;
    const isMenuOpen = this.foot.querySelector<HTMLDetailsElement>('.menu')?.open ?? false;
    const { scrollTop, scrollLeft } = this.foot.querySelector('.table-scroll') ?? {};
    return () => {
      const menu = this.foot.querySelector<HTMLDetailsElement>('.menu');
      if (menu) menu.open = isMenuOpen;
      this.foot.querySelector('.table-scroll')?.scrollTo({ top: scrollTop, left: scrollLeft });
      if (!focused || document.activeElement === focused) return;
      const redrawn = focused.id === '' ? null : document.getElementById(focused.id);
      (redrawn ?? this.heading).focus({ preventScroll: true });
    };
  }

  private showAge({ at }: QueryResult<unknown>): void {
    const { text, format } = this.context;
    this.stale.textContent = text('state.asOf', { time: format.dateTime(new Date(at)) });
    this.stale.hidden = false;
  }

  /** Shows a message in place of the picture. */
  showMessage(message: string): void {
    this.drawn = undefined;
    this.node.removeAttribute('aria-busy');
    this.stale.hidden = true;
    this.problem.hidden = false;
    this.problem.replaceChildren(element('p', { textContent: message }));
    this.subtitle.textContent = '';
    for (const part of [this.picture, this.notes, this.foot]) part.replaceChildren();
    this.picture.removeAttribute('aria-label');
  }

  /** Lists the names and values of the three largest bars. */
  listLargest(bars: readonly Bar[]): string {
    const { text, format } = this.context;
    return format.list(
      bars.slice(0, 3).map((bar) => text('figure.item', { name: bar.name, value: bar.text })),
    );
  }

  private explain(problem: Problem): string {
    const { text } = this.context;
    if (problem.kind === 'expired') return text('state.expired');
    if (problem.kind === 'offline') return text('state.offlineNothing');
    if (problem.kind === 'failing') return `${text('state.failed')} ${text('state.retrying')}`;
    const reason = problem.message;
    return text(problem.status === 403 ? 'state.forbidden' : 'state.refused', { reason });
  }

  /** Creates the expandable table. Its rows are created when it is opened, since there may be many. */
  private tableDetails(table: Table): HTMLElement {
    const { text } = this.context;
    const summary = element('summary', { id: `${this.id}-table`, textContent: text('figure.table') });
    const details = element('details', { className: 'table', open: this.isTableOpen }, summary);
    const names = {
      id: `${this.id}-rows`,
      title: this.title,
      regionLabel: text('figure.tableOf', { figure: this.title }),
    };
    const createRows = (): void => {
      if (details.open && details.children.length === 1) details.append(tableElement(table, names));
      this.isTableOpen = details.open;
    };
    createRows();
    details.addEventListener('toggle', createRows);
    return details;
  }

  private downloadMenu({ exportUrlOf, save, subtitle }: FigureContent): HTMLElement {
    const { text, direction, smallNumbersWithheld } = this.context;
    const saveAs = async (format: 'svg' | 'png'): Promise<void> => {
      if (!save) return;
      const [picture, { saveAsSvg, saveAsPng }] = await Promise.all([save.draw(), loadDrawingChunk()]);
      const caption = { title: this.title, subtitle, direction, ...(save.legend && { legend: save.legend }) };
      const name = `${this.id}-${new URLSearchParams(location.search).get('period') ?? ''}`;
      if (format === 'svg') saveAsSvg(picture, caption, name);
      else await saveAsPng(picture, caption, name);
      downloads.open = false;
    };
    const pictureItems = (['png', 'svg'] as const).map((format) =>
      button(text(format === 'png' ? 'figure.asPng' : 'figure.asSvg'), () => void saveAs(format), {
        id: `${this.id}-${format}`,
      }),
    );
    const tableItems = (['csv', 'xlsx'] as const).map((format) =>
      element('a', {
        id: `${this.id}-${format}`,
        href: exportUrlOf(format),
        download: '',
        textContent: text(format === 'csv' ? 'figure.asCsv' : 'figure.asXlsx'),
      }),
    );
    const noPictures = element('p', { className: 'menu-note', textContent: text('figure.noPictures') });
    const names = {
      id: `${this.id}-download`,
      label: text('figure.download'),
      ariaLabel: text('figure.downloadOf', { figure: this.title }),
    };
    const downloads = menu(names, [
      ...(save && !smallNumbersWithheld ? pictureItems : []),
      ...tableItems,
      ...(save && smallNumbersWithheld ? [noPictures] : []),
    ]);
    return downloads;
  }
}
