import type { Locale } from '../../shared/locale';

/** What to do in an emergency, for whoever is refused unread. */
const IN_EMERGENCY: Readonly<Record<Locale, string>> = {
  en: 'In an emergency do not wait: go to the nearest hospital now.',
  fr: 'En cas d’urgence, n’attendez pas : allez maintenant à l’hôpital le plus proche.',
  pt: 'Numa emergência, não espere: vá agora ao hospital mais próximo.',
  ar: 'في الحالات الطارئة لا تنتظر: اذهب الآن إلى أقرب مستشفى.',
  sw: 'Kama ni dharura, usisubiri: nenda hospitali iliyo karibu sasa hivi.',
};

/** Says it as one sentence. */
export function inEmergency(language: Locale): string {
  return IN_EMERGENCY[language];
}

/** Of a conversation that does not exist, is somebody else's, or has been deleted meanwhile. */
export const NO_SUCH_CONVERSATION = 'conversationId: no such conversation';

/** Of a reply likewise. */
export const NO_SUCH_REPLY = 'messageId: no such reply';

/** Of a reply whose readers are as many as may be, to the one who gives way to another. */
export const TOO_MANY_READERS = 'Too many are reading this reply; try again in 5 seconds';

/** Of a `lastEventId` that no event has. */
export const NO_SUCH_EVENT = 'lastEventId: expected the id of an event of this reply, or none';

/** Of a reply that cannot be had or kept. */
export function couldNotAnswer(conversationId: string): string {
  return `The assistant could not answer just now. Your message was kept: go on in conversation ${conversationId}.`;
}
