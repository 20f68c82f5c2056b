import type { Role } from '../../../../src/platform/access/role';
import { ModelServer } from '../../../support/model-server';
import { PlainCaller } from '../../../support/plain-caller';
import { type Platform, startPlatform } from '../../../support/platform';
import { type StoredReply, storedEnd, storedReply } from './conversation';
import { ReplyStream } from './reply-stream';

type ReplyRequest = Parameters<typeof ReplyStream.open>[1];
type Settings = Readonly<Record<string, string>>;

interface Parts {
  readonly model: ModelServer;
  readonly platform: Platform;
  readonly origin: string;
}

/** A platform on a port, with a model server whose behaviour the test sets. */
export class RepliesScenario {
  private constructor(private readonly parts: () => Parts) {}

  static async start(settings: Settings = {}): Promise<RepliesScenario> {
    const parts = await startParts(settings);
    return new RepliesScenario(() => parts);
  }

  /** Starts a scenario before the tests of a suite and closes it after them. */
  static suite(settings: Settings = {}): RepliesScenario {
    let parts: Parts | undefined;
    const scenario = new RepliesScenario(() => {
      if (!parts) throw new Error('the scenario is started before the tests, not before the suite');
      return parts;
    });
    beforeAll(async () => {
      parts = await startParts(settings);
    });
    afterAll(() => scenario.close());
    return scenario;
  }

  get model(): ModelServer {
    return this.parts().model;
  }

  get platform(): Platform {
    return this.parts().platform;
  }

  get origin(): string {
    return this.parts().origin;
  }

  /** Without a session. */
  get anyone(): PlainCaller {
    return new PlainCaller(this.origin);
  }

  /** Returns a caller with a new account. */
  async account(role: Role = 'user'): Promise<PlainCaller> {
    return this.anyone.as(await this.platform.session({ role }));
  }

  /** Reads a reply on its own connection, anonymously unless the headers have a session. */
  read(messageId: string, options: Omit<ReplyRequest, 'messageId'> = {}): Promise<ReplyStream> {
    return ReplyStream.open(this.origin, { messageId, ...options });
  }

  storedReply(messageId: string): Promise<StoredReply | undefined> {
    return storedReply(this.platform.database, messageId);
  }

  /** Waits until a stored reply is complete or failed. */
  storedEnd(messageId: string): Promise<StoredReply> {
    return storedEnd(this.platform.database, messageId);
  }

  /** Runs the work while the database refuses to store messages for which an SQL condition is false. */
  async refuseUnless(condition: string, work: () => Promise<void>): Promise<void> {
    const { database } = this.platform;
    await database.query(`ALTER TABLE message ADD CONSTRAINT refused CHECK (${condition}) NOT VALID`);
    try {
      await work();
    } finally {
      await database.query('ALTER TABLE message DROP CONSTRAINT refused');
    }
  }

  async close(): Promise<void> {
    await this.platform.close();
    await this.model.close();
  }
}

async function startParts(settings: Settings): Promise<Parts> {
  const model = await ModelServer.start();
  const platform = await startPlatform({
    CHATBOT_PROVIDER: 'openai',
    OPENAI_BASE_URL: model.baseUrl,
    CHATBOT_ANONYMOUS_PER_MINUTE: '100000',
    ...settings,
  });
  return { model, platform, origin: await platform.listen() };
}
