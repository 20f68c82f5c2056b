import type { Locale } from '../../shared/locale';

/** Texts that the server renders. The other texts of the page are in the web application. */
export interface ChatPageTexts {
  readonly title: string;
  readonly description: string;
  readonly loading: string;
  readonly noScript: string;
}

export const CHAT_PAGE_TEXTS: Readonly<Record<Locale, ChatPageTexts>> = {
  en: {
    title: 'Health assistant',
    description: 'Ask about symptoms, illnesses and medicines, and which kind of doctor to see.',
    loading: 'Loading the assistant …',
    noScript:
      'The assistant needs JavaScript, which is switched off in this browser. In an emergency, call for help or go to the nearest hospital now.',
  },
  fr: {
    title: 'Assistant santé',
    description:
      'Posez vos questions sur les symptômes, les maladies et les médicaments, et sur le médecin à consulter.',
    loading: 'Chargement de l’assistant…',
    noScript:
      'L’assistant a besoin de JavaScript, qui est désactivé dans ce navigateur. En cas d’urgence, appelez les secours ou rendez-vous tout de suite à l’hôpital le plus proche.',
  },
  pt: {
    title: 'Assistente de saúde',
    description: 'Pergunte sobre sintomas, doenças e medicamentos, e que tipo de médico deve consultar.',
    loading: 'A carregar o assistente…',
    noScript:
      'O assistente precisa de JavaScript, que está desativado neste navegador. Em caso de emergência, peça ajuda ou vá já ao hospital mais próximo.',
  },
  ar: {
    title: 'المساعد الصحي',
    description: 'اسأل عن الأعراض والأمراض والأدوية، وعن الطبيب الذي ينبغي أن تراجعه.',
    loading: 'جارٍ تحميل المساعد…',
    noScript:
      'يحتاج المساعد إلى JavaScript، وهو معطّل في هذا المتصفح. في حالات الطوارئ اطلب النجدة أو توجّه فورًا إلى أقرب مستشفى.',
  },
  sw: {
    title: 'Msaidizi wa afya',
    description: 'Uliza kuhusu dalili, magonjwa na dawa, na ni daktari gani wa kumwona.',
    loading: 'Msaidizi anapakiwa…',
    noScript:
      'Msaidizi anahitaji JavaScript, ambayo imezimwa katika kivinjari hiki. Wakati wa dharura, omba msaada au nenda sasa hivi katika hospitali iliyo karibu zaidi.',
  },
};
