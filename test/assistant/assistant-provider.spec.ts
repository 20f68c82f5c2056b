import { Test } from '@nestjs/testing';
import { AssistantModel } from '../../src/chatbot/assistant/assistant-model';
import { assistantProvider } from '../../src/chatbot/assistant/assistant.provider';
import { OfflineAssistant } from '../../src/chatbot/assistant/offline/offline-assistant';
import { SpecialtyCatalogue } from '../../src/chatbot/assistant/offline/specialty-catalogue';
import { OpenAIAssistant } from '../../src/chatbot/assistant/openai/openai-assistant';
import { ENVIRONMENT } from '../../src/config/config.module';
import { readEnvironment } from '../../src/config/environment';

async function chosen(variables: Record<string, string>): Promise<AssistantModel> {
  const environment = readEnvironment({
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
    OAUTH_ISSUER: 'http://127.0.0.1:9',
    OAUTH_CLIENT_ID: 'test',
    ...variables,
  });
  const module = await Test.createTestingModule({
    providers: [
      assistantProvider,
      { provide: ENVIRONMENT, useValue: environment },
      { provide: SpecialtyCatalogue, useValue: { list: () => Promise.resolve([]) } },
    ],
  }).compile();
  return module.get(AssistantModel);
}

describe('the assistant', () => {
  it('is the offline one unless a model server is configured', async () => {
    expect(await chosen({})).toBeInstanceOf(OfflineAssistant);
    expect(await chosen({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' })).toBeInstanceOf(OpenAIAssistant);
  });

  it('is the one that CHATBOT_PROVIDER names', async () => {
    expect(await chosen({ CHATBOT_PROVIDER: 'openai', OPENAI_API_KEY: 'sk' })).toBeInstanceOf(
      OpenAIAssistant,
    );
    expect(await chosen({ CHATBOT_PROVIDER: 'offline', OPENAI_API_KEY: 'sk' })).toBeInstanceOf(
      OfflineAssistant,
    );
  });
});
