import { OfflineScenario } from './offline-scenario';

const scenario = new OfflineScenario();

async function countTurns(messages: readonly string[]): Promise<number> {
  let turns = 0;
  const takeTurn = () => {
    turns += 1;
    return undefined;
  };
  const sent = messages.map((content) => ({ role: 'user', content }) as const);
  for await (const _chunk of scenario.send(sent, { takeTurn }));
  return turns;
}

describe('the offline assistant', () => {
  it('takes a turn for each reading of a message: language, facts, values, questions, words, earlier questions', async () => {
    const message = 'The weather is nice in Nairobi';
    const one = await countTurns([message]);
    expect(one).toBeGreaterThanOrEqual(5);
    const five = await countTurns(Array.from({ length: 5 }, () => message));
    // For the words, and for the questions, of each earlier message.
    expect(five - one).toBe(8);
  });
});
