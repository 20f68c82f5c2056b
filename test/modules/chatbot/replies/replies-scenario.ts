import { ModelServer } from '../../../support/model-server';
import { PlainCaller } from '../../../support/plain-caller';
import { type Platform, startPlatform } from '../../../support/platform';
import { ReplyStream } from './reply-stream';

type Asked = Parameters<typeof ReplyStream.open>[1];

/** A platform that listens, and asks a model server which does as it is told, for the tests of a file. */
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

  /** Reads a reply on a connection of its own, as anyone unless the headers say who. */
  read(messageId: string, rest: Omit<Asked, 'messageId'> = {}): Promise<ReplyStream> {
    return ReplyStream.open(this.origin, { messageId, ...rest });
  }

  async close(): Promise<void> {
    await this.platform.close();
    await this.model.close();
  }
}
