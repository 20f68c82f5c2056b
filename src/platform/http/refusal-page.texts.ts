import type { Locale } from '../../shared/locale';

/** Why a browser gets no page. */
export type PageRefusal =
  | 'unavailable'
  | 'busy'
  | 'tooMany'
  | 'notFound'
  | 'signedOut'
  | 'refused'
  | 'failed';

interface Refusal {
  readonly title: string;
  /** Contains the placeholder `{request}` for `failed`. */
  readonly explanation: string;
}

interface RefusalTexts extends Readonly<Record<PageRefusal, Refusal>> {
  readonly emergency: string;
  readonly again: string;
  readonly home: string;
  readonly signIn: string;
}

export const REFUSAL_TEXTS: Readonly<Record<Locale, RefusalTexts>> = {
  en: {
    unavailable: {
      title: 'Not available just now',
      explanation:
        'The platform does not reach its data at the moment. Nothing was lost. Please try again in a minute.',
    },
    busy: {
      title: 'Not available just now',
      explanation:
        'More people use the platform at the moment than it can serve. Please try again in a minute.',
    },
    tooMany: {
      title: 'Too many requests',
      explanation:
        'Your network or your account has sent more requests than the platform answers in a minute. Please try again in a minute.',
    },
    notFound: {
      title: 'There is no such page',
      explanation: 'The address may be misspelt, or the page has moved.',
    },
    signedOut: {
      title: 'You are not signed in',
      explanation: 'This page needs an account, or your session has ended. Sign in, and you come back here.',
    },
    refused: { title: 'This did not work', explanation: 'The platform could not do what was asked:' },
    failed: {
      title: 'Something went wrong on our side',
      explanation: 'It was recorded. If it happens again, quote request {request}.',
    },
    emergency: 'In an emergency do not wait: go to the nearest hospital now.',
    again: 'Try again',
    home: 'Start page',
    signIn: 'Sign in',
  },
  fr: {
    unavailable: {
      title: 'Momentanément indisponible',
      explanation:
        'La plateforme n’a pas accès à ses données pour le moment. Rien n’est perdu. Veuillez réessayer dans une minute.',
    },
    busy: {
      title: 'Momentanément indisponible',
      explanation:
        'La plateforme reçoit en ce moment plus de demandes qu’elle ne peut en traiter. Veuillez réessayer dans une minute.',
    },
    tooMany: {
      title: 'Trop de demandes',
      explanation:
        'Votre réseau ou votre compte a envoyé plus de demandes que la plateforme n’en traite en une minute. Veuillez réessayer dans une minute.',
    },
    notFound: {
      title: 'Cette page n’existe pas',
      explanation: 'L’adresse est peut-être mal écrite, ou la page a été déplacée.',
    },
    signedOut: {
      title: 'Vous n’êtes pas connecté',
      explanation:
        'Cette page demande un compte, ou votre session est terminée. Connectez-vous, et vous reviendrez ici.',
    },
    refused: {
      title: 'Cela n’a pas fonctionné',
      explanation: 'La plateforme n’a pas pu faire ce qui était demandé :',
    },
    failed: {
      title: 'Une erreur s’est produite chez nous',
      explanation: 'Elle a été enregistrée. Si elle se répète, citez la requête {request}.',
    },
    emergency: 'En cas d’urgence, n’attendez pas : allez maintenant à l’hôpital le plus proche.',
    again: 'Réessayer',
    home: 'Page d’accueil',
    signIn: 'Se connecter',
  },
  pt: {
    unavailable: {
      title: 'Indisponível neste momento',
      explanation:
        'A plataforma não consegue aceder aos seus dados neste momento. Nada se perdeu. Tente novamente dentro de um minuto.',
    },
    busy: {
      title: 'Indisponível neste momento',
      explanation:
        'A plataforma recebe neste momento mais pedidos do que consegue atender. Tente novamente dentro de um minuto.',
    },
    tooMany: {
      title: 'Demasiados pedidos',
      explanation:
        'A sua rede ou a sua conta enviou mais pedidos do que a plataforma responde num minuto. Tente novamente dentro de um minuto.',
    },
    notFound: {
      title: 'Esta página não existe',
      explanation: 'O endereço pode estar mal escrito, ou a página mudou de lugar.',
    },
    signedOut: {
      title: 'Não tem sessão iniciada',
      explanation: 'Esta página exige uma conta, ou a sua sessão terminou. Inicie sessão e voltará aqui.',
    },
    refused: {
      title: 'Isto não funcionou',
      explanation: 'A plataforma não conseguiu fazer o que foi pedido:',
    },
    failed: {
      title: 'Algo correu mal do nosso lado',
      explanation: 'Ficou registado. Se voltar a acontecer, indique o pedido {request}.',
    },
    emergency: 'Numa emergência, não espere: vá agora ao hospital mais próximo.',
    again: 'Tentar novamente',
    home: 'Página inicial',
    signIn: 'Iniciar sessão',
  },
  ar: {
    unavailable: {
      title: 'غير متاح الآن',
      explanation: 'لا تستطيع المنصة الوصول إلى بياناتها حاليًا. لم يُفقد شيء. حاول مرة أخرى بعد دقيقة.',
    },
    busy: {
      title: 'غير متاح الآن',
      explanation: 'تتلقى المنصة الآن طلبات أكثر مما تستطيع الإجابة عنه. حاول مرة أخرى بعد دقيقة.',
    },
    tooMany: {
      title: 'طلبات كثيرة جدًا',
      explanation: 'أرسلت شبكتك أو حسابك طلبات أكثر مما تجيب عنه المنصة في الدقيقة. حاول مرة أخرى بعد دقيقة.',
    },
    notFound: { title: 'لا توجد صفحة كهذه', explanation: 'ربما كُتب العنوان خطأً، أو نُقلت الصفحة.' },
    signedOut: {
      title: 'لم تسجّل الدخول',
      explanation: 'تحتاج هذه الصفحة إلى حساب، أو انتهت جلستك. سجّل الدخول وستعود إلى هنا.',
    },
    refused: { title: 'لم ينجح ذلك', explanation: 'لم تستطع المنصة تنفيذ المطلوب:' },
    failed: { title: 'حدث خطأ من جانبنا', explanation: 'سُجّل الخطأ. إن تكرر، فاذكر الطلب {request}.' },
    emergency: 'في الحالات الطارئة لا تنتظر: اذهب الآن إلى أقرب مستشفى.',
    again: 'حاول مرة أخرى',
    home: 'الصفحة الرئيسية',
    signIn: 'تسجيل الدخول',
  },
  sw: {
    unavailable: {
      title: 'Haipatikani kwa sasa',
      explanation:
        'Jukwaa haliwezi kufikia data yake kwa sasa. Hakuna kilichopotea. Tafadhali jaribu tena baada ya dakika moja.',
    },
    busy: {
      title: 'Haipatikani kwa sasa',
      explanation:
        'Kwa sasa jukwaa linapokea maombi mengi kuliko linavyoweza kujibu. Tafadhali jaribu tena baada ya dakika moja.',
    },
    tooMany: {
      title: 'Maombi mengi mno',
      explanation:
        'Mtandao wako au akaunti yako imetuma maombi mengi kuliko yanayojibiwa kwa dakika moja. Tafadhali jaribu tena baada ya dakika moja.',
    },
    notFound: {
      title: 'Hakuna ukurasa kama huu',
      explanation: 'Huenda anwani imeandikwa vibaya, au ukurasa umehamishwa.',
    },
    signedOut: {
      title: 'Hujaingia',
      explanation: 'Ukurasa huu unahitaji akaunti, au kipindi chako kimeisha. Ingia, nawe utarudi hapa.',
    },
    refused: { title: 'Haikufanikiwa', explanation: 'Jukwaa halikuweza kufanya ulichoomba:' },
    failed: {
      title: 'Hitilafu imetokea upande wetu',
      explanation: 'Imerekodiwa. Ikitokea tena, taja ombi {request}.',
    },
    emergency: 'Kama ni dharura, usisubiri: nenda hospitali iliyo karibu sasa hivi.',
    again: 'Jaribu tena',
    home: 'Ukurasa wa mwanzo',
    signIn: 'Ingia',
  },
};
