import type { Locale } from '../../shared/locale';

/** What to do in an emergency, for messages that are refused without being read. */
const IN_EMERGENCY: Readonly<Record<Locale, string>> = {
  en: 'In an emergency do not wait: go to the nearest hospital now.',
  fr: 'En cas d’urgence, n’attendez pas : allez maintenant à l’hôpital le plus proche.',
  pt: 'Numa emergência, não espere: vá agora ao hospital mais próximo.',
  ar: 'في الحالات الطارئة لا تنتظر: اذهب الآن إلى أقرب مستشفى.',
  sw: 'Kama ni dharura, usisubiri: nenda hospitali iliyo karibu sasa hivi.',
};

/** Returns a sentence on what to do in an emergency. */
export function inEmergency(language: Locale): string {
  return IN_EMERGENCY[language];
}

/** The conversation does not exist, was deleted, or belongs to another account. */
export const NO_SUCH_CONVERSATION = 'conversationId: no such conversation';

/** The reply does not exist, was deleted, or belongs to another account. */
export const NO_SUCH_REPLY = 'messageId: no such reply';

/** For the reader that is disconnected because a reply has too many. */
export const TOO_MANY_READERS = 'Too many are reading this reply; try again in 5 seconds';

/** The reply has no event with this `lastEventId`. */
export const NO_SUCH_EVENT = 'lastEventId: expected the id of an event of this reply, or none';

/** No reply could be generated or stored. */
export function formatGenerationError(conversationId: string): string {
  return `The assistant could not answer just now. Your message was kept: go on in conversation ${conversationId}.`;
}
