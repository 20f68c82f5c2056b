import { request } from 'node:http';
import { RequestTimeoutException } from '@nestjs/common';
import { inEmergency } from '../../../../src/modules/chatbot/refusal-texts';
import { currentClient } from '../../../../src/platform/limits/current-turns';
import { FairTurns } from '../../../../src/platform/limits/fair-turns';
import { TooBusyException } from '../../../../src/platform/limits/too-busy.exception';
import { failure } from '../../../support/plain-caller';
import { until } from '../../../support/until';
import { RepliesScenario } from './replies-scenario';

const PROCEDURES = ['chatbot.sendMessage', 'chatbot.startReply'];
const QUESTION = { message: 'I cough' };

describe('a message that waits to be read', () => {
  const scenario = RepliesScenario.suite({ CHATBOT_ANONYMOUS_PER_MINUTE: '4' });
  afterEach(() => jest.restoreAllMocks());

  const onTurn = (take: () => Promise<void>) =>
    jest.spyOn(scenario.platform.app.get(FairTurns), 'takeForMessage').mockImplementation(take);

  it.each(PROCEDURES)('is not read when its client disconnects: %s', async (procedure) => {
    const ended: unknown[] = [];
    const taken = onTurn(
      () =>
        new Promise((_resolve, reject) => {
          currentClient()?.addEventListener('abort', () => {
            ended.push(procedure);
            reject(new RequestTimeoutException());
          });
        }),
    );
    const sent = request(`${scenario.origin}/api/trpc/${procedure}`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json' },
    });
    sent.on('error', () => undefined);
    sent.end(JSON.stringify({ 0: { json: QUESTION } }));
    await until('the message waits', () => taken.mock.calls.length > 0);
    sent.destroy();
    await until('the message ends', () => ended.length > 0);
    expect(scenario.model.requests).toEqual([]);
    expect(taken).toHaveBeenCalledTimes(1);
  });

  it.each([...PROCEDURES, ...PROCEDURES])(
    'is refused with what to do in an emergency, also over the limit, by %s',
    async (procedure) => {
      onTurn(() => Promise.reject(new TooBusyException('Too many wait', 2)));
      const refused = await scenario.anyone.post(procedure, QUESTION);
      expect(failure(refused)).toMatchObject({ status: 503, message: `${inEmergency('en')} Too many wait` });
      expect(refused.headers['retry-after']).toBe('2');
    },
  );
});
