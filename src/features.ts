/** The contract of each feature, by router name. A new feature adds one line here; its folder has the rest. */
export { authContract as auth } from './modules/auth/auth.contract';
export { chatbotContract as chatbot } from './modules/chatbot/chatbot.contract';
export { specialtiesContract as specialties } from './modules/specialties/specialties.contract';
export { consultationsContract as consultations } from './modules/consultations/consultations.contract';
export { healthContract as health } from './modules/health/health.contract';
export { auditContract as audit } from './modules/audit/audit.contract';
export { viewsContract as views } from './modules/views/views.contract';
