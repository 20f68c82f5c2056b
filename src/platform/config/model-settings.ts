import { z } from 'zod';
import { type Variables, hosts, integer, isHostAllowed, oneOf, url } from './setting-types';

/** Settings of the assistant: model servers, timeouts and limits. */
export const modelSettings = {
  CHATBOT_PROVIDER: oneOf(['openai', 'offline'])
    .optional()
    .describe(
      'which assistant answers; must be said in production, else `openai` where `OPENAI_API_KEY` or `OPENAI_BASE_URL` is set',
    ),
  OPENAI_API_KEY: z.string().optional().describe('key for the model server'),
  OPENAI_BASE_URL: url.optional().describe('any OpenAI-compatible server: Ollama, vLLM, llama.cpp'),
  OPENAI_MODEL: z.string().default('gpt-4.1-mini').describe('model to ask'),
  OPENAI_TIMEOUT_MS: integer(100, 600_000)
    .default(10_000)
    .describe('longest silence of a model server: before the first token, and between two'),
  OPENAI_MAX_RETRIES: integer(0, 10)
    .default(1)
    .describe('further attempts at the same server after one that failed and may pass'),
  OPENAI_FALLBACK_BASE_URL: url
    .optional()
    .describe('second OpenAI-compatible server, asked where the first one fails'),
  OPENAI_FALLBACK_MODEL: z.string().optional().describe('model to ask there'),
  OPENAI_FALLBACK_API_KEY: z.string().optional().describe('key for it; it never gets the first one’s'),
  CHATBOT_PROVIDER_ALLOWED_HOSTS: hosts
    .optional()
    .describe(
      'hosts, alone or with a port, that what people write may be sent to, separated by commas; all when unset, and a model server elsewhere stops the boot',
    ),
  CHATBOT_DEADLINE_MS: integer(100, 600_000)
    .default(20_000)
    .describe('time for one reply, all attempts together'),
  CHATBOT_MAX_REPLY_TOKENS: integer(16, 32_000)
    .default(800)
    .describe('longest reply, in tokens of the model'),
  CHATBOT_HISTORY_MESSAGES: integer(1, 200)
    .default(20)
    .describe('how many of a conversation’s last messages the model sees'),
} as const;

/** Base URL of the models if `OPENAI_BASE_URL` is unset. */
export const OPENAI_URL = 'https://api.openai.com/v1';

/** Yields the conditions between the model settings that are not met. */
export function* findUnmetModelConditions(variables: Variables): Generator<string> {
  const { CHATBOT_PROVIDER: provider, OPENAI_FALLBACK_BASE_URL: fallback } = variables;
  // The offline assistant calls no server.
  if (provider === 'offline') return;
  const hasFirstServer = Boolean(variables.OPENAI_API_KEY ?? variables.OPENAI_BASE_URL);
  if (provider === 'openai' && !hasFirstServer) {
    yield 'OPENAI_API_KEY: required with CHATBOT_PROVIDER=openai, unless OPENAI_BASE_URL names a server of your own';
  }
  if (provider === undefined && fallback && !hasFirstServer) {
    yield 'OPENAI_BASE_URL: required with OPENAI_FALLBACK_BASE_URL, which is asked where the first server fails; or OPENAI_API_KEY, for OpenAI’s own';
  }
  if (fallback && !variables.OPENAI_FALLBACK_MODEL) {
    yield 'OPENAI_FALLBACK_MODEL: required with OPENAI_FALLBACK_BASE_URL';
  }
  for (const name of ['OPENAI_FALLBACK_MODEL', 'OPENAI_FALLBACK_API_KEY']) {
    if (variables[name] && !fallback) yield `OPENAI_FALLBACK_BASE_URL: required with ${name}`;
  }
  const allowedHosts = variables.CHATBOT_PROVIDER_ALLOWED_HOSTS;
  const allowed = hosts.safeParse(allowedHosts ?? '');
  if (allowedHosts === undefined || !allowed.success) return;
  const usesOpenAI = provider === 'openai' || Boolean(variables.OPENAI_API_KEY);
  const addresses = {
    OPENAI_BASE_URL: variables.OPENAI_BASE_URL ?? (usesOpenAI ? OPENAI_URL : undefined),
    OPENAI_FALLBACK_BASE_URL: fallback,
  };
  for (const [name, address] of Object.entries(addresses)) {
    if (address === undefined || !url.safeParse(address).success || isHostAllowed(allowed.data, address))
      continue;
    yield `${name}: ${new URL(address).host} is not among CHATBOT_PROVIDER_ALLOWED_HOSTS`;
  }
}
