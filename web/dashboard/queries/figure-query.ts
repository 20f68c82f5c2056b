import { type ReadonlySignal, signal } from '@preact/signals';
import type { Selection } from '../selection';
import type { Query } from './queries';
import type { Problem, QueryClient } from './query-client';

/** What a figure shows. */
export interface FigureState<Data> {
  /** The last result, with the selection that it belongs to. */
  readonly shown?: { readonly data: Data; readonly selection: Selection } | undefined;
  /** Why there is no result. */
  readonly problem?: Problem | undefined;
  /** When the result was received, if a newer one could not be loaded. */
  readonly staleSince?: number | undefined;
  /** Whether `shown` still belongs to an earlier selection. */
  readonly isBusy: boolean;
  /** Whether the result or the problem is the final one of the selection. */
  readonly isSettled: boolean;
}

/** The query of a figure, which changes with the selection. */
export class FigureQuery<Data> {
  private readonly current = signal<FigureState<Data>>({ isBusy: true, isSettled: false });
  private controller = new AbortController();

  constructor(private readonly client: QueryClient) {}

  get state(): ReadonlySignal<FigureState<Data>> {
    return this.current;
  }

  /** Loads the data of a selection, in place of the previous one. Repeated with the same selection, it refreshes them. */
  load(query: Query<Data>, selection: Selection): void {
    this.stop();
    const { signal: abortSignal } = (this.controller = new AbortController());
    this.change({ isBusy: this.current.peek().shown?.selection !== selection, isSettled: false });
    void this.client
      .subscribe(
        query,
        {
          onResult: ({ data }) => {
            const { shown } = this.current.peek();
            this.change({
              // An equal result is not drawn again.
              shown:
                shown?.selection === selection && isEqual(shown.data, data) ? shown : { data, selection },
              problem: undefined,
              staleSince: undefined,
              isBusy: false,
            });
          },
          onProblem: (problem, cached) => {
            this.change(
              cached
                ? { staleSince: cached.at, isBusy: false }
                : { shown: undefined, problem, staleSince: undefined, isBusy: false },
            );
          },
        },
        abortSignal,
      )
      .then(() => {
        if (!abortSignal.aborted) this.change({ isSettled: true });
      });
  }

  /** Waits for another query, on which this one depends. */
  wait(): void {
    this.stop();
    this.change({ isBusy: true, isSettled: false });
  }

  /** Shows nothing. @param problem of the query on which this one depends */
  clear(problem: Problem | undefined): void {
    this.stop();
    this.current.value = { problem, isBusy: false, isSettled: true };
  }

  stop(): void {
    this.controller.abort();
  }

  private change(change: Partial<FigureState<Data>>): void {
    this.current.value = { ...this.current.peek(), ...change };
  }
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
