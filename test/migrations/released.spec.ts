import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { nameKey } from '../../src/fields/name-key';

const FOLDER = join(__dirname, '../../migrations/data');

const ADVICE =
  'is part of a migration that has run on databases out there: leave it as it was, and add a new migration with a data file of its own';

/** SHA-256 of every data file, as its migration ran with it. */
const RELEASED: Readonly<Record<string, string>> = {
  '1763700100000-specialties.json': 'fcbc3afebce1807e26386d76c3eb23cb38e02b9bcfd358740eba948ff98e1afb',
  '1763700200000-pathologies.json': '5ae8ee1bb6d40a20f50116b87c6c3bb91834ebb2f77f811dc14ad7c2bb77e78c',
  '1763800100000-medications.json': 'c1969bc9087c9cb108d05101c30eb850e2afa1b3889288d34e9c3258d3e0e7e3',
  '1763900100000-pathology-codes.json': '639ba886f04c6e11be87f299ffe3bc0986c6137ee8bacdf9724e06c1ff54b403',
  '1763900500000-assistant-ar.json': '4e412d0d501e1e38f5ddde2bf167fcb42105b93a6cb7eaa15567e0c047da6b6d',
  '1763900500000-assistant-en.json': '7d16705147029cfbf26038964a4e695656ef3538bbf70e6f7c5d35a295f09b19',
  '1763900500000-assistant-fr.json': '977e5c05c4293a6dd0ac0028de50593bc06fe36e8e44d4f9a75199ee5ac0e779',
  '1763900500000-assistant-pathologies.json':
    'ca4e2b0fdb4fb415291bfb24a3048ebb639731de77c5ae213ed289fd953c2311',
  '1763900500000-assistant-pt.json': '3d1c2b6dbd0d009cd640ad11c10f5df1fd68381bcf82024e0cad508d59616288',
  '1763900500000-assistant-sw.json': 'd07c4ebc410f505fc8ce57e219e8e67b68ad3370f63c279bb2d455432f8850b5',
};

/** Keys as they are stored. `nameKey` made them in the migrations of the catalogues, and does so again on every new database. */
const STORED: readonly (readonly [name: string, key: string])[] = [
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
  ['\uE000malaria', 'malaria'],
  ['???', '???'],
  [' — ', '—'],
];

describe('what released migrations use', () => {
  it('has every data file named here', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(RELEASED).sort());
  });

  it.each(Object.entries(RELEASED))('has %s unchanged', (file, sha256) => {
    const changed =
      createHash('sha256')
        .update(readFileSync(join(FOLDER, file)))
        .digest('hex') !== sha256;
    expect(changed ? `${file} ${ADVICE}` : 'unchanged').toBe('unchanged');
  });

  it.each(STORED)('has the key of %j unchanged', (name, key) => {
    const made = nameKey(name);
    expect(made === key ? 'unchanged' : `nameKey(${name}) is ${made}, was ${key}: it ${ADVICE}`).toBe(
      'unchanged',
    );
  });
});
