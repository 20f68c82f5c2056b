import type { Request } from 'express';
import { type Locale, pickLocale } from '../../shared/locale';
import { html } from './html';
import { renderPage } from './html-page';

/** Why a browser gets no page. */
export type PageRefusal = 'unavailable' | 'busy' | 'tooMany';

interface Refusal {
  readonly title: string;
  readonly explanation: string;
}

interface Texts extends Readonly<Record<PageRefusal, Refusal>> {
  readonly emergency: string;
  readonly again: string;
}

const TEXTS: Readonly<Record<Locale, Texts>> = {
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
    emergency: 'In an emergency do not wait: go to the nearest hospital now.',
    again: 'Try again',
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
    emergency: 'En cas d’urgence, n’attendez pas : allez maintenant à l’hôpital le plus proche.',
    again: 'Réessayer',
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
    emergency: 'Numa emergência, não espere: vá agora ao hospital mais próximo.',
    again: 'Tentar novamente',
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
    emergency: 'في الحالات الطارئة لا تنتظر: اذهب الآن إلى أقرب مستشفى.',
    again: 'حاول مرة أخرى',
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
    emergency: 'Kama ni dharura, usisubiri: nenda hospitali iliyo karibu sasa hivi.',
    again: 'Jaribu tena',
  },
};

/** Returns the page for a browser whose request is refused, in the language of the page that it asked for. */
export function renderRefusalPage(refusal: PageRefusal, request: Request): string {
  const { lang } = request.query;
  const locale = pickLocale(typeof lang === 'string' ? lang : undefined, request.acceptsLanguages());
  const { emergency, again, [refusal]: texts } = TEXTS[locale];
  const body = html`<p>${texts.explanation}</p>
    <p>${emergency}</p>
    <p><a class="button" href="">${again}</a></p>`;
  return renderPage(texts.title, body, locale);
}
