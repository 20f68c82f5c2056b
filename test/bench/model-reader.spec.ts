import { assessAll, scoreOf } from '../../bench/assistant/evaluate';
import type { LabelledMessage } from '../../bench/assistant/labelled-messages';
import { createEvaluatedModel, readByModel } from '../../bench/assistant/model-reader';
import { ModelServer, completes } from '../support/model-server';

const MESSAGES: LabelledMessage[] = [
  { id: '1', language: 'en', label: 'emergency', text: 'I have crushing chest pain and I cannot breathe' },
  { id: '2', language: 'en', label: 'near-miss', text: 'What is a stroke? It is for school' },
  { id: '3', language: 'fr', label: 'mild', text: 'j’ai un rhume' },
  { id: '4', language: 'en', label: 'emergency', text: 'the moon has green spoons' },
];

describe('readByModel', () => {
  let server: ModelServer;
  beforeAll(async () => {
    server = await ModelServer.start();
  });
  afterAll(() => server.close());

  const evaluated = (messages = '10') =>
    createEvaluatedModel({
      OPENAI_BASE_URL: server.baseUrl,
      EVAL_MESSAGES: messages,
      OPENAI_MAX_RETRIES: '0',
    });

  /** Reads the messages by a model that answers so. */
  async function readAnswered(text: string, messages?: string) {
    server.behave(completes(text));
    const model = evaluated(messages);
    if (!model) throw new Error('there is no model');
    return readByModel(assessAll(MESSAGES), model);
  }

  it('joins the verdicts with triage', async () => {
    const verdict = { signs: ['poisoning'], urgency: 'emergency', urgency_is_sure: true, your_reply: 'Go.' };
    const { sample, alone, joined } = await readAnswered(JSON.stringify(verdict));
    expect(sample).toHaveLength(4);
    expect(scoreOf(alone)).toMatchObject({ recall: 1, alarms: { mild: 1, 'near-miss': 1 } });
    expect(joined.find(({ message }) => message.id === '4')).toMatchObject({
      urgency: 'emergency',
      signs: ['poisoning'],
    });
  });

  it('has the reading of triage where there is no verdict', async () => {
    const { alone, joined } = await readAnswered('Drink water.');
    expect(alone).toEqual([]);
    expect(scoreOf(joined)).toMatchObject({ count: 4, recall: 0.5, alarms: { mild: 0 } });
  });

  it('reads no more messages than were asked for', async () => {
    const { sample } = await readAnswered('Drink water.', '2');
    expect(sample).toHaveLength(2);
    expect(server.requests).toHaveLength(2);
  });

  it('has no model without settings', () => {
    expect(createEvaluatedModel({})).toBeUndefined();
  });
});
