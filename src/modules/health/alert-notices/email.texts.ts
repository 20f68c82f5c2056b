import type { Locale } from '../../../shared/locale';

const ENGLISH = {
  subject: 'Disease alert',
  high: 'Act now',
  medium: 'Investigate',
  casesInWeek: 'Cases in week',
  casesSince: 'Cases since week',
  rising: 'Rising',
  falling: 'Falling',
  steady: 'Steady',
  why: 'You get this message because your address is in the settings of the health platform. Each episode is reported once, and again if it becomes more severe.',
};

/** The texts of e-mails about alerts. */
export const EMAIL_TEXTS: Readonly<Record<Locale, typeof ENGLISH>> = {
  en: ENGLISH,
  fr: {
    subject: 'Alerte sanitaire',
    high: 'Agir maintenant',
    medium: 'Investiguer',
    casesInWeek: 'Cas de la semaine',
    casesSince: 'Cas depuis la semaine',
    rising: 'En hausse',
    falling: 'En baisse',
    steady: 'Stable',
    why: 'Vous recevez ce message parce que votre adresse figure dans les réglages de la plateforme de santé. Chaque épisode est signalé une fois, et de nouveau s’il s’aggrave.',
  },
  pt: {
    subject: 'Alerta de doença',
    high: 'Agir já',
    medium: 'Investigar',
    casesInWeek: 'Casos na semana',
    casesSince: 'Casos desde a semana',
    rising: 'A subir',
    falling: 'A descer',
    steady: 'Estável',
    why: 'Recebe esta mensagem porque o seu endereço está nas definições da plataforma de saúde. Cada episódio é comunicado uma vez, e de novo se se agravar.',
  },
  ar: {
    subject: 'إنذار بمرض',
    high: 'تصرّف فوري',
    medium: 'تحقيق',
    casesInWeek: 'الحالات في الأسبوع',
    casesSince: 'الحالات منذ الأسبوع',
    rising: 'في ازدياد',
    falling: 'في انخفاض',
    steady: 'مستقر',
    why: 'تصلك هذه الرسالة لأن عنوانك مدرج في إعدادات المنصة الصحية. يُبلَّغ عن كل موجة مرة واحدة، ومرة أخرى إذا ازدادت خطورتها.',
  },
  sw: {
    subject: 'Tahadhari ya ugonjwa',
    high: 'Chukua hatua sasa',
    medium: 'Chunguza',
    casesInWeek: 'Visa vya wiki',
    casesSince: 'Visa tangu wiki',
    rising: 'Vinaongezeka',
    falling: 'Vinapungua',
    steady: 'Havibadiliki',
    why: 'Unapata ujumbe huu kwa sababu anwani yako iko katika mipangilio ya jukwaa la afya. Kila mlipuko hutangazwa mara moja, na tena ukizidi kuwa mbaya.',
  },
};
