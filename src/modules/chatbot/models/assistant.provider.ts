import type { Provider } from '@nestjs/common';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { OPENAI_URL } from '../../../platform/config/model-settings';
import { AssistantChain } from './assistant-chain';
import { AssistantModel } from './assistant-model';
import { OfflineAssistant } from './offline/offline-assistant';
import { OpenAIAssistant, type OpenAIAssistantSettings } from './openai/openai-assistant';

/** Answers people, asking the models that the settings name. The module that lists it also provides `OfflineAssistant`. */
export const assistantProvider: Provider<AssistantModel> = {
  provide: AssistantModel,
  inject: [ENVIRONMENT, OfflineAssistant],
  useFactory: (environment: Environment, offline: OfflineAssistant): AssistantModel => {
    const models = modelsOf(environment).map((settings) => new OpenAIAssistant(settings));
    return new AssistantChain(models, offline);
  },
};

/** The models that are asked, in this order. */
function modelsOf(environment: Environment): OpenAIAssistantSettings[] {
  if (environment.CHATBOT_PROVIDER === 'offline') return [];
  const bounds = {
    timeoutMs: environment.OPENAI_TIMEOUT_MS,
    maximumTokens: environment.CHATBOT_MAX_REPLY_TOKENS,
    retries: environment.OPENAI_MAX_RETRIES,
    deadlineMs: environment.CHATBOT_DEADLINE_MS,
  };
  const first = {
    baseUrl: environment.OPENAI_BASE_URL ?? OPENAI_URL,
    apiKey: environment.OPENAI_API_KEY,
    model: environment.OPENAI_MODEL,
  };
  const { OPENAI_FALLBACK_BASE_URL: baseUrl, OPENAI_FALLBACK_MODEL: model } = environment;
  const apiKey = environment.OPENAI_FALLBACK_API_KEY;
  const others = baseUrl !== undefined && model !== undefined ? [{ baseUrl, apiKey, model }] : [];
  return [first, ...others].map((server) => ({ ...server, ...bounds }));
}
