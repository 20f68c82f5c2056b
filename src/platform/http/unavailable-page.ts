import type { Request } from 'express';
import { type Locale, pickLocale } from '../../shared/locale';
import { html } from './html';
import { renderPage } from './html-page';

interface Texts {
  readonly title: string;
  readonly explanation: string;
  readonly emergency: string;
  readonly again: string;
}

const TEXTS: Readonly<Record<Locale, Texts>> = {
  en: {
    title: 'Not available just now',
    explanation:
      'The platform does not reach its data at the moment. Nothing was lost. Please try again in a minute.',
    emergency: 'In an emergency do not wait: go to the nearest hospital now.',
    again: 'Try again',
  },
  fr: {
    title: 'Momentanément indisponible',
    explanation:
      'La plateforme n’a pas accès à ses données pour le moment. Rien n’est perdu. Veuillez réessayer dans une minute.',
    emergency: 'En cas d’urgence, n’attendez pas : allez maintenant à l’hôpital le plus proche.',
    again: 'Réessayer',
  },
  pt: {
    title: 'Indisponível neste momento',
    explanation:
      'A plataforma não consegue aceder aos seus dados neste momento. Nada se perdeu. Tente novamente dentro de um minuto.',
    emergency: 'Numa emergência, não espere: vá agora ao hospital mais próximo.',
    again: 'Tentar novamente',
  },
  ar: {
    title: 'غير متاح الآن',
    explanation: 'لا تستطيع المنصة الوصول إلى بياناتها حاليًا. لم يُفقد شيء. حاول مرة أخرى بعد دقيقة.',
    emergency: 'في الحالات الطارئة لا تنتظر: اذهب الآن إلى أقرب مستشفى.',
    again: 'حاول مرة أخرى',
  },
  sw: {
    title: 'Haipatikani kwa sasa',
    explanation:
      'Jukwaa haliwezi kufikia data yake kwa sasa. Hakuna kilichopotea. Tafadhali jaribu tena baada ya dakika moja.',
    emergency: 'Kama ni dharura, usisubiri: nenda hospitali iliyo karibu sasa hivi.',
    again: 'Jaribu tena',
  },
};

/** Returns the page for a browser while the database is unavailable, in the language of the page that it asked for. */
export function renderUnavailablePage(request: Request): string {
  const { lang } = request.query;
  const locale = pickLocale(typeof lang === 'string' ? lang : undefined, request.acceptsLanguages());
  const { title, explanation, emergency, again } = TEXTS[locale];
  const body = html`<p>${explanation}</p>
    <p>${emergency}</p>
    <p><a class="button" href="${request.originalUrl}">${again}</a></p>`;
  return renderPage(title, body, locale);
}
