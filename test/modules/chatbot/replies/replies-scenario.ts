import { ModelServer } from '../../../support/model-server';
import { PlainCaller } from '../../../support/plain-caller';
import { type Platform, startPlatform } from '../../../support/platform';
import { ReplyStream } from './reply-stream';

type ReplyRequest = Parameters<typeof ReplyStream.open>[1];

/** A platform on a port, with a model server whose behaviour the test sets. */
export class RepliesScenario {
  /** Without a session. */
  readonly anyone: PlainCaller;

  private constructor(
    readonly model: ModelServer,
    readonly platform: Platform,
    readonly origin: string,
  ) {
    this.anyone = new PlainCaller(origin);
  }

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<RepliesScenario> {
    const model = await ModelServer.start();
    const platform = await startPlatform({
      CHATBOT_PROVIDER: 'openai',
      OPENAI_BASE_URL: model.baseUrl,
      CHATBOT_ANONYMOUS_PER_MINUTE: '100000',
      ...settings,
    });
    return new RepliesScenario(model, platform, await platform.listen());
  }

  /** Reads a reply on its own connection, anonymously unless the headers have a session. */
  read(messageId: string, options: Omit<ReplyRequest, 'messageId'> = {}): Promise<ReplyStream> {
    return ReplyStream.open(this.origin, { messageId, ...options });
  }

  async close(): Promise<void> {
    await this.platform.close();
    await this.model.close();
  }
}
