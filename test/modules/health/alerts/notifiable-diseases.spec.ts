import pathologies from '../../../../migrations/data/1763700200000-pathologies.json';
import { evaluateRules } from './latest-rules';
import {
  fewCasesCodes,
  findFixedRule,
  oneCaseCodes,
} from '../../../../src/modules/health/alerts/notifiable-diseases';
import { seasonalCodes } from '../../../../src/modules/health/alerts/seasonal-diseases';

const findNames = (code: string): string[] =>
  pathologies.filter(({ icd10 }) => icd10 === code).map(({ name }) => name);

const findThreshold = (icd10: string | null, usual: number): number | undefined =>
  findFixedRule(icd10, { usual, history: [] })?.threshold;

describe('the rules for notifiable diseases', () => {
  const codes = [...oneCaseCodes, ...fewCasesCodes, ...seasonalCodes];

  it.each(codes)('have a disease of the catalogue for %s', (code) => {
    expect(findNames(code)).not.toEqual([]);
  });

  it('have each code once', () => {
    for (const codes of [[...oneCaseCodes, ...fewCasesCodes], seasonalCodes])
      expect(new Set(codes).size).toBe(codes.length);
  });

  it('include every viral haemorrhagic fever of the catalogue, with one name for each code', () => {
    const names = oneCaseCodes.flatMap(findNames);
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

  it('fire at one case, however many are usual, and not without a case', () => {
    const listFired = (count: number): string[] =>
      evaluateRules({ icd10: 'A98.4', counts: [0, 0, 0, count] }, 1).map(({ rule }) => rule);
    expect([listFired(0), listFired(1)]).toEqual([[], ['notifiable']]);
    expect(findThreshold('A00.9', 80)).toBe(1);
  });

  it('fire at five cases of measles, or at twice the usual cases if that is more', () => {
    expect([0, 2.5, 2.6, 40].map((usual) => findThreshold('B05.9', usual))).toEqual([5, 5, 6, 80]);
  });

  it('do not exist for other diseases and without a code', () => {
    for (const code of ['B54', null, '']) expect(findThreshold(code, 0)).toBeUndefined();
  });
});
