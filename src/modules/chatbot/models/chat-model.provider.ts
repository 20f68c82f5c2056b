import type { Provider } from '@nestjs/common';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { OPENAI_URL } from '../../../platform/config/model-settings';
import { ChatModel } from './chat-model';
import { ChatModelChain } from './chat-model-chain';
import { OfflineChatModel } from './offline/offline-chat-model';
import type { OpenAIChatModelSettings } from './openai/openai-chat-model';

/** Provides the chain of models of the settings. Needs `OfflineChatModel` in the same module. */
export const chatModelProvider: Provider<ChatModel> = {
  provide: ChatModel,
  inject: [ENVIRONMENT, OfflineChatModel],
  useFactory: async (environment: Environment, offline: OfflineChatModel): Promise<ChatModel> => {
    const settings = modelSettings(environment);
    if (settings.length === 0) return new ChatModelChain([], offline);
    // Loaded only if it is used, because the package takes 0.1 s.
    const { OpenAIChatModel } = await import('./openai/openai-chat-model.js');
    const models = settings.map((each) => new OpenAIChatModel(each));
    return new ChatModelChain(models, offline);
  },
};

/** Returns the settings of the models in the order in which they are tried. */
function modelSettings(environment: Environment): OpenAIChatModelSettings[] {
  if (environment.CHATBOT_PROVIDER === 'offline') return [];
  const limits = {
    timeoutMs: environment.OPENAI_TIMEOUT_MS,
    maxTokens: environment.CHATBOT_MAX_REPLY_TOKENS,
    retries: environment.OPENAI_MAX_RETRIES,
    deadlineMs: environment.CHATBOT_DEADLINE_MS,
  };
  const primary = {
    baseUrl: environment.OPENAI_BASE_URL ?? OPENAI_URL,
    apiKey: environment.OPENAI_API_KEY,
    model: environment.OPENAI_MODEL,
  };
  const { OPENAI_FALLBACK_BASE_URL: baseUrl, OPENAI_FALLBACK_MODEL: model } = environment;
  const apiKey = environment.OPENAI_FALLBACK_API_KEY;
  const fallback = baseUrl !== undefined && model !== undefined ? [{ baseUrl, apiKey, model }] : [];
  return [primary, ...fallback].map((server) => ({ ...server, ...limits }));
}
