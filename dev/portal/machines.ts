/** A fictitious partner's program, which gets access tokens from the embedded portal. */
export interface Machine {
  readonly clientId: string;
  /** Public on purpose: the portal shows it on its start page and listens on loopback only. */
  readonly clientSecret: string;
  readonly name: string;
  /** Scopes of its tokens, separated by spaces. */
  readonly scope: string;
  /** Description for the start page. */
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

export function findMachine(clientId: string): Machine | undefined {
  return machines.find((machine) => machine.clientId === clientId);
}
