import { currentOwner } from '../../../src/platform/limits/current-turns';
import { ProcedureRunner } from '../../../src/platform/trpc/transport/procedure-runner';
import { start } from '../../modules/chatbot/replies/conversation';
import { ReplyStream } from '../../modules/chatbot/replies/reply-stream';
import { ListeningSuite } from '../../support/listening-suite';
import type { PlainCaller } from '../../support/plain-caller';

describe('a subscription', () => {
  const suite = new ListeningSuite();
  let origin = '';
  beforeAll(async () => (origin = await suite.platform.app.getUrl()));
  afterEach(() => jest.restoreAllMocks());

  /** Subscribes to a reply. @returns whose work the subscription was in the turns */
  async function ownerOfSubscription(
    caller: PlainCaller,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<unknown> {
    const { messageId } = await start(caller, { message: 'I cough' });
    const runner = suite.platform.app.get(ProcedureRunner);
    const run = runner.run.bind(runner);
    const owners = new Map<string, unknown>();
    jest.spyOn(runner, 'run').mockImplementation((path, input, context) => {
      owners.set(path, currentOwner());
      return run(path, input, context);
    });
    const stream = await (await ReplyStream.open(origin, { messageId, headers })).end();
    expect(stream.status).toBe(200);
    expect(stream.text).not.toBe('');
    return owners.get('chatbot.reply');
  }

  it('is work of the caller’s account', async () => {
    const cookie = await suite.platform.session({ role: 'user' });
    const caller = suite.anyone.as(cookie);
    expect(await ownerOfSubscription(caller, { cookie })).toBe(await suite.accountOf(caller));
  });

  it('is work of the network of an anonymous caller', async () => {
    expect(await ownerOfSubscription(suite.anyone)).toBe('127.0.0.1');
  });
});
