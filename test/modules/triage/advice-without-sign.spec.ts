import { composeAdvice } from '../../../src/modules/triage/advice/emergency-advice';
import { countrySchema } from '../../../src/shared/country';

describe('the advice for danger without a sign', () => {
  const kenya = countrySchema.parse('KE');
  const chad = countrySchema.parse('TD');

  it.each([
    ['en', kenya],
    ['fr', chad],
    ['pt', undefined],
    ['sw', kenya],
    ['ar', undefined],
  ] as const)('contains where to go but no first aid, in %s', (language, country) => {
    const advice = composeAdvice({ signs: [], language }, country);
    const withSign = composeAdvice({ signs: ['severePain'], language }, country);
    expect(advice.length).toBeGreaterThan(40);
    expect(advice.length).toBeLessThan(withSign.length);
    expect(advice).not.toContain('\n');
  });

  it('contains the number of the ambulance, but not of the police', () => {
    const withoutSign = composeAdvice({ signs: [], language: 'en' }, kenya);
    const withSign = composeAdvice({ signs: ['bleeding'], language: 'en' }, kenya);
    expect(withSign).toMatch(/\b999\b/);
    expect(withoutSign).toContain('1199');
    expect(withoutSign).not.toMatch(/\b999\b/);
  });
});
