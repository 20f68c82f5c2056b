/** How the page stands with the server. */
export type ConnectionState =
  | { readonly kind: 'fine' }
  /** @param asOf the time of the oldest figures that are shown; undefined where none of them are */
  | { readonly kind: 'offline'; readonly asOf: number | undefined }
  | { readonly kind: 'expired' };

/** Gathers from all calls under way whether there is a network and a session. */
export class Connection {
  private readonly failing = new Map<string, number | undefined>();
  private expired = false;

  constructor(private readonly onChange: (state: ConnectionState) => void) {}

  /** @param keptAt the time of the answer that is shown instead */
  failed(key: string, keptAt: number | undefined): void {
    this.failing.set(key, keptAt);
    this.tell();
  }

  /** A call was answered, or nobody waits for it any more. */
  settled(key: string): void {
    if (this.failing.delete(key)) this.tell();
  }

  sessionEnded(): void {
    this.expired = true;
    this.tell();
  }

  private tell(): void {
    if (this.expired) this.onChange({ kind: 'expired' });
    else if (this.failing.size === 0) this.onChange({ kind: 'fine' });
    else {
      const times = [...this.failing.values()].filter((time) => time !== undefined);
      this.onChange({ kind: 'offline', asOf: times.length > 0 ? Math.min(...times) : undefined });
    }
  }
}
