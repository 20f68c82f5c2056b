/** A partner's program that can get an access token at the embedded portal. All of them are invented. */
export interface Machine {
  readonly clientId: string;
  /** Public on purpose: the portal shows it on its start page and listens on loopback only. */
  readonly clientSecret: string;
  readonly name: string;
  /** What its tokens allow, separated by spaces. */
  readonly scope: string;
  /** What the program is for, in the words of the start page. */
  readonly purpose: string;
}

/** The clients of the embedded portal that use the client-credentials grant. */
export const machines: readonly Machine[] = [
  {
    clientId: 'clinic',
    clientSecret: 'clinic-demo',
    name: 'Uhuru Clinic',
    scope: 'role:doctor country:KE',
    purpose: 'a clinic’s system in Kenya, which records consultations',
  },
  {
    clientId: 'pharmacy',
    clientSecret: 'pharmacy-demo',
    name: 'Jamii Pharmacies',
    scope: 'role:pharmacist country:KE',
    purpose: 'a pharmacy chain’s system in Kenya',
  },
];

/** The machine of that client id, if there is one. */
export function findMachine(clientId: string): Machine | undefined {
  return machines.find((machine) => machine.clientId === clientId);
}
