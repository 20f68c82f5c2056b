import type { Locale } from '../../shared/locale';

/** Texts that the server renders. The other texts of the page are in the web application. */
export interface DashboardTexts {
  readonly title: string;
  readonly loading: string;
  readonly noScript: string;
  readonly forbiddenTitle: string;
  /** Contains the placeholder `{account}`. */
  readonly forbidden: string;
  readonly askForRole: string;
  readonly noCountryTitle: string;
  readonly noCountry: string;
  readonly askForCountry: string;
  readonly unnamedAccount: string;
  readonly signInAsSomeoneElse: string;
  readonly startPage: string;
}

export const DASHBOARD_TEXTS: Readonly<Record<Locale, DashboardTexts>> = {
  en: {
    title: 'Health dashboard',
    loading: 'Loading the figures …',
    noScript: 'This page draws its figures with JavaScript, which is switched off in this browser.',
    forbiddenTitle: 'This page is for ministries of health',
    forbidden: 'You are signed in as {account}, and this account may not see the dashboard.',
    askForRole:
      'If you should see it, ask whoever administers the accounts of your sign-in portal to give yours the role “ministry”, and your country. Then sign in again.',
    noCountryTitle: 'Your account is tied to no country',
    noCountry:
      'You are signed in for a ministry of health, but the sign-in portal does not say of which country, so there are no figures to show.',
    askForCountry:
      'Ask whoever administers the accounts of your sign-in portal to enter your country (or * for all countries) with your account. Then sign in again.',
    unnamedAccount: 'an account without a name',
    signInAsSomeoneElse: 'Sign in as someone else',
    startPage: 'Start page',
  },
  fr: {
    title: 'Tableau de bord de la santé',
    loading: 'Chargement des chiffres…',
    noScript: 'Cette page dessine ses graphiques avec JavaScript, qui est désactivé dans ce navigateur.',
    forbiddenTitle: 'Cette page est réservée aux ministères de la Santé',
    forbidden: 'Vous êtes connecté en tant que {account}, et ce compte ne peut pas voir le tableau de bord.',
    askForRole:
      'Si vous devez y avoir accès, demandez à la personne qui administre les comptes de votre portail de connexion de donner au vôtre le rôle « ministry » ainsi que votre pays. Reconnectez-vous ensuite.',
    noCountryTitle: 'Votre compte n’est rattaché à aucun pays',
    noCountry:
      'Vous êtes connecté pour un ministère de la Santé, mais le portail de connexion n’indique pas de quel pays : il n’y a donc aucun chiffre à afficher.',
    askForCountry:
      'Demandez à la personne qui administre les comptes de votre portail de connexion d’inscrire votre pays (ou * pour tous les pays) dans votre compte. Reconnectez-vous ensuite.',
    unnamedAccount: 'un compte sans nom',
    signInAsSomeoneElse: 'Se connecter sous un autre nom',
    startPage: 'Page d’accueil',
  },
  pt: {
    title: 'Painel da saúde',
    loading: 'A carregar os números…',
    noScript: 'Esta página desenha os seus gráficos com JavaScript, que está desativado neste navegador.',
    forbiddenTitle: 'Esta página destina-se aos ministérios da saúde',
    forbidden: 'Iniciou sessão como {account}, e esta conta não pode ver o painel.',
    askForRole:
      'Se deve ter acesso, peça a quem administra as contas do seu portal de autenticação que atribua à sua a função «ministry» e o seu país. Depois, inicie sessão novamente.',
    noCountryTitle: 'A sua conta não está associada a nenhum país',
    noCountry:
      'Iniciou sessão em nome de um ministério da saúde, mas o portal de autenticação não diz de que país, pelo que não há números para mostrar.',
    askForCountry:
      'Peça a quem administra as contas do seu portal de autenticação que registe o seu país (ou * para todos os países) na sua conta. Depois, inicie sessão novamente.',
    unnamedAccount: 'uma conta sem nome',
    signInAsSomeoneElse: 'Iniciar sessão com outra conta',
    startPage: 'Página inicial',
  },
  ar: {
    title: 'لوحة معلومات الصحة',
    loading: 'جارٍ تحميل الأرقام…',
    noScript: 'ترسم هذه الصفحة رسومها البيانية باستخدام JavaScript، وهو معطّل في هذا المتصفح.',
    forbiddenTitle: 'هذه الصفحة مخصصة لوزارات الصحة',
    forbidden: 'لقد سجّلت الدخول باسم {account}، ولا يُسمح لهذا الحساب بالاطلاع على لوحة المعلومات.',
    askForRole:
      'إذا كان ينبغي لك الاطلاع عليها، فاطلب من المسؤول عن الحسابات في بوابة تسجيل الدخول أن يمنح حسابك الدور «ministry» وأن يحدد بلدك، ثم سجّل الدخول من جديد.',
    noCountryTitle: 'حسابك غير مرتبط بأي بلد',
    noCountry:
      'لقد سجّلت الدخول نيابةً عن وزارة صحة، لكن بوابة تسجيل الدخول لا تذكر البلد، ولذلك لا توجد أرقام لعرضها.',
    askForCountry:
      'اطلب من المسؤول عن الحسابات في بوابة تسجيل الدخول أن يسجّل بلدك (أو * لجميع البلدان) في حسابك، ثم سجّل الدخول من جديد.',
    unnamedAccount: 'حساب بلا اسم',
    signInAsSomeoneElse: 'تسجيل الدخول بحساب آخر',
    startPage: 'الصفحة الرئيسية',
  },
  sw: {
    title: 'Dashibodi ya afya',
    loading: 'Takwimu zinapakiwa…',
    noScript: 'Ukurasa huu huchora takwimu zake kwa JavaScript, ambayo imezimwa katika kivinjari hiki.',
    forbiddenTitle: 'Ukurasa huu ni wa wizara za afya',
    forbidden: 'Umeingia kama {account}, na akaunti hii hairuhusiwi kuona dashibodi.',
    askForRole:
      'Ikiwa unapaswa kuiona, mwombe msimamizi wa akaunti za tovuti yako ya kuingilia aipe akaunti yako jukumu la “ministry” pamoja na nchi yako. Kisha ingia tena.',
    noCountryTitle: 'Akaunti yako haijaunganishwa na nchi yoyote',
    noCountry:
      'Umeingia kwa niaba ya wizara ya afya, lakini tovuti ya kuingilia haisemi ni ya nchi gani, kwa hiyo hakuna takwimu za kuonyesha.',
    askForCountry:
      'Mwombe msimamizi wa akaunti za tovuti yako ya kuingilia aweke nchi yako (au * kwa nchi zote) katika akaunti yako. Kisha ingia tena.',
    unnamedAccount: 'akaunti isiyo na jina',
    signInAsSomeoneElse: 'Ingia kama mtu mwingine',
    startPage: 'Ukurasa wa mwanzo',
  },
};
