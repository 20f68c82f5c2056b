import type { Locale } from '../../shared/locale';

export interface AuditPageTexts {
  readonly title: string;
  readonly forbiddenTitle: string;
  readonly forbidden: string;
  readonly refusedTitle: string;
  readonly country: string;
  readonly action: string;
  readonly account: string;
  readonly record: string;
  readonly from: string;
  readonly before: string;
  readonly show: string;
  readonly time: string;
  readonly who: string;
  readonly where: string;
  readonly touched: string;
  readonly none: string;
  readonly platform: string;
  readonly unnamedAccount: string;
  readonly noEvents: string;
  readonly older: string;
  readonly latest: string;
  /** Contains the placeholder `{count}`. */
  readonly more: string;
}

export const AUDIT_PAGE_TEXTS: Readonly<Record<Locale, AuditPageTexts>> = {
  en: {
    title: 'Who did what',
    forbiddenTitle: 'This page is for administrators',
    forbidden:
      'Your account may not see the audit trail. The sign-in portal has to give it the role “admin”.',
    refusedTitle: 'This cannot be shown',
    country: 'Country',
    action: 'Action',
    account: 'Account (id)',
    record: 'Record (id)',
    from: 'From',
    before: 'Before',
    show: 'Show',
    time: 'Time (UTC)',
    who: 'Who',
    where: 'From where',
    touched: 'Records',
    none: 'All countries',
    platform: 'The platform or its operator',
    unnamedAccount: 'an account without a name',
    noEvents: 'No events match.',
    older: 'Older events',
    latest: 'Latest events',
    more: 'and {count} more',
  },
  fr: {
    title: 'Qui a fait quoi',
    forbiddenTitle: 'Cette page est réservée aux administrateurs',
    forbidden:
      'Votre compte ne peut pas voir le journal d’audit. Le portail de connexion doit lui donner le rôle « admin ».',
    refusedTitle: 'Ceci ne peut pas être affiché',
    country: 'Pays',
    action: 'Action',
    account: 'Compte (id)',
    record: 'Enregistrement (id)',
    from: 'À partir du',
    before: 'Avant le',
    show: 'Afficher',
    time: 'Heure (UTC)',
    who: 'Qui',
    where: 'D’où',
    touched: 'Enregistrements',
    none: 'Tous les pays',
    platform: 'La plateforme ou son exploitant',
    unnamedAccount: 'un compte sans nom',
    noEvents: 'Aucun événement ne correspond.',
    older: 'Événements plus anciens',
    latest: 'Derniers événements',
    more: 'et {count} de plus',
  },
  pt: {
    title: 'Quem fez o quê',
    forbiddenTitle: 'Esta página destina-se aos administradores',
    forbidden:
      'A sua conta não pode ver o registo de auditoria. O portal de início de sessão tem de lhe dar a função «admin».',
    refusedTitle: 'Isto não pode ser mostrado',
    country: 'País',
    action: 'Ação',
    account: 'Conta (id)',
    record: 'Registo (id)',
    from: 'A partir de',
    before: 'Antes de',
    show: 'Mostrar',
    time: 'Hora (UTC)',
    who: 'Quem',
    where: 'De onde',
    touched: 'Registos',
    none: 'Todos os países',
    platform: 'A plataforma ou o seu operador',
    unnamedAccount: 'uma conta sem nome',
    noEvents: 'Nenhum evento corresponde.',
    older: 'Eventos mais antigos',
    latest: 'Últimos eventos',
    more: 'e mais {count}',
  },
  ar: {
    title: 'من فعل ماذا',
    forbiddenTitle: 'هذه الصفحة مخصصة للمديرين',
    forbidden: 'لا يحق لحسابك الاطلاع على سجل التدقيق. يجب أن تمنحه بوابة تسجيل الدخول الدور «admin».',
    refusedTitle: 'لا يمكن عرض هذا',
    country: 'البلد',
    action: 'الإجراء',
    account: 'الحساب (المعرّف)',
    record: 'السجل (المعرّف)',
    from: 'من',
    before: 'قبل',
    show: 'عرض',
    time: 'الوقت (UTC)',
    who: 'من',
    where: 'من أين',
    touched: 'السجلات',
    none: 'كل البلدان',
    platform: 'المنصة أو مشغّلها',
    unnamedAccount: 'حساب بلا اسم',
    noEvents: 'لا توجد أحداث مطابقة.',
    older: 'أحداث أقدم',
    latest: 'أحدث الأحداث',
    more: 'و{count} أخرى',
  },
  sw: {
    title: 'Nani alifanya nini',
    forbiddenTitle: 'Ukurasa huu ni wa wasimamizi',
    forbidden:
      'Akaunti yako haiwezi kuona kumbukumbu za ukaguzi. Lango la kuingia linapaswa kuipa jukumu la “admin”.',
    refusedTitle: 'Hii haiwezi kuonyeshwa',
    country: 'Nchi',
    action: 'Kitendo',
    account: 'Akaunti (id)',
    record: 'Rekodi (id)',
    from: 'Kuanzia',
    before: 'Kabla ya',
    show: 'Onyesha',
    time: 'Wakati (UTC)',
    who: 'Nani',
    where: 'Kutoka wapi',
    touched: 'Rekodi',
    none: 'Nchi zote',
    platform: 'Mfumo au mwendeshaji wake',
    unnamedAccount: 'akaunti isiyo na jina',
    noEvents: 'Hakuna matukio yanayolingana.',
    older: 'Matukio ya zamani zaidi',
    latest: 'Matukio ya hivi karibuni',
    more: 'na {count} zaidi',
  },
};
