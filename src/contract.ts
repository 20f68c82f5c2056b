import { authContract } from './auth/auth.contract';
import { chatbotContract } from './chatbot/chatbot.contract';
import { consultationsContract } from './consultations/consultations.contract';
import { healthContract } from './health/health.contract';
import { specialtiesContract } from './specialties/specialties.contract';
import type { RouterOf } from './trpc/contract';

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
