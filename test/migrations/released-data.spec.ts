import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../../dev/checkout';
import { nameKey } from '../../src/shared/name-key';

const DATA_FOLDER = join(checkoutRoot, 'migrations/data');

const ADVICE =
  'belongs to a migration that has run on existing databases: restore it, and add a new migration with its own data file';

/** SHA-256 of every released data file. */
const DIGESTS: Readonly<Record<string, string>> = {
  '1763700100000-specialties.json': 'fcbc3afebce1807e26386d76c3eb23cb38e02b9bcfd358740eba948ff98e1afb',
  '1763700200000-pathologies.json': '5ae8ee1bb6d40a20f50116b87c6c3bb91834ebb2f77f811dc14ad7c2bb77e78c',
  '1763800100000-medications.json': 'c1969bc9087c9cb108d05101c30eb850e2afa1b3889288d34e9c3258d3e0e7e3',
  '1763900100000-pathology-codes.json': '639ba886f04c6e11be87f299ffe3bc0986c6137ee8bacdf9724e06c1ff54b403',
  '1763900500000-assistant-ar.json': 'c32e58e026f495c1270e4a66288d80d4d548cbb84d8f71e5986bc194abeec44f',
  '1763900500000-assistant-en.json': '01d85518406ea66bc228a14eaec7d5c965a83a7682bf24dc141443088332b7f1',
  '1763900500000-assistant-fr.json': '60bedd15ea79af4df9af9c72f3c033d2c09752bf50fc469cbcd1deae423e700c',
  '1763900500000-assistant-pathologies.json':
    'ca4e2b0fdb4fb415291bfb24a3048ebb639731de77c5ae213ed289fd953c2311',
  '1763900500000-assistant-pt.json': '31285101e9efb48957e59fb7ecbffd6d9d7d9f5600cf30225eb713028fc4f124',
  '1763900500000-assistant-sw.json': 'fb0d7a7ef28f9858ed9e4461bdf605ebaadcb81a855d072ad5266bcd9a4f00c1',
  '1764100700000-catalogue-corrections.json':
    '3c1018ea67163e29b2190227b28e7bcece4bdb3fafd3b83c2705ff75eb44e126',
};

/** Keys in existing databases. The catalogue migrations compute them with `nameKey`, on every new database too. */
const STORED_KEYS: readonly (readonly [name: string, key: string])[] = [
  ['Malaria', 'malaria'],
  ['  Fièvre   JAUNE ', 'fievrejaune'],
  ['hipertensão', 'hipertensao'],
  ['malária (P. falciparum)', 'malariapfalciparum'],
  ['COVID-19', 'covid19'],
  ['œdème', 'oedeme'],
  ['ŒDÈME', 'oedeme'],
  ['Caesarean æther', 'caesareanaether'],
  ['Sjøgren', 'sjogren'],
  ['Weißfleckenkrankheit', 'weissfleckenkrankheit'],
  ['ÀÉÎÕÜÇÑ', 'aeioucn'],
  ['e\u0301cole', 'ecole'],
  ['ẹ̀gbà', 'egba'],
  ['مَلَارِيَا', 'ملاريا'],
  ['ملاريا', 'ملاريا'],
  ['ወባ', 'ወባ'],
  ['የወባ በሽታ', 'የወባበሽታ'],
  ['Ｍａｌａｒｉａ　１', 'malaria1'],
  ['ﬁlariasis', 'filariasis'],
  ['H₂O²', 'h2o2'],
  ['TPM+', 'tpm+'],
  ['TPM-', 'tpm-'],
  ['HIV⁺', 'hiv+'],
  ['VIH −', 'vih-'],
  ['Malaria (-)', 'malaria-'],
  ['Malaria ( + )', 'malaria+'],
  ['Artemether + lumefantrine', 'artemetherlumefantrine'],
  ['AS+AQ', 'asaq'],
  ['HIV- (rapid test)', 'hiv-rapidtest'],
  ['COVID-19 -', 'covid19-'],
  ['COVID - 19', 'covid19'],
  ['HIV-positive', 'hivpositive'],
  ['Zolprin 2.5 mg', 'zolprin2.5mg'],
  ['Zolprin 2,5 mg', 'zolprin2.5mg'],
  ['Zolprin 25 mg', 'zolprin25mg'],
  ['0,125 mg', '0.125mg'],
  ['1,000 mg', '1000mg'],
  ['1.000.000 IU', '1000000iu'],
  ['1.000,5', '1000.5'],
  ['2.1250', '2.1250'],
  ['CD4 <200', 'cd4<200'],
  ['CD4 > 200', 'cd4>200'],
  ['CD4 <= 200', 'cd4≤200'],
  ['WHZ < -2', 'whz<2'],
  ['Grade 1 – 2', 'grade1-2'],
  ['½ tablet', '1/2tablet'],
  ['Amoxiclav 500/125', 'amoxiclav500/125'],
  ['Amoxiclav 500 mg/125 mg', 'amoxiclav500mg125mg'],
  ['Z99.8', 'z998'],
  ['Z99.8 Dependence', 'z998dependence'],
  ['\uE000malaria', 'malaria'],
  ['\uE004malaria', 'malaria'],
  ['???', '???'],
  [' — ', '—'],
];

describe('the data of released migrations', () => {
  it('has a digest here for every data file', () => {
    expect(readdirSync(DATA_FOLDER).sort()).toEqual(Object.keys(DIGESTS).sort());
  });

  it.each(Object.entries(DIGESTS))('has not changed in %s', (file, sha256) => {
    const isChanged =
      createHash('sha256')
        .update(readFileSync(join(DATA_FOLDER, file)))
        .digest('hex') !== sha256;
    expect(isChanged ? `${file} ${ADVICE}` : 'unchanged').toBe('unchanged');
  });

  it.each(STORED_KEYS)('has not changed in the key of %j', (name, key) => {
    const computed = nameKey(name);
    expect(computed === key ? 'unchanged' : `nameKey(${name}) is ${computed}, was ${key}: it ${ADVICE}`).toBe(
      'unchanged',
    );
  });
});
