import { authContract } from './modules/auth/auth.contract';
import { chatbotContract } from './modules/chatbot/chatbot.contract';
import { consultationsContract } from './modules/consultations/consultations.contract';
import { healthContract } from './modules/health/health.contract';
import { specialtiesContract } from './modules/specialties/specialties.contract';
import type { RouterOf } from './platform/trpc/contract/contract';

/** Everything that the platform exposes, by router. */
export const contracts = {
  auth: authContract,
  chatbot: chatbotContract,
  specialties: specialtiesContract,
  consultations: consultationsContract,
  health: healthContract,
};

/** The type for genuine tRPC clients: `createTRPCClient<AppRouter>()`. */
export type AppRouter = RouterOf<typeof contracts>;
