/** The contract of each feature by the name of its router. A new feature adds its line here, and nothing elsewhere. */
export { authContract as auth } from './modules/auth/auth.contract';
export { chatbotContract as chatbot } from './modules/chatbot/chatbot.contract';
export { specialtiesContract as specialties } from './modules/specialties/specialties.contract';
export { consultationsContract as consultations } from './modules/consultations/consultations.contract';
export { healthContract as health } from './modules/health/health.contract';
