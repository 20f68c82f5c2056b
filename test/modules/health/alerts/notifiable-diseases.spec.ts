import pathologies from '../../../../migrations/data/1763700200000-pathologies.json';
import { evaluateRules } from '../../../../src/modules/health/alerts/evaluate-rules';
import {
  fewCasesCodes,
  findFixedRule,
  oneCaseCodes,
} from '../../../../src/modules/health/alerts/notifiable-diseases';
import { seasonalCodes } from '../../../../src/modules/health/alerts/seasonal-diseases';

const namesOf = (code: string): string[] =>
  pathologies.filter(({ icd10 }) => icd10 === code).map(({ name }) => name);

const thresholdOf = (icd10: string | null, usual: number): number | undefined =>
  findFixedRule(icd10, { usual, history: [] })?.threshold;

describe('the rules for notifiable diseases', () => {
  it.each([...oneCaseCodes, ...fewCasesCodes, ...seasonalCodes])('know %s from the catalogue', (code) => {
    expect(namesOf(code)).not.toEqual([]);
  });

  it('name each disease once', () => {
    for (const codes of [[...oneCaseCodes, ...fewCasesCodes], seasonalCodes])
      expect(new Set(codes).size).toBe(codes.length);
  });

  it('have every viral haemorrhagic fever that the catalogue has, and no other disease beside it', () => {
    const names = oneCaseCodes.flatMap(namesOf);
    expect(names).toEqual(
      expect.arrayContaining([
        'Ebola virus disease',
        'Marburg virus disease',
        'Lassa fever',
        'Crimean-Congo haemorrhagic fever',
        'Rift Valley fever',
        'Viral haemorrhagic fever',
      ]),
    );
    expect(names).toHaveLength(oneCaseCodes.length);
  });

  it('fire at one case, whatever is usual, and not at none', () => {
    const fired = (count: number): string[] =>
      evaluateRules({ icd10: 'A98.4', counts: [0, 0, 0, count] }, 1).map(({ rule }) => rule);
    expect([fired(0), fired(1)]).toEqual([[], ['notifiable']]);
    expect(thresholdOf('A00.9', 80)).toBe(1);
  });

  it('fire at five cases of measles, or twice the usual where five are nothing unusual', () => {
    expect([0, 2.5, 2.6, 40].map((usual) => thresholdOf('B05.9', usual))).toEqual([5, 5, 6, 80]);
  });

  it('have nothing to say of other diseases, nor of what has no code', () => {
    expect([thresholdOf('B54', 0), thresholdOf(null, 0), thresholdOf('', 0)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
