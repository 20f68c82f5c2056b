/** How the page stands with the server. */
export type ConnectionState =
  | { readonly kind: 'fine' }
  /** @param asOf the time of the oldest figures that are shown; undefined where none of them are */
  | { readonly kind: 'offline'; readonly asOf: number | undefined }
  | { readonly kind: 'expired' };

/** Gathers from all calls under way whether there is a network and a session. */
export class Connection {
  private readonly failing = new Map<string, number | undefined>();
  private current: ConnectionState = { kind: 'fine' };

  constructor(private readonly onChange: (state: ConnectionState) => void) {}

  get state(): ConnectionState {
    return this.current;
  }

  /** @param keptAt the time of the answer that is shown instead */
  failed(key: string, keptAt: number | undefined): void {
    this.failing.set(key, keptAt);
    this.tellOffline();
  }

  /** A call was answered by the platform. */
  answered(key: string): void {
    this.failing.delete(key);
    if (this.failing.size > 0) this.tellOffline();
    else this.tell({ kind: 'fine' });
  }

  /** Nobody waits any more for the answer to a call, which says nothing about the connection. */
  abandoned(key: string): void {
    if (this.failing.delete(key) && this.failing.size > 0) this.tellOffline();
  }

  sessionEnded(): void {
    this.tell({ kind: 'expired' });
  }

  private tellOffline(): void {
    const times = [...this.failing.values()].filter((time) => time !== undefined);
    this.tell({ kind: 'offline', asOf: times.length > 0 ? Math.min(...times) : undefined });
  }

  /** That a session has ended stays true. */
  private tell(state: ConnectionState): void {
    if (this.current.kind === 'expired' || isSame(this.current, state)) return;
    this.current = state;
    this.onChange(state);
  }
}

function isSame(one: ConnectionState, other: ConnectionState): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
