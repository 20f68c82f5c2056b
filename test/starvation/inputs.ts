import { randomBytes, randomUUID } from 'node:crypto';

/** A Bundle of a thousand entries, each new. */
export function encounters(round: number): string {
  const pairs = Array.from({ length: 500 }, (_, index) => {
    const subject = {
      identifier: { system: 'http://clinic.example.org/patients', value: `P-${round}-${index}` },
    };
    const encounter = `urn:uuid:${randomUUID()}`;
    return [
      {
        fullUrl: encounter,
        request: { method: 'POST', url: 'Encounter' },
        resource: {
          resourceType: 'Encounter',
          status: 'finished',
          class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB' },
          subject,
          period: { start: '2026-03-14T09:30:00Z' },
        },
      },
      {
        request: { method: 'POST', url: 'Condition' },
        resource: {
          resourceType: 'Condition',
          subject,
          encounter: { reference: encounter },
          code: { coding: [{ system: 'http://hl7.org/fhir/sid/icd-10', code: 'B54' }] },
        },
      },
    ];
  });
  return JSON.stringify({ resourceType: 'Bundle', type: 'transaction', entry: pairs.flat() });
}

export function consultation(): object {
  return {
    patientId: `attack-${randomBytes(6).toString('hex')}`,
    pathologyName: 'Malaria',
    country: 'KE',
    consultationDate: '2026-03-14T09:00:00Z',
  };
}

/** A question of its own for each number, so that no response is stored. */
export function trendOf(number: number): object {
  const year = 1960 + (number % 60);
  return { pathologies: ['Malaria', 'Cholera'], from: `${year}-01`, to: `${year + (number % 7)}-12` };
}

/** A message of the greatest length, without an emergency. */
export function longMessage(round: number, call: number): string {
  return `${round} ${call} I have had a headache and a cough since yesterday and no fever. `
    .repeat(60)
    .slice(0, 4_000);
}

/** Texts of many short words, of which each one is read with those around it. */
const REPEATED = ['a-', "a'", 'a@', '<a ', 'the ', 'é ', 'pas de ', 'no pain or ', '½', 'الم والولد '];

/** A message of the greatest length that repeats a short text. */
export function repeatedWords(round: number): string {
  const unit = REPEATED[round % REPEATED.length] ?? '';
  return `${round} ${unit.repeat(4_000)}`.slice(0, 4_000);
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** An access token that names the key of `SigningPortal`, with another signature. */
export function forgedToken(round: number): string {
  const header = encode({ alg: 'ES256', typ: 'at+jwt', kid: 'first' });
  const claims = encode({ sub: `attacker ${round}`, exp: 2_000_000_000, padding: 'a'.repeat(4_000) });
  return `${header}.${claims}.${randomBytes(64).toString('base64url')}`;
}
