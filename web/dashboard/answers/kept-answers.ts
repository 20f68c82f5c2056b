export interface Answer<Data> {
  readonly data: Data;
  /** When it was given, in milliseconds since 1970. */
  readonly at: number;
}

const PREFIX = 'dashboard:';

/** The shape of what is kept; another number makes browsers forget what an older page kept. */
const VERSION = 1;

/** As many as a morning's looking round takes, and few enough for the 5 MB that a browser gives. */
const MOST_KEPT = 80;

/**
 * The last answers, for when the network goes: in this tab alone, gone when it is closed, and never shown to another
 * account.
 */
export class KeptAnswers {
  private readonly prefix: string;

  /** Forgets what other accounts looked at in the same tab. */
  constructor(
    private readonly storage: Storage,
    accountId: string,
  ) {
    this.prefix = `${PREFIX}${VERSION}:${accountId}:`;
    this.remove((name) => !name.startsWith(this.prefix));
  }

  get<Data>(key: string): Answer<Data> | undefined {
    const text = this.storage.getItem(this.prefix + key);
    return text === null ? undefined : (JSON.parse(text) as Answer<Data>);
  }

  keep(key: string, answer: Answer<unknown>): void {
    const names = this.names();
    if (names.length >= MOST_KEPT) this.removeOldest(names);
    try {
      this.storage.setItem(this.prefix + key, JSON.stringify(answer));
    } catch {
      // No room, or a browser that keeps nothing: the page works all the same, as long as there is a network.
      this.clear();
    }
  }

  clear(): void {
    this.remove(() => true);
  }

  private names(): string[] {
    return Object.keys(this.storage).filter((name) => name.startsWith(PREFIX));
  }

  private remove(which: (name: string) => boolean): void {
    for (const name of this.names().filter(which)) this.storage.removeItem(name);
  }

  private removeOldest(names: readonly string[]): void {
    const ages = names.map((name) => ({
      name,
      at: this.get<unknown>(name.slice(this.prefix.length))?.at ?? 0,
    }));
    const [oldest] = ages.sort((one, other) => one.at - other.at);
    if (oldest) this.storage.removeItem(oldest.name);
  }
}
