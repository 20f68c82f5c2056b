import type { Locale } from '../../../shared/locale';

/** Marks the end of a truncated reply in every language. */
export const TRUNCATION_MARK = ' […]';

const TRUNCATION_NOTICES: Readonly<Record<Locale, string>> = {
  en: 'This answer was cut off before its end. Write “continue” to go on, or ask again about one thing at a time.',
  fr: 'Cette réponse a été coupée avant la fin. Écrivez « continue » pour avoir la suite, ou reposez la question, une chose à la fois.',
  pt: 'Esta resposta foi cortada antes do fim. Escreva «continua» para ter o resto, ou pergunte de novo, uma coisa de cada vez.',
  ar: 'انقطعت هذه الإجابة قبل نهايتها. اكتب «أكمل» للمتابعة، أو اسأل من جديد عن أمر واحد في كل مرة.',
  sw: 'Jibu hili limekatika kabla ya kuisha. Andika “endelea” ili kupata sehemu iliyobaki, au uliza tena jambo moja kwa wakati mmoja.',
};

const REFUSAL_NOTICES: Readonly<Record<Locale, string>> = {
  en: 'The assistant does not answer this. Please speak with a health worker; if it is urgent, go to the nearest health facility now.',
  fr: 'L’assistant ne répond pas à cela. Parlez-en à un agent de santé ; si c’est urgent, allez maintenant au centre de santé le plus proche.',
  pt: 'O assistente não responde a isto. Fale com um profissional de saúde; se for urgente, vá já à unidade de saúde mais próxima.',
  ar: 'لا يجيب المساعد عن هذا. تحدّث مع عامل صحي؛ وإذا كان الأمر عاجلًا فاذهب الآن إلى أقرب مرفق صحي.',
  sw: 'Msaidizi hajibu swali hili. Tafadhali zungumza na mhudumu wa afya; kama ni jambo la dharura, nenda sasa kwenye kituo cha afya kilicho karibu.',
};

/** Returns the end of a truncated reply, which says how to continue. */
export function truncationNotice(language: Locale): string {
  return `${TRUNCATION_MARK}\n\n${TRUNCATION_NOTICES[language]}`;
}

/** Returns the reply that is shown if a model refuses to answer. */
export function refusalNotice(language: Locale): string {
  return REFUSAL_NOTICES[language];
}
