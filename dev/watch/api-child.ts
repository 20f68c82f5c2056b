import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { checkoutRoot } from '../checkout';
import type { Variables } from '../stack/stack';
import type { ApiMessage, LauncherMessage } from './messages';

/** Time for a process to end after SIGTERM. */
const STOP_TIMEOUT_MS = 800;

const apiMessage: z.ZodType<ApiMessage> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('packages-loaded') }),
  z.object({ type: z.literal('source-loaded') }),
  z.object({ type: z.literal('listening'), packages: z.array(z.string()) }),
]);

/** The launcher's handle of a child process, which loads the API's packages, then its source, then starts it. */
export class ApiChild {
  isStopping = false;
  readonly ended: Promise<void>;
  /** Resolves when the packages are loaded or the process has ended. */
  readonly packagesLoaded: Promise<unknown>;
  private readonly child: ChildProcess;
  private isListening = false;

  /** @param packages files in node_modules to load before the source */
  constructor(variables: Variables, packages: readonly string[]) {
    const program = ['--require', './dev/build/typescript.cjs', join('dev', 'watch', 'api-child-main.ts')];
    this.child = spawn(process.execPath, ['--enable-source-maps', ...program], {
      cwd: checkoutRoot,
      env: variables,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.ended = once(this.child, 'exit').then(() => undefined);
    this.packagesLoaded = this.request({ type: 'load-packages', files: packages });
  }

  /** Loads the current source. @returns false if that failed; the process has then ended */
  async load(): Promise<boolean> {
    return (await this.request({ type: 'load-source' })) !== undefined;
  }

  /** Starts the API. @returns the packages that it imports; undefined if the process ended before it listened */
  async run(inspectPort: number | undefined): Promise<readonly string[] | undefined> {
    const reply = await this.request({ type: 'run', inspectPort });
    if (reply?.type !== 'listening') return undefined;
    this.isListening = true;
    return reply.packages;
  }

  /** Stops the process. If it listens, it has time to close its connections. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.child.kill(this.isListening ? 'SIGTERM' : 'SIGKILL');
    // A process that is paused in a debugger does not handle SIGTERM.
    const kill = setTimeout(() => this.child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await this.ended;
    clearTimeout(kill);
  }

  /** Sends a message. @returns the reply; undefined if the process ended first */
  private async request(message: LauncherMessage): Promise<ApiMessage | undefined> {
    const reply = once(this.child, 'message').then(([received]: unknown[]) => apiMessage.parse(received));
    // If the process has ended, sending fails and `ended` resolves.
    this.child.send(message, () => undefined);
    return Promise.race([reply, this.ended.then(() => undefined)]);
  }
}
