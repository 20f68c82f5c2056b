/** `acr` of a login with a second factor: the profile of REFEDS. */
export const SECOND_FACTOR_ACR = 'https://refeds.org/profile/mfa';

/** Code of the second factor of every account. Public, as the passwords. */
export const SECOND_FACTOR_CODE = '246810';

/** A fictitious account of the embedded portal. */
export interface Account {
  readonly username: string;
  /** Public on purpose: the portal shows it on its login page and listens on loopback only. */
  readonly password: string;
  readonly name: string;
  readonly role: string;
  /** ISO 3166-1 alpha-2, `*` for all countries, absent for none. */
  readonly country?: string;
  /** Description for the login page. */
  readonly purpose: string;
}

/** The accounts of the embedded portal: each role, with and without a country. */
export const accounts: readonly Account[] = [
  {
    username: 'user',
    password: 'user-demo',
    name: 'Amina Diallo',
    role: 'user',
    purpose: 'a person with a health question',
  },
  {
    username: 'doctor',
    password: 'doctor-demo',
    name: 'Kwame Mensah',
    role: 'doctor',
    purpose: 'a doctor, of no particular country',
  },
  {
    username: 'doctor.ke',
    password: 'doctor.ke-demo',
    name: 'Wanjiku Kamau',
    role: 'doctor',
    country: 'KE',
    purpose: 'a doctor in Kenya',
  },
  {
    username: 'pharmacist',
    password: 'pharmacist-demo',
    name: 'Ngozi Okafor',
    role: 'pharmacist',
    purpose: 'a pharmacist',
  },
  {
    username: 'ministry',
    password: 'ministry-demo',
    name: 'Thabo Nkosi',
    role: 'ministry',
    country: '*',
    purpose: 'health statistics of all countries',
  },
  {
    username: 'ministry.ke',
    password: 'ministry.ke-demo',
    name: 'Achieng Otieno',
    role: 'ministry',
    country: 'KE',
    purpose: 'health statistics of Kenya',
  },
  {
    username: 'admin',
    password: 'admin-demo',
    name: 'Zainab Traoré',
    role: 'admin',
    country: '*',
    purpose: 'an administrator of the platform',
  },
];

export function findAccount(username: string): Account | undefined {
  return accounts.find((account) => account.username === username);
}

/** Returns an account's OpenID Connect claims; `role` and `country` are the platform's own. */
export function claimsOf(account: Account) {
  return {
    sub: account.username,
    name: account.name,
    email: `${account.username}@example.org`,
    email_verified: true,
    role: account.role,
    ...(account.country === undefined ? {} : { country: account.country }),
  };
}
