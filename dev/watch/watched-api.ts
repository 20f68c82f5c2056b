import type { Variables } from '../stack/stack';
import { ApiChild } from './api-child';

/** Time in which an editor that saves several files has written all of them, in milliseconds. */
const DEBOUNCE_MS = 50;

const NEXT_CHANGE = 'The next change of src/ or migrations/ starts it again.';

const OLD_RUNS = 'The source before this change still runs; the next change starts it again.';

interface ApiOptions {
  /** The port for debuggers; undefined where none is to attach. */
  readonly inspectPort: number | undefined;
  readonly report: (message: string) => void;
}

/** The API in a process of its own, which is replaced when the source has changed. */
export class WatchedApi {
  /** Resolves once the API has listened for the first time. */
  readonly hasListened: Promise<void>;
  private resolveListened: () => void = () => undefined;
  private variables: Variables = {};
  private packages: readonly string[] = [];
  /** The process that listens, or did. */
  private current: ApiChild | undefined;
  /** The process that is about to replace it. */
  private next: ApiChild | undefined;
  /** The process after that, which loads packages meanwhile. */
  private spare: ApiChild | undefined;
  private updating: Promise<void> | undefined;
  private changes = 0;
  /** How many changes there were when the source was last read. */
  private seenChanges = 0;
  private changedFile: string | undefined;
  private debounce: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(private readonly options: ApiOptions) {
    this.hasListened = new Promise((resolve) => {
      this.resolveListened = resolve;
    });
  }

  /** Starts the first process, with these variables as its environment; waits until it listens or has failed. */
  start(variables: Variables): Promise<void> {
    this.variables = variables;
    return this.update();
  }

  /** To be called for each changed file: replaces the process, and its replacement too if that does not listen yet. */
  sourceChanged(file: string): void {
    this.changedFile = file;
    clearTimeout(this.debounce);
    this.debounce = setTimeout(() => void this.update(), DEBOUNCE_MS);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.debounce);
    await Promise.all([this.current?.stop(), this.next?.stop(), this.spare?.stop()]);
  }

  private async update(): Promise<void> {
    this.changes += 1;
    // It has read the source before this change.
    void this.next?.stop();
    this.updating ??= this.replaceUntilCurrent();
    await this.updating;
  }

  private async replaceUntilCurrent(): Promise<void> {
    do await this.replace();
    while (this.seenChanges !== this.changes && !this.isStopped);
    this.updating = undefined;
  }

  /** Replaces the current process as soon as the next one has loaded the source; one that fails to leaves it running. */
  private async replace(): Promise<void> {
    const { inspectPort, report } = this.options;
    const began = Date.now();
    this.spare ??= this.child();
    const next = this.spare;
    await next.packagesLoaded;
    this.spare = undefined;
    this.next = next;
    this.seenChanges = this.changes;
    const isLoaded = await next.load();
    if (isLoaded && !next.isStopping) await this.current?.stop();
    const packages = isLoaded && !next.isStopping ? await next.run(inspectPort) : undefined;
    this.next = undefined;
    if (next.isStopping) return;
    this.spare = this.child(packages);
    if (packages === undefined) {
      const isOldRunning = this.current !== undefined && !this.current.isStopping;
      report(`The API did not start. ${isOldRunning ? OLD_RUNS : NEXT_CHANGE}`);
      return;
    }
    if (this.current)
      report(`${this.changedFile ?? 'A file'} changed: restarted in ${Date.now() - began} ms.`);
    this.current = next;
    this.resolveListened();
    void next.ended.then(() => {
      if (!next.isStopping) report(`The API ended. ${NEXT_CHANGE}`);
    });
  }

  private child(packages = this.packages): ApiChild {
    this.packages = packages;
    return new ApiChild(this.variables, packages);
  }
}
