import type { Locale } from '../../shared/locale';

export interface Door {
  readonly title: string;
  readonly text: string;
  /** Whether one has to sign in. */
  readonly access: string;
  readonly action: string;
}

export interface HomeTexts {
  readonly assistant: Door;
  readonly dashboard: Door;
  readonly reference: Door;
  /** Contains the placeholder `{role}`. */
  readonly noDashboard: string;
  readonly signIn: string;
  /** Contains the placeholders `{account}` and `{role}`. */
  readonly signedInAs: string;
  readonly unnamedAccount: string;
  readonly signInAsSomeoneElse: string;
  readonly auditTrail: string;
  readonly forDevelopers: string;
  readonly baseUrl: string;
  readonly firstCall: string;
  readonly whoIsSignedIn: string;
  readonly alive: string;
  readonly ready: string;
  readonly language: string;
}

export const HOME_TEXTS: Readonly<Record<Locale, HomeTexts>> = {
  en: {
    assistant: {
      title: 'A question about health',
      text: 'Ask about symptoms, illnesses and medicines, or which doctor to see. The assistant recognises emergencies.',
      access: 'Free, without an account.',
      action: 'Ask the assistant',
    },
    dashboard: {
      title: 'Figures for ministries of health',
      text: 'Cases by month, disease and country, outbreaks, and the best-selling medicines.',
      access: 'You sign in with an account of your ministry.',
      action: 'Open the dashboard',
    },
    reference: {
      title: 'Connect a system',
      text: 'Record consultations and sales from your own software, or send FHIR. With examples to copy.',
      access: 'Reading needs no account. Most calls need one, or a token of your system.',
      action: 'Read the reference',
    },
    noDashboard: 'Your account ({role}) may not see them.',
    signIn: 'Sign in',
    signedInAs: 'Signed in as {account} ({role})',
    unnamedAccount: 'an account without a name',
    signInAsSomeoneElse: 'Sign in as someone else',
    auditTrail: 'Who did what',
    forDevelopers: 'For developers',
    baseUrl: 'Base URL',
    firstCall: 'A first call',
    whoIsSignedIn: 'Who is signed in',
    alive: 'Alive',
    ready: 'Ready',
    language: 'Language',
  },
  fr: {
    assistant: {
      title: 'Une question de santé',
      text: 'Posez vos questions sur des symptômes, des maladies, des médicaments, ou sur le médecin à consulter. L’assistant reconnaît les urgences.',
      access: 'Gratuit, sans compte.',
      action: 'Interroger l’assistant',
    },
    dashboard: {
      title: 'Des chiffres pour les ministères de la Santé',
      text: 'Les cas par mois, maladie et pays, les flambées, et les médicaments les plus vendus.',
      access: 'Vous vous connectez avec un compte de votre ministère.',
      action: 'Ouvrir le tableau de bord',
    },
    reference: {
      title: 'Connecter un système',
      text: 'Enregistrez des consultations et des ventes depuis votre logiciel, ou envoyez du FHIR. Avec des exemples à copier.',
      access:
        'La lecture se fait sans compte. La plupart des appels demandent un compte, ou un jeton de votre système.',
      action: 'Lire la référence (en anglais)',
    },
    noDashboard: 'Votre compte ({role}) ne peut pas les voir.',
    signIn: 'Se connecter',
    signedInAs: 'Connecté en tant que {account} ({role})',
    unnamedAccount: 'un compte sans nom',
    signInAsSomeoneElse: 'Se connecter sous un autre nom',
    auditTrail: 'Qui a fait quoi',
    forDevelopers: 'Pour les développeurs',
    baseUrl: 'Adresse de base',
    firstCall: 'Un premier appel',
    whoIsSignedIn: 'Qui est connecté',
    alive: 'En vie',
    ready: 'Prêt',
    language: 'Langue',
  },
  pt: {
    assistant: {
      title: 'Uma pergunta sobre saúde',
      text: 'Pergunte sobre sintomas, doenças e medicamentos, ou que médico consultar. O assistente reconhece emergências.',
      access: 'Gratuito, sem conta.',
      action: 'Perguntar ao assistente',
    },
    dashboard: {
      title: 'Números para os ministérios da saúde',
      text: 'Casos por mês, doença e país, surtos, e os medicamentos mais vendidos.',
      access: 'Inicia sessão com uma conta do seu ministério.',
      action: 'Abrir o painel',
    },
    reference: {
      title: 'Ligar um sistema',
      text: 'Registe consultas e vendas a partir do seu próprio software, ou envie FHIR. Com exemplos para copiar.',
      access: 'A leitura não exige conta. A maioria das chamadas exige uma, ou um token do seu sistema.',
      action: 'Ler a referência (em inglês)',
    },
    noDashboard: 'A sua conta ({role}) não os pode ver.',
    signIn: 'Iniciar sessão',
    signedInAs: 'Sessão iniciada como {account} ({role})',
    unnamedAccount: 'uma conta sem nome',
    signInAsSomeoneElse: 'Iniciar sessão com outra conta',
    auditTrail: 'Quem fez o quê',
    forDevelopers: 'Para programadores',
    baseUrl: 'Endereço de base',
    firstCall: 'Uma primeira chamada',
    whoIsSignedIn: 'Quem tem sessão iniciada',
    alive: 'Ativo',
    ready: 'Pronto',
    language: 'Idioma',
  },
  ar: {
    assistant: {
      title: 'سؤال عن الصحة',
      text: 'اسأل عن الأعراض والأمراض والأدوية، أو عن الطبيب الذي تراجعه. يتعرّف المساعد على الحالات الطارئة.',
      access: 'مجاني ومن دون حساب.',
      action: 'اسأل المساعد',
    },
    dashboard: {
      title: 'أرقام لوزارات الصحة',
      text: 'الحالات حسب الشهر والمرض والبلد، والفاشيات، والأدوية الأكثر مبيعًا.',
      access: 'تسجّل الدخول بحساب من وزارتك.',
      action: 'افتح لوحة المعلومات',
    },
    reference: {
      title: 'ربط نظام',
      text: 'سجّل الاستشارات والمبيعات من برنامجك، أو أرسل FHIR. مع أمثلة جاهزة للنسخ.',
      access: 'القراءة لا تحتاج إلى حساب. معظم الطلبات تحتاج إلى حساب أو إلى رمز لنظامك.',
      action: 'اقرأ المرجع (بالإنجليزية)',
    },
    noDashboard: 'لا يُسمح لحسابك ({role}) بالاطلاع عليها.',
    signIn: 'تسجيل الدخول',
    signedInAs: 'سجّلت الدخول باسم {account} ({role})',
    unnamedAccount: 'حساب بلا اسم',
    signInAsSomeoneElse: 'تسجيل الدخول بحساب آخر',
    auditTrail: 'من فعل ماذا',
    forDevelopers: 'للمطوّرين',
    baseUrl: 'العنوان الأساسي',
    firstCall: 'أول طلب',
    whoIsSignedIn: 'من سجّل الدخول',
    alive: 'يعمل',
    ready: 'جاهز',
    language: 'اللغة',
  },
  sw: {
    assistant: {
      title: 'Swali kuhusu afya',
      text: 'Uliza kuhusu dalili, magonjwa na dawa, au daktari wa kumwona. Msaidizi hutambua hali za dharura.',
      access: 'Bure, bila akaunti.',
      action: 'Muulize msaidizi',
    },
    dashboard: {
      title: 'Takwimu kwa wizara za afya',
      text: 'Wagonjwa kwa mwezi, ugonjwa na nchi, milipuko, na dawa zinazouzwa zaidi.',
      access: 'Unaingia kwa akaunti ya wizara yako.',
      action: 'Fungua dashibodi',
    },
    reference: {
      title: 'Unganisha mfumo',
      text: 'Rekodi ziara za wagonjwa na mauzo kutoka programu yako, au tuma FHIR. Kuna mifano ya kunakili.',
      access: 'Kusoma hakuhitaji akaunti. Miito mingi huhitaji akaunti, au tokeni ya mfumo wako.',
      action: 'Soma mwongozo (kwa Kiingereza)',
    },
    noDashboard: 'Akaunti yako ({role}) hairuhusiwi kuziona.',
    signIn: 'Ingia',
    signedInAs: 'Umeingia kama {account} ({role})',
    unnamedAccount: 'akaunti isiyo na jina',
    signInAsSomeoneElse: 'Ingia kama mtu mwingine',
    auditTrail: 'Nani alifanya nini',
    forDevelopers: 'Kwa watengenezaji',
    baseUrl: 'Anwani ya msingi',
    firstCall: 'Mwito wa kwanza',
    whoIsSignedIn: 'Nani ameingia',
    alive: 'Hai',
    ready: 'Tayari',
    language: 'Lugha',
  },
};
