import { completes } from '../../../support/model-server';
import { send } from './conversation';
import { RepliesScenario } from './replies-scenario';

describe('the urgency of a reply', () => {
  const scenario = RepliesScenario.suite({ OPENAI_MAX_RETRIES: '0' });

  beforeEach(() => {
    scenario.model.behave(completes('Ask a health worker.'));
  });

  it.each([
    ['today', 'condom burst, is there medicine so i dont get hiv'],
    ['routine', 'what is PEP?'],
  ])('is %s with an urgent fact: %s', async (urgency, message) => {
    expect(await send(scenario.anyone, { message })).toMatchObject({ urgency });
  });

  it.each([
    ['today', 'et si je suis enceinte ?'],
    ['today', 'et si j’ai de la fièvre ?'],
    ['routine', 'quels sont les symptômes de la grippe ?'],
    ['routine', 'merci beaucoup'],
  ])('is %s after a message for today: %s', async (urgency, message) => {
    const before = 'le chien du voisin m’a mordu hier';
    const { conversationId, urgency: first } = await send(scenario.anyone, { message: before });
    expect(first).toBe('today');
    expect(await send(scenario.anyone, { message, conversationId })).toMatchObject({ urgency });
  });
});
