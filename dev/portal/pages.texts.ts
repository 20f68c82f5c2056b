import type { Locale } from '../../src/shared/locale';

export interface PortalTexts {
  readonly portal: string;
  readonly logIn: string;
  /** Contains the placeholder `{application}`. */
  readonly toGoOn: string;
  readonly username: string;
  readonly password: string;
  /** Contains the placeholder `{code}`. */
  readonly secondFactor: string;
  readonly wrongPassword: string;
  readonly wrongCode: string;
  readonly demoAccounts: string;
  readonly chooseOne: string;
  /** By user name. */
  readonly purposes: Readonly<Record<string, string>>;
  readonly share: string;
  /** Contains the placeholder `{account}`. */
  readonly youAre: string;
  /** Contains the placeholder `{application}`. */
  readonly wouldLearn: string;
  /** By scope. */
  readonly scopes: Readonly<Record<string, string>>;
  readonly allow: string;
  readonly refuse: string;
  readonly somebodyElse: string;
  readonly expired: string;
  readonly noSuchPage: string;
  readonly goBack: string;
}

export const PORTAL_TEXTS: Readonly<Record<Locale, PortalTexts>> = {
  en: {
    portal: 'Identity portal',
    logIn: 'Log in',
    toGoOn: 'to go on to {application}',
    username: 'User name',
    password: 'Password',
    secondFactor: 'Code of the second factor ({code})',
    wrongPassword: 'User name or password is wrong.',
    wrongCode: 'The code is wrong.',
    demoAccounts: 'Accounts of this demonstration',
    chooseOne: 'All of them are invented. Choose one to fill in the form:',
    purposes: {
      user: 'a person with a health question',
      doctor: 'a doctor, of no particular country',
      'doctor.ke': 'a doctor in Kenya',
      pharmacist: 'a pharmacist',
      ministry: 'health statistics of all countries',
      'ministry.ke': 'health statistics of Kenya',
      admin: 'an administrator of the platform',
    },
    share: 'Share your details?',
    youAre: 'You are {account}.',
    wouldLearn: '{application} would learn:',
    scopes: {
      openid: 'that it is you',
      profile: 'your name, your role and your country',
      email: 'your e-mail address',
    },
    allow: 'Allow',
    refuse: 'Refuse',
    somebodyElse: 'Log in as somebody else',
    expired: 'This login has expired',
    noSuchPage: 'There is no such page',
    goBack: 'Go back to the application and log in again.',
  },
  fr: {
    portal: 'Portail d’identité',
    logIn: 'Se connecter',
    toGoOn: 'pour continuer vers {application}',
    username: 'Nom d’utilisateur',
    password: 'Mot de passe',
    secondFactor: 'Code du second facteur ({code})',
    wrongPassword: 'Le nom d’utilisateur ou le mot de passe est faux.',
    wrongCode: 'Le code est faux.',
    demoAccounts: 'Comptes de cette démonstration',
    chooseOne: 'Ils sont tous inventés. Choisissez-en un pour remplir le formulaire :',
    purposes: {
      user: 'une personne qui a une question de santé',
      doctor: 'un médecin, d’aucun pays en particulier',
      'doctor.ke': 'une médecin au Kenya',
      pharmacist: 'une pharmacienne',
      ministry: 'statistiques de santé de tous les pays',
      'ministry.ke': 'statistiques de santé du Kenya',
      admin: 'une administratrice de la plateforme',
    },
    share: 'Partager vos informations ?',
    youAre: 'Vous êtes {account}.',
    wouldLearn: '{application} apprendrait :',
    scopes: {
      openid: 'que c’est vous',
      profile: 'votre nom, votre rôle et votre pays',
      email: 'votre adresse électronique',
    },
    allow: 'Autoriser',
    refuse: 'Refuser',
    somebodyElse: 'Se connecter sous un autre nom',
    expired: 'Cette connexion a expiré',
    noSuchPage: 'Cette page n’existe pas',
    goBack: 'Retournez à l’application et connectez-vous de nouveau.',
  },
  pt: {
    portal: 'Portal de identidade',
    logIn: 'Entrar',
    toGoOn: 'para continuar para {application}',
    username: 'Nome de utilizador',
    password: 'Palavra-passe',
    secondFactor: 'Código do segundo fator ({code})',
    wrongPassword: 'O nome de utilizador ou a palavra-passe está errado.',
    wrongCode: 'O código está errado.',
    demoAccounts: 'Contas desta demonstração',
    chooseOne: 'São todas inventadas. Escolha uma para preencher o formulário:',
    purposes: {
      user: 'uma pessoa com uma pergunta de saúde',
      doctor: 'um médico, de nenhum país em particular',
      'doctor.ke': 'uma médica no Quénia',
      pharmacist: 'uma farmacêutica',
      ministry: 'estatísticas de saúde de todos os países',
      'ministry.ke': 'estatísticas de saúde do Quénia',
      admin: 'uma administradora da plataforma',
    },
    share: 'Partilhar os seus dados?',
    youAre: 'É {account}.',
    wouldLearn: '{application} ficaria a saber:',
    scopes: {
      openid: 'que é mesmo a sua pessoa',
      profile: 'o seu nome, a sua função e o seu país',
      email: 'o seu endereço de correio eletrónico',
    },
    allow: 'Permitir',
    refuse: 'Recusar',
    somebodyElse: 'Entrar com outra conta',
    expired: 'Este início de sessão expirou',
    noSuchPage: 'Esta página não existe',
    goBack: 'Volte à aplicação e inicie sessão novamente.',
  },
  ar: {
    portal: 'بوابة الهوية',
    logIn: 'تسجيل الدخول',
    toGoOn: 'للمتابعة إلى {application}',
    username: 'اسم المستخدم',
    password: 'كلمة المرور',
    secondFactor: 'رمز العامل الثاني ({code})',
    wrongPassword: 'اسم المستخدم أو كلمة المرور غير صحيحة.',
    wrongCode: 'الرمز غير صحيح.',
    demoAccounts: 'حسابات هذا العرض التجريبي',
    chooseOne: 'كلها مختلَقة. اختر واحدًا لملء النموذج:',
    purposes: {
      user: 'شخص لديه سؤال صحي',
      doctor: 'طبيب لا يتبع بلدًا بعينه',
      'doctor.ke': 'طبيبة في كينيا',
      pharmacist: 'صيدلانية',
      ministry: 'إحصاءات صحية لجميع البلدان',
      'ministry.ke': 'إحصاءات صحية لكينيا',
      admin: 'مسؤولة عن إدارة المنصة',
    },
    share: 'هل تشارك بياناتك؟',
    youAre: 'أنت {account}.',
    wouldLearn: 'ستعرف {application}:',
    scopes: { openid: 'أنك أنت', profile: 'اسمك ودورك وبلدك', email: 'بريدك الإلكتروني' },
    allow: 'السماح',
    refuse: 'الرفض',
    somebodyElse: 'تسجيل الدخول بحساب آخر',
    expired: 'انتهت صلاحية تسجيل الدخول هذا',
    noSuchPage: 'لا توجد صفحة كهذه',
    goBack: 'ارجع إلى التطبيق وسجّل الدخول من جديد.',
  },
  sw: {
    portal: 'Tovuti ya utambulisho',
    logIn: 'Ingia',
    toGoOn: 'ili kuendelea kwenye {application}',
    username: 'Jina la mtumiaji',
    password: 'Nenosiri',
    secondFactor: 'Msimbo wa hatua ya pili ({code})',
    wrongPassword: 'Jina la mtumiaji au nenosiri si sahihi.',
    wrongCode: 'Msimbo si sahihi.',
    demoAccounts: 'Akaunti za maonyesho haya',
    chooseOne: 'Zote ni za kubuni. Chagua moja ili kujaza fomu:',
    purposes: {
      user: 'mtu mwenye swali la afya',
      doctor: 'daktari, si wa nchi maalumu',
      'doctor.ke': 'daktari nchini Kenya',
      pharmacist: 'mfamasia',
      ministry: 'takwimu za afya za nchi zote',
      'ministry.ke': 'takwimu za afya za Kenya',
      admin: 'msimamizi wa jukwaa',
    },
    share: 'Ungependa kushiriki taarifa zako?',
    youAre: 'Wewe ni {account}.',
    wouldLearn: '{application} itajua:',
    scopes: {
      openid: 'kwamba ni wewe',
      profile: 'jina lako, jukumu lako na nchi yako',
      email: 'barua pepe yako',
    },
    allow: 'Ruhusu',
    refuse: 'Kataa',
    somebodyElse: 'Ingia kama mtu mwingine',
    expired: 'Muda wa kuingia huku umeisha',
    noSuchPage: 'Hakuna ukurasa kama huu',
    goBack: 'Rudi kwenye programu uingie tena.',
  },
};
