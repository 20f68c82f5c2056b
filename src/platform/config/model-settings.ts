import { z } from 'zod';
import { type Variables, hosts, integer, isHostAllowed, oneOf, url } from './setting-types';

/** Settings of the assistant: model servers, timeouts and limits. */
export const modelSettings = {
  CHATBOT_PROVIDER: oneOf(['openai', 'offline'])
    .optional()
    .describe(
      'the assistant; required in production, otherwise `openai` if `OPENAI_API_KEY` or `OPENAI_BASE_URL` is set, else `offline`',
    ),
  OPENAI_API_KEY: z.string().optional().describe('API key of the model server'),
  OPENAI_BASE_URL: url.optional().describe('any OpenAI-compatible server: Ollama, vLLM, llama.cpp'),
  OPENAI_MODEL: z.string().default('gpt-4.1-mini').describe('model name'),
  OPENAI_TIMEOUT_MS: integer(100, 600_000)
    .default(10_000)
    .describe('maximum time to the first token of a model server, and between tokens'),
  OPENAI_MAX_RETRIES: integer(0, 10)
    .default(1)
    .describe('retries at the same server after a transient failure'),
  OPENAI_FALLBACK_BASE_URL: url
    .optional()
    .describe('second OpenAI-compatible server, called if the first one fails'),
  OPENAI_FALLBACK_MODEL: z.string().optional().describe('model name at the second server'),
  OPENAI_FALLBACK_API_KEY: z
    .string()
    .optional()
    .describe('API key of the second server, which never receives the first one’s'),
  CHATBOT_PROVIDER_ALLOWED_HOSTS: hosts
    .optional()
    .describe(
      'hosts, with or without a port, that may receive users’ messages, separated by commas; all if unset; any other model server fails the start',
    ),
  CHATBOT_DEADLINE_MS: integer(100, 600_000)
    .default(20_000)
    .describe('time limit of a reply, including all attempts'),
  CHATBOT_MAX_REPLY_TOKENS: integer(16, 32_000)
    .default(800)
    .describe('maximum length of a reply, in tokens of the model'),
  CHATBOT_HISTORY_MESSAGES: integer(1, 200)
    .default(20)
    .describe('number of a conversation’s latest messages sent to the model'),
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
