import type { Locale } from '../../../shared/locale';

/** Why a person is not signed in. */
export type LoginRefusal =
  | 'not ours'
  | 'expired'
  | 'rejected'
  | 'not signed in'
  | 'not allowed'
  | 'portal failure'
  | 'portal unavailable'
  | 'second factor'
  | 'unreadable role'
  | 'unreadable country'
  | 'incomplete link'
  | 'link to another site';

interface LoginRefusalTexts {
  readonly title: string;
  readonly reasons: Readonly<Record<LoginRefusal, string>>;
  readonly noSession: string;
  readonly again: string;
  readonly startPage: string;
}

export const LOGIN_REFUSAL_TEXTS: Readonly<Record<Locale, LoginRefusalTexts>> = {
  en: {
    title: 'The sign-in did not work',
    reasons: {
      'not ours': 'This sign-in did not come from here.',
      expired: 'This sign-in has expired, was used before, or was begun in another browser.',
      rejected: 'The portal no longer accepts this sign-in.',
      'not signed in': 'The portal did not sign you in.',
      'not allowed': 'You did not allow the platform to see who you are.',
      'portal failure':
        'The identity portal reported a failure of its own. Please try again in a few minutes.',
      'portal unavailable':
        'The identity portal does not answer as it should. Please try again in a few minutes.',
      'second factor':
        'You did not confirm the second factor that this platform requires, for example with a code from your telephone. Please sign in again and confirm it. If the portal does not ask for it, please ask the people who manage your account there.',
      'unreadable role':
        'The portal’s record of your role cannot be read. Please ask the people who manage your account there.',
      'unreadable country':
        'The portal’s record of your country cannot be read. Please ask the people who manage your account there.',
      'incomplete link': 'This sign-in link is not complete or not correct.',
      'link to another site': 'This sign-in link leads to another site afterwards.',
    },
    noSession: 'No session was begun.',
    again: 'Sign in again',
    startPage: 'Start page',
  },
  fr: {
    title: 'La connexion n’a pas fonctionné',
    reasons: {
      'not ours': 'Cette connexion n’a pas été demandée ici.',
      expired: 'Cette connexion a expiré, a déjà servi, ou a été commencée dans un autre navigateur.',
      rejected: 'Le portail n’accepte plus cette connexion.',
      'not signed in': 'Le portail ne vous a pas connecté.',
      'not allowed': 'Vous n’avez pas autorisé la plateforme à voir qui vous êtes.',
      'portal failure':
        'Le portail d’identité a signalé une panne. Veuillez réessayer dans quelques minutes.',
      'portal unavailable':
        'Le portail d’identité ne répond pas comme il faut. Veuillez réessayer dans quelques minutes.',
      'second factor':
        'Vous n’avez pas confirmé le second facteur que cette plateforme exige, par exemple avec un code de votre téléphone. Reconnectez-vous et confirmez-le. Si le portail ne le demande pas, adressez-vous aux personnes qui gèrent votre compte.',
      'unreadable role':
        'Le rôle inscrit pour vous au portail est illisible. Adressez-vous à la personne qui gère votre compte.',
      'unreadable country':
        'Le pays inscrit pour vous au portail est illisible. Adressez-vous à la personne qui gère votre compte.',
      'incomplete link': 'Ce lien de connexion est incomplet ou incorrect.',
      'link to another site': 'Ce lien de connexion mène ensuite à un autre site.',
    },
    noSession: 'Aucune session n’a été ouverte.',
    again: 'Se reconnecter',
    startPage: 'Page d’accueil',
  },
  pt: {
    title: 'Não foi possível iniciar sessão',
    reasons: {
      'not ours': 'Este início de sessão não foi pedido aqui.',
      expired: 'Este início de sessão expirou, já foi usado, ou começou noutro navegador.',
      rejected: 'O portal já não aceita este início de sessão.',
      'not signed in': 'O portal não iniciou a sua sessão.',
      'not allowed': 'Não permitiu que a plataforma visse quem é.',
      'portal failure':
        'O portal de identidade comunicou uma falha. Tente novamente dentro de alguns minutos.',
      'portal unavailable':
        'O portal de identidade não responde como deve. Tente novamente dentro de alguns minutos.',
      'second factor':
        'Não confirmou o segundo fator que esta plataforma exige, por exemplo com um código do seu telefone. Inicie sessão novamente e confirme-o. Se o portal não o pedir, fale com quem gere a sua conta.',
      'unreadable role':
        'A função registada para si no portal não pode ser lida. Fale com quem gere a sua conta.',
      'unreadable country':
        'O país registado para si no portal não pode ser lido. Fale com quem gere a sua conta.',
      'incomplete link': 'Esta ligação para iniciar sessão está incompleta ou incorreta.',
      'link to another site': 'Esta ligação leva depois a outro site.',
    },
    noSession: 'Não foi iniciada nenhuma sessão.',
    again: 'Iniciar sessão novamente',
    startPage: 'Página inicial',
  },
  ar: {
    title: 'لم ينجح تسجيل الدخول',
    reasons: {
      'not ours': 'لم يُطلب تسجيل الدخول هذا من هنا.',
      expired: 'انتهت صلاحية تسجيل الدخول هذا، أو استُخدم من قبل، أو بدأ في متصفح آخر.',
      rejected: 'لم تعد البوابة تقبل تسجيل الدخول هذا.',
      'not signed in': 'لم تسجّل البوابة دخولك.',
      'not allowed': 'لم تسمح للمنصة بمعرفة من أنت.',
      'portal failure': 'أبلغت بوابة الهوية عن عطل فيها. حاول مرة أخرى بعد بضع دقائق.',
      'portal unavailable': 'لا تستجيب بوابة الهوية كما ينبغي. حاول مرة أخرى بعد بضع دقائق.',
      'second factor':
        'لم تؤكد العامل الثاني الذي تشترطه هذه المنصة، برمز من هاتفك مثلًا. سجّل الدخول من جديد وأكّده. إن لم تطلبه البوابة، فاسأل من يدير حسابك فيها.',
      'unreadable role': 'لا يمكن قراءة دورك المسجّل في البوابة. اسأل من يدير حسابك فيها.',
      'unreadable country': 'لا يمكن قراءة بلدك المسجّل في البوابة. اسأل من يدير حسابك فيها.',
      'incomplete link': 'رابط تسجيل الدخول هذا غير كامل أو غير صحيح.',
      'link to another site': 'رابط تسجيل الدخول هذا يؤدي بعد ذلك إلى موقع آخر.',
    },
    noSession: 'لم تبدأ أي جلسة.',
    again: 'تسجيل الدخول من جديد',
    startPage: 'الصفحة الرئيسية',
  },
  sw: {
    title: 'Kuingia hakukufaulu',
    reasons: {
      'not ours': 'Ombi hili la kuingia halikutoka hapa.',
      expired: 'Muda wa kuingia huku umeisha, au kulitumika kabla, au kulianza katika kivinjari kingine.',
      rejected: 'Tovuti ya kuingilia haikubali tena kuingia huku.',
      'not signed in': 'Tovuti ya kuingilia haikukuingiza.',
      'not allowed': 'Hukuruhusu jukwaa kuona wewe ni nani.',
      'portal failure':
        'Tovuti ya kuingilia imeripoti hitilafu yake. Tafadhali jaribu tena baada ya dakika chache.',
      'portal unavailable':
        'Tovuti ya kuingilia haijibu inavyotakiwa. Tafadhali jaribu tena baada ya dakika chache.',
      'second factor':
        'Hukuthibitisha hatua ya pili ambayo jukwaa hili linahitaji, kwa mfano kwa msimbo wa simu yako. Ingia tena na uithibitishe. Ikiwa tovuti ya kuingilia haiulizi, wasiliana na wanaosimamia akaunti yako huko.',
      'unreadable role':
        'Jukumu lako lililoandikwa kwenye tovuti ya kuingilia halisomeki. Mwulize anayesimamia akaunti yako huko.',
      'unreadable country':
        'Nchi yako iliyoandikwa kwenye tovuti ya kuingilia haisomeki. Mwulize anayesimamia akaunti yako huko.',
      'incomplete link': 'Kiungo hiki cha kuingia hakijakamilika au si sahihi.',
      'link to another site': 'Kiungo hiki cha kuingia kinapeleka baadaye kwenye tovuti nyingine.',
    },
    noSession: 'Hakuna kipindi kilichoanza.',
    again: 'Ingia tena',
    startPage: 'Ukurasa wa mwanzo',
  },
};
