import type { Response } from 'supertest';
import { findTranslation } from '../../src/shared/catalogue-names/catalogue-names';
import { dayOf } from '../../src/shared/period';
import { type PlainCaller, badRequest, failure, payload } from '../support/plain-caller';
import { StatisticsSuite } from './statistics-suite';

const DATE = '2024-05-06';
const MONTH = { period: '2024-05' };
const SWAHILI = {
  name: 'Kipindupindu',
  englishName: 'Cholera',
  translation: findTranslation('pathologies', 'Cholera', 'sw')?.mark,
};
const LAKE_FEVER = { name: 'Lake Fever', icd10: null, count: 1 };

/** The procedures whose results have names, each with an input. */
const CALLS: readonly (readonly [procedure: string, input: Readonly<Record<string, unknown>>])[] = [
  ['health.pathologyStats', { year: 2024 }],
  ['health.medicationStats', { year: 2024 }],
  ['health.pathologies', MONTH],
  ['health.medications', MONTH],
  ['health.pathologyTrend', { pathologies: ['Cholera'], from: '2024-04', to: '2024-05' }],
  ['health.alerts', {}],
];

describe('names in the language of the caller', () => {
  const here = new StatisticsSuite();
  let caller: PlainCaller;

  beforeAll(async () => {
    await here.recordCases(
      'KE',
      ['Cholera', DATE],
      ['Cholera', DATE],
      ['Lake Fever', DATE],
      ['Ebola virus disease', dayOf(new Date())],
    );
    await here.recordSales('KE', ['Paracetamol', DATE, 3], ['Lake Tonic', DATE, 2]);
    caller = await here.ministry('KE');
  });

  const ask = (procedure: string, input: object, acceptLanguage?: string): Promise<Response> =>
    caller.post(procedure, input, acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage });

  const asked = async (...[procedure, input, acceptLanguage]: Parameters<typeof ask>) =>
    payload(await ask(procedure, input, acceptLanguage));

  it.each(CALLS)('are English in %s unless another language is requested', async (procedure, input) => {
    const { text: before } = await ask(procedure, input);
    expect(before).not.toContain('englishName');
    await ask(procedure, input, 'sw');
    for (const acceptLanguage of ['*', 'en', 'en-GB,fr;q=0.9', 'de', 'fr;q=0', ''])
      expect((await ask(procedure, input, acceptLanguage)).text).toBe(before);
    expect((await ask(procedure, { ...input, language: 'en' }, 'sw')).text).toBe(before);
  });

  it.each(CALLS)('are those of `Accept-Language` or `language` in %s', async (procedure, input) => {
    const { text: swahili, headers } = await ask(procedure, input, 'sw-KE,sw;q=0.9,en;q=0.8');
    expect(swahili).toContain('"englishName":"');
    expect(headers).toMatchObject({ 'content-language': 'sw', 'cache-control': 'no-store' });
    expect(headers.vary).toMatch(/accept-language/i);
    expect((await ask(procedure, { ...input, language: 'sw' }, 'fr')).text).toBe(swahili);
    const english = await ask(procedure, input);
    expect(english.headers).toMatchObject({ 'content-language': 'en' });
    expect(english.headers.vary).toMatch(/accept-language/i);
  });

  it('have the English name and the mark beside them, and are the country’s own as they are', async () => {
    expect(await asked('health.pathologyStats', { year: 2024 }, 'sw')).toStrictEqual([
      { count: 2, ...SWAHILI },
      { name: 'Lake Fever', count: 1 },
    ]);
    expect(await asked('health.pathologies', MONTH, 'sw')).toStrictEqual({
      success: true,
      data: [{ icd10: 'A00.9', count: 2, ...SWAHILI }, LAKE_FEVER],
    });
    expect(await asked('health.medications', { ...MONTH, language: 'ar' })).toMatchObject({
      data: [
        { name: 'باراسيتامول', englishName: 'Paracetamol', atcCode: 'N02BE01', unitsSold: 3 },
        { name: 'Lake Tonic', atcCode: null, unitsSold: 2 },
      ],
    });
  });

  it('are those of alerts', async () => {
    expect(await asked('health.alerts', { language: 'fr' })).toMatchObject({
      data: { alerts: [{ pathology: 'Maladie à virus Ebola', englishName: 'Ebola virus disease' }] },
    });
  });

  it('are found as inputs in every language', async () => {
    const trend = { from: '2024-05', to: '2024-05' };
    expect(
      await asked('health.pathologyTrend', { ...trend, pathologies: ['kipindupindu', 'الكوليرا'] }, 'pt'),
    ).toMatchObject({
      data: {
        series: [
          { name: 'Cólera', englishName: 'Cholera', counts: [2] },
          { name: 'Cólera', englishName: 'Cholera', counts: [2] },
        ],
      },
    });
    expect(await asked('health.countryBreakdown', { ...MONTH, pathology: 'Kipindupindu' })).toMatchObject({
      data: [{ country: 'KE', count: 2 }],
    });
    expect(await asked('health.countryBreakdown', { ...MONTH, medication: 'باراسيتامول' })).toMatchObject({
      data: [{ country: 'KE', count: 3 }],
    });
    expect(
      failure(await ask('health.pathologyTrend', { ...trend, pathologies: ['Kipindupndu'] }, 'sw')),
    ).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are the country’s own if it has the name', async () => {
    await here.recordCases('UG', ['Kipindupindu', DATE]);
    const uganda = await here.ministry('UG');
    const trend = { pathologies: ['Kipindupindu', 'Cholera'], from: '2024-05', to: '2024-05' };
    expect(await here.query(uganda, 'health.pathologyTrend', { ...trend, language: 'sw' })).toMatchObject({
      series: [
        { name: 'Kipindupindu', counts: [1] },
        { ...SWAHILI, counts: [0] },
      ],
    });
  });

  it('are those of each call of a batch', async () => {
    const { text, headers } = await caller.batch(
      ['health.pathologies', { ...MONTH, language: 'sw' }],
      ['health.pathologies', { ...MONTH, language: 'fr' }],
      ['health.summary', MONTH],
    );
    expect(text).toMatch(/Kipindupindu.*Choléra/);
    expect(headers['content-language']).toBe('sw, fr');
  });

  it('have no other language than the five', async () => {
    expect(failure(await ask('health.pathologies', { ...MONTH, language: 'de' }))).toStrictEqual(
      badRequest('language: expected one of en, fr, pt, ar, sw'),
    );
  });
});
