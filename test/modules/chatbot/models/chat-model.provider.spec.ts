import { Test } from '@nestjs/testing';
import { ChatModel } from '../../../../src/modules/chatbot/models/chat-model';
import { chatModelProvider } from '../../../../src/modules/chatbot/models/chat-model.provider';
import { OfflineChatModel } from '../../../../src/modules/chatbot/models/offline/offline-chat-model';
import { ENVIRONMENT } from '../../../../src/platform/config/config.module';
import { fails } from '../../../support/model-server';
import { testEnvironment } from '../../../support/environment';
import { ChainScenario, OfflineStandIn } from './chain-scenario';
import { readReply } from './model-scenario';

/** Returns the reply of the models of these settings. */
async function reply(settings: Readonly<Record<string, string>>): Promise<string> {
  const module = await Test.createTestingModule({
    providers: [
      chatModelProvider,
      { provide: ENVIRONMENT, useValue: testEnvironment({ OPENAI_MAX_RETRIES: '0', ...settings }) },
      { provide: OfflineChatModel, useValue: new OfflineStandIn() },
    ],
  }).compile();
  const { text } = await readReply(module.get(ChatModel));
  await module.close();
  return text;
}

describe('chatModelProvider', () => {
  const { first, second } = new ChainScenario();
  const bothModels = () => ({
    CHATBOT_PROVIDER: 'openai',
    OPENAI_BASE_URL: first.baseUrl,
    OPENAI_MODEL: 'small',
    OPENAI_API_KEY: 'sk-1',
    OPENAI_FALLBACK_BASE_URL: second.baseUrl,
    OPENAI_FALLBACK_MODEL: 'large',
    OPENAI_FALLBACK_API_KEY: 'sk-2',
  });

  it('uses the model of the settings, with its key', async () => {
    expect(await reply(bothModels())).toBe('From the first.');
    expect(first.requests[0]?.body).toMatchObject({ model: 'small', max_tokens: 800 });
    expect(first.requests[0]?.headers.authorization).toBe('Bearer sk-1');
    expect(second.requests).toHaveLength(0);
  });

  it('uses the fallback model, with its own key, if the first model fails', async () => {
    first.behave(fails(500));
    expect(await reply(bothModels())).toBe('From the second.');
    expect(second.requests[0]?.body).toMatchObject({ model: 'large' });
    expect(second.requests[0]?.headers.authorization).toBe('Bearer sk-2');
  });

  it('uses the offline model if all configured models fail', async () => {
    first.behave(fails(500));
    second.behave(fails(500));
    expect(await reply(bothModels())).toBe('From here.');
    expect(await reply({ CHATBOT_PROVIDER: 'openai', OPENAI_BASE_URL: first.baseUrl })).toBe('From here.');
  });

  it('sends no request if CHATBOT_PROVIDER is offline', async () => {
    expect(await reply({ ...bothModels(), CHATBOT_PROVIDER: 'offline' })).toBe('From here.');
    expect([...first.requests, ...second.requests]).toHaveLength(0);
  });
});
