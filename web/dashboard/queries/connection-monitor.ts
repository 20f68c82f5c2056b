export type ConnectionState =
  | { readonly kind: 'fine' }
  /** @param asOf the time of the oldest cached figures on the page; undefined if there are none */
  | { readonly kind: 'offline'; readonly asOf: number | undefined }
  | { readonly kind: 'expired' };

/** Derives the state of network and session from the outcomes of all queries. */
export class ConnectionMonitor {
  /** The failing queries, each with the time of its cached result. */
  private readonly failing = new Map<string, number | undefined>();
  private current: ConnectionState = { kind: 'fine' };

  constructor(private readonly onChange: (state: ConnectionState) => void) {}

  get state(): ConnectionState {
    return this.current;
  }

  /** @param cachedAt the time of the cached result that the page shows instead */
  reportFailure(key: string, cachedAt: number | undefined): void {
    this.failing.set(key, cachedAt);
    this.setOffline();
  }

  /** Reports that the platform has responded, also with an error. */
  reportSuccess(key: string): void {
    this.failing.delete(key);
    if (this.failing.size > 0) this.setOffline();
    else this.setState({ kind: 'fine' });
  }

  /** Reports that the page has cancelled a query: its outcome is unknown, so `offline` stays. */
  reportAbandoned(key: string): void {
    if (this.failing.delete(key) && this.failing.size > 0) this.setOffline();
  }

  reportSessionEnded(): void {
    this.setState({ kind: 'expired' });
  }

  private setOffline(): void {
    const times = [...this.failing.values()].filter((time) => time !== undefined);
    this.setState({ kind: 'offline', asOf: times.length > 0 ? Math.min(...times) : undefined });
  }

  /** Notifies of a change. `expired` is final. */
  private setState(state: ConnectionState): void {
    if (this.current.kind === 'expired' || isSame(this.current, state)) return;
    this.current = state;
    this.onChange(state);
  }
}

function isSame(one: ConnectionState, other: ConnectionState): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
