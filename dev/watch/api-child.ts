import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { checkoutRoot } from '../checkout';
import type { Variables } from '../stack/stack';
import type { ApiMessage, LauncherMessage } from './messages';

/** Longest time that a process is given to end by itself, in milliseconds. */
const END_MS = 800;

const apiMessage: z.ZodType<ApiMessage> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('packages-loaded') }),
  z.object({ type: z.literal('source-loaded') }),
  z.object({ type: z.literal('listening'), packages: z.array(z.string()) }),
]);

/** One process of the API, which loads packages until it is asked for more. */
export class ApiChild {
  isStopping = false;
  readonly ended: Promise<void>;
  /** Resolves once the packages are loaded, and the source not yet; or once the process has ended. */
  readonly packagesLoaded: Promise<unknown>;
  private readonly child: ChildProcess;
  private isListening = false;

  /** @param packages files to load before the source */
  constructor(variables: Variables, packages: readonly string[]) {
    const program = ['--require', './dev/build/typescript.cjs', join('dev', 'watch', 'api-process.ts')];
    this.child = spawn(process.execPath, ['--enable-source-maps', ...program], {
      cwd: checkoutRoot,
      env: variables,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.ended = once(this.child, 'exit').then(() => undefined);
    this.packagesLoaded = this.ask({ type: 'load-packages', files: packages });
  }

  /** Loads the source as it is now. @returns whether that succeeded; if it did not, the process has ended */
  async load(): Promise<boolean> {
    return (await this.ask({ type: 'load-source' })) !== undefined;
  }

  /** Starts the API. @returns the packages that it imports; undefined if the process ended before it listened */
  async run(inspectPort: number | undefined): Promise<readonly string[] | undefined> {
    const answer = await this.ask({ type: 'run', inspectPort });
    if (answer?.type !== 'listening') return undefined;
    this.isListening = true;
    return answer.packages;
  }

  /** Ends the process, which has time to close its connections if it listens. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.child.kill(this.isListening ? 'SIGTERM' : 'SIGKILL');
    // It may be paused in a debugger.
    const kill = setTimeout(() => this.child.kill('SIGKILL'), END_MS);
    await this.ended;
    clearTimeout(kill);
  }

  /** @returns undefined if the process ended instead of answering */
  private async ask(message: LauncherMessage): Promise<ApiMessage | undefined> {
    const answered = once(this.child, 'message').then(([answer]: unknown[]) => apiMessage.parse(answer));
    this.send(message);
    return Promise.race([answered, this.ended.then(() => undefined)]);
  }

  /** A process that has ended cannot be reached; `ended` tells. */
  private send(message: LauncherMessage): void {
    this.child.send(message, () => undefined);
  }
}
