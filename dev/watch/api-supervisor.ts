import type { Variables } from '../stack/stack';
import { ApiChild } from './api-child';

/** Time for an editor to save several files. */
const DEBOUNCE_MS = 50;

const NEXT_CHANGE_NOTE = 'The next change of src/ or migrations/ starts it again.';

const OLD_SOURCE_NOTE = 'The source before this change still runs; the next change starts it again.';

interface ApiOptions {
  /** The port for debuggers; undefined for none. */
  readonly inspectPort: number | undefined;
  readonly report: (message: string) => void;
}

/** Runs the API in a child process and replaces the process after each change of the source. */
export class ApiSupervisor {
  /** Resolves when the API listens for the first time. */
  readonly hasListened: Promise<void>;
  private resolveListened: () => void = () => undefined;
  private variables: Variables = {};
  private packages: readonly string[] = [];
  /** The process that listens, or the last one that did. */
  private current: ApiChild | undefined;
  /** The process that loads the source, to replace `current`. */
  private next: ApiChild | undefined;
  /** The process that loads packages, to be the next `next`. */
  private spare: ApiChild | undefined;
  private updating: Promise<void> | undefined;
  private changeCount = 0;
  /** Value of `changeCount` when `next` began to load the source. */
  private loadedChangeCount = 0;
  private changedFile: string | undefined;
  private debounce: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(private readonly options: ApiOptions) {
    this.hasListened = new Promise((resolve) => {
      this.resolveListened = resolve;
    });
  }

  /** Starts the first process with this environment. Resolves when it listens or has failed. */
  start(variables: Variables): Promise<void> {
    this.variables = variables;
    return this.update();
  }

  /** Replaces the process after a change of a file, and its replacement too if that does not listen yet. */
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
    this.changeCount += 1;
    // It has loaded the source without this change.
    void this.next?.stop();
    this.updating ??= this.replaceUntilCurrent();
    await this.updating;
  }

  private async replaceUntilCurrent(): Promise<void> {
    do await this.replace();
    while (this.loadedChangeCount !== this.changeCount && !this.isStopped);
    this.updating = undefined;
  }

  /** Loads the source in the next process, then stops the current one. If loading fails, the current one goes on. */
  private async replace(): Promise<void> {
    const { inspectPort, report } = this.options;
    const began = Date.now();
    this.spare ??= this.createChild();
    const next = this.spare;
    await next.packagesLoaded;
    this.spare = undefined;
    this.next = next;
    this.loadedChangeCount = this.changeCount;
    const isLoaded = await next.load();
    if (isLoaded && !next.isStopping) await this.current?.stop();
    const packages = isLoaded && !next.isStopping ? await next.run(inspectPort) : undefined;
    this.next = undefined;
    if (next.isStopping) return;
    this.spare = this.createChild(packages);
    if (packages === undefined) {
      const isOldRunning = this.current !== undefined && !this.current.isStopping;
      report(`The API did not start. ${isOldRunning ? OLD_SOURCE_NOTE : NEXT_CHANGE_NOTE}`);
      return;
    }
    if (this.current)
      report(`${this.changedFile ?? 'A file'} changed: restarted in ${Date.now() - began} ms.`);
    this.current = next;
    this.resolveListened();
    void next.ended.then(() => {
      if (!next.isStopping) report(`The API ended. ${NEXT_CHANGE_NOTE}`);
    });
  }

  private createChild(packages = this.packages): ApiChild {
    this.packages = packages;
    return new ApiChild(this.variables, packages);
  }
}
