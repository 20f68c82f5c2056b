import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Bar } from '../charts/bar-list';
import { Figure } from '../../shared/kit/figure';
import type { FigureQuery } from '../queries/figure-query';
import type { Problem } from '../queries/query-client';
import type { Selection } from '../selection';
import { usePage } from '../state/dashboard-context';
import { drawing } from '../state/drawing';
import type { Page } from '../state/page';
import type { FigureContent } from './figure-content';
import { Downloads, TableDetails } from './figure-foot';

/** Returns the figure of some data, or a sentence that there is none. */
export type Describe<Data> = (page: Page, data: Data, selection: Selection) => FigureContent | string;

interface FigurePanelProps<Data> {
  readonly id: 'alerts' | 'summary' | 'pathologies' | 'trend' | 'map' | 'medications';
  readonly query: FigureQuery<Data>;
  readonly describe: Describe<Data>;
  /** Whether the picture needs the code that draws pictures. */
  readonly isPlot?: boolean;
  /** Shown if nothing is selected. */
  readonly emptyText?: string;
  readonly tools?: ComponentChildren;
  readonly legend?: ComponentChildren;
  /** Beside the table and the downloads. */
  readonly foot?: ComponentChildren;
}

/** A figure with the state of its query, its table and its downloads. */
export function FigurePanel<Data>({
  id,
  query,
  describe,
  isPlot,
  emptyText,
  foot,
  ...props
}: FigurePanelProps<Data>) {
  const page = usePage();
  const { text, format } = page;
  const title = text(`${id}.title`);
  const isTableOpen = useSignal(false);
  const { shown, problem, staleSince, isBusy } = query.state.value;
  const isReady = isPlot !== true || typeof drawing.value === 'object';
  // Drawn again only if something has changed.
  const described = useMemo(
    () => (shown && isReady ? describe(page, shown.data, shown.selection) : undefined),
    [describe, page, shown, isReady],
  );
  const content = typeof described === 'object' ? described : undefined;
  const time = staleSince === undefined ? undefined : format.dateTime(new Date(staleSince));
  return (
    <Figure
      id={id}
      title={title}
      isBusy={isBusy || (shown !== undefined && described === undefined && drawing.value !== 'failed')}
      message={typeof described === 'string' ? described : describeProblem()}
      warning={content && time !== undefined ? text('state.asOf', { time }) : undefined}
      {...props}
      {...content}
    >
      {content && (
        <>
          <TableDetails id={id} title={title} content={content.table} isOpen={isTableOpen} />
          <Downloads id={id} title={title} content={content} />
          {foot}
        </>
      )}
    </Figure>
  );

  function describeProblem(): string | undefined {
    if (problem) return explain(page, problem);
    if (shown) return !isReady && drawing.value === 'failed' ? explain(page, { kind: 'failing' }) : undefined;
    return isBusy ? undefined : emptyText;
  }
}

function explain({ text }: Page, problem: Problem): string {
  if (problem.kind === 'expired') return text('state.expired');
  if (problem.kind === 'offline') return text('state.offlineNothing');
  if (problem.kind === 'failing') return `${text('state.failed')} ${text('state.retrying')}`;
  return text(problem.status === 403 ? 'state.forbidden' : 'state.refused', { reason: problem.message });
}

/** Lists the names and values of the three largest bars. */
export function listLargest({ text, format }: Page, bars: readonly Bar[]): string {
  return format.list(bars.slice(0, 3).map((bar) => text('figure.item', { name: bar.name, value: bar.text })));
}
