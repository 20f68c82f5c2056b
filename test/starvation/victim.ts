import { sendRequest } from '../support/raw-request';
import { CONDITION, ENCOUNTER, bundleOf, entry } from '../integrations/fhir/bundles';
import { type Times, summarize } from './times';

const EMERGENCY = { message: 'my chest hurts badly and I cannot breathe' };

/** Of the counts that the attacks change, too. */
const RECORD = {
  patientId: 'victim',
  pathologyName: 'Malaria',
  consultationDate: '2026-03-14T09:00:00Z',
};

/** A Bundle that needs a reservation of memory. */
const BUNDLE = JSON.stringify(
  bundleOf([
    entry(ENCOUNTER, 'urn:uuid:encounter'),
    entry(CONDITION),
    entry({
      resourceType: 'Observation',
      status: 'final',
      code: { text: 'x' },
      text: { div: 'a'.repeat(200_000) },
    }),
  ]),
);

/** Its address, from a trusted proxy. Calls per minute of this address are limited. */
const ADDRESS = { 'x-forwarded-for': '198.51.100.1' };

export const CALLS = [
  'livez',
  'auth.me',
  'an emergency',
  'an anonymous emergency',
  'a record',
  'a Bundle',
] as const;
export type CallName = (typeof CALLS)[number];

/** After this time, a measurement has enough samples: all are slow. */
const MAX_MEASURE_MS = 30_000;

/** A caller beside an attack. */
export class Victim {
  private networks = 0;

  constructor(
    private readonly origin: string,
    private readonly cookie: string,
  ) {}

  /** Makes the calls in turn. Expects 200 of each. */
  async measure(samples: number, calls: readonly CallName[] = CALLS): Promise<ReadonlyMap<CallName, Times>> {
    const times = new Map(calls.map((name) => [name, [] as number[]]));
    const endsAt = performance.now() + MAX_MEASURE_MS;
    for (let sample = 0; sample < samples && performance.now() < endsAt; sample += 1) {
      for (const [name, all] of times) {
        const start = performance.now();
        const { status, text } = await this.call(name);
        all.push(performance.now() - start);
        expect([name, status, text]).toEqual([name, 200, text]);
      }
    }
    return new Map([...times].map(([name, all]) => [name, summarize(all)]));
  }

  private call(name: CallName) {
    const { cookie } = this;
    switch (name) {
      case 'livez':
        return sendRequest(this.origin, { method: 'GET', path: '/livez', headers: ADDRESS });
      case 'auth.me':
        return sendRequest(this.origin, {
          method: 'GET',
          path: '/api/trpc/auth.me',
          headers: { ...ADDRESS, cookie },
        });
      case 'an emergency':
        return sendRequest(this.origin, {
          path: '/api/trpc/chatbot.sendMessage',
          headers: { ...ADDRESS, cookie, 'content-type': 'application/json' },
          body: JSON.stringify({ 0: { json: EMERGENCY } }),
        });
      case 'an anonymous emergency':
        return sendRequest(this.origin, {
          path: '/api/trpc/chatbot.sendMessage',
          headers: { ...this.fromNewNetwork(), 'content-type': 'application/json' },
          body: JSON.stringify({ 0: { json: EMERGENCY } }),
        });
      case 'a record':
        return sendRequest(this.origin, {
          path: '/api/trpc/consultations.record',
          headers: { ...ADDRESS, cookie, 'content-type': 'application/json' },
          body: JSON.stringify({ 0: { json: RECORD } }),
        });
      case 'a Bundle':
        return sendRequest(this.origin, {
          path: '/fhir',
          headers: { ...ADDRESS, cookie, 'content-type': 'application/fhir+json' },
          body: BUNDLE,
        });
    }
  }

  private fromNewNetwork() {
    this.networks += 1;
    return { 'x-forwarded-for': `198.18.${(this.networks >> 8) & 255}.${this.networks & 255}` };
  }
}
