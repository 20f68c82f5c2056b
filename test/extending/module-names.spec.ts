import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { checkoutRoot } from '../../dev/checkout';
import { type TextFile, addImport, addItem } from '../../dev/generate-migration/list-editing';
import { RESERVED_SQL_WORDS, parseModuleNames } from '../../dev/new-module/names';
import { planModule } from '../../dev/new-module/plan';
import { serverUrl } from '../support/database-server';

/** The files that the command reads. The test's checkout has no modules, so that no name of a test is taken. */
const SOURCES = [
  'dev/new-module/template',
  'test/extending/template',
  'migrations/1763700000000-create-accounts.ts',
  'src/features.ts',
];

const root = mkdtempSync(join(tmpdir(), 'module-names-'));
for (const path of SOURCES) cpSync(join(checkoutRoot, path), join(root, path), { recursive: true });
mkdirSync(join(root, 'src', 'modules', 'consultations'), { recursive: true });

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const planned = (plural: string, singular?: string) =>
  planModule(root, parseModuleNames(plural, singular), new Date());

describe('the name of a new module', () => {
  it.each([
    ['vaccinations', 'vaccination'],
    ['labResults', 'lab_result'],
    ['allergies', 'allergy'],
    ['biopsies', 'biopsy'],
    ['viruses', 'virus'],
    ['doses', 'dose'],
    ['diseases', 'disease'],
    ['crutches', 'crutch'],
  ])('%s has the table %s', (plural, table) => {
    expect(parseModuleNames(plural).singular.snake).toBe(table);
  });

  it.each([
    ['Vaccinations', 'expected lower camel case'],
    ['lab-results', 'expected lower camel case'],
    ['lab_results', 'expected lower camel case'],
    ['labRESULTS', 'expected a plural noun'],
    ['../vaccinations', 'expected lower camel case'],
    ['vaccinations;', 'expected a plural noun'],
    ['2ndDoses', 'expected lower camel case'],
    ['vaccination', 'expected a plural noun'],
    ['children', 'expected a plural noun'],
    ['nurses', 'pass the singular with --singular'],
    ['caches', 'pass the singular with --singular'],
    ['arguments', 'reserved word in JavaScript'],
    ['users', 'the table name user is a reserved word in SQL'],
    ['orders', 'the table name order is a reserved word in SQL'],
    [`${'very'.repeat(10)}Longs`, 'expected at most 40 characters'],
  ])('%s is refused', (plural, why) => {
    expect(() => parseModuleNames(plural)).toThrow(why);
  });

  it('may have an irregular singular, which is also validated and must differ', () => {
    expect(parseModuleNames('children', 'child').singular.pascal).toBe('Child');
    expect(() => parseModuleNames('series', 'series')).toThrow('the singular and the plural must differ');
    expect(() => parseModuleNames('children', 'Child')).toThrow('Child: expected lower camel case');
  });

  it.each([
    ['consultations', 'src/modules/consultations already exists; nothing was written'],
    ['sessions', 'already creates a table session; nothing was written'],
    ['callers', 'uses the name Caller for something else; nothing was written'],
  ])('%s is refused if it is taken', (plural, why) => {
    expect(() => planned(plural)).toThrow(why);
  });

  it('is compared with all words that PostgreSQL refuses as a table name', async () => {
    const client = new Client({ connectionString: serverUrl() });
    await client.connect();
    const { rows } = await client.query<{ word: string }>(
      `SELECT word FROM pg_get_keywords() WHERE catcode IN ('R', 'T') ORDER BY word`,
    );
    await client.end();
    expect([...RESERVED_SQL_WORDS].sort()).toEqual(rows.map(({ word }) => word).sort());
  });
});

describe('the files of a new module', () => {
  it('contain its name in every letter case, and no name of the template', () => {
    const { created } = planned('patientNotes');
    expect(created.map(({ path }) => path.replace(/\d{13}/, 'N'))).toEqual([
      'src/modules/patient-notes/patient-note.entity.ts',
      'src/modules/patient-notes/patient-notes.contract.ts',
      'src/modules/patient-notes/patient-notes.feature.ts',
      'src/modules/patient-notes/patient-notes.module.ts',
      'src/modules/patient-notes/patient-notes.router.ts',
      'src/modules/patient-notes/patient-notes.service.ts',
      'src/modules/patient-notes/migrations/N-create-patient-notes.ts',
      'test/contract/patientNotes.list.spec.ts',
      'test/contract/patientNotes.record.spec.ts',
    ]);
    const all = created.map(({ text }) => text).join('\n');
    expect(all).not.toMatch(/lab.?sample|\.\.\/\.\.\/\.\.|0000000000000/i);
    for (const form of ['patientNotes', 'PatientNotesModule', './patient-note.entity', "'patient_note'"])
      expect(all).toContain(form);
  });

  it('may contain a name that begins like the name of the template', () => {
    const entity = planned('labSamples').created.find(({ path }) => path.endsWith('.entity.ts'));
    expect(entity?.text).toContain(`@Entity('lab_sample')`);
    const kits = planned('labSampleKits').created.map(({ text }) => text);
    expect(kits.join('\n')).not.toMatch(/labSampleKit(?:Kit|s?Samples?)/i);
  });

  it('need one new line in one file of the platform', () => {
    const { changed } = planned('patientNotes');
    expect(changed.map(({ path }) => path)).toEqual(['src/features.ts']);
    const before = readFileSync(join(root, 'src/features.ts'), 'utf8').split('\n');
    const added = changed[0]?.text.split('\n').filter((line) => !before.includes(line));
    expect(added).toEqual([
      `export { patientNotesContract as patientNotes } from './modules/patient-notes/patient-notes.contract';`,
    ]);
  });

  it('include a migration with the current time as its number, or a number after all other migrations', () => {
    const findMigration = (now: string) =>
      planModule(root, parseModuleNames('vaccinations'), new Date(now)).created.find(({ path }) =>
        path.includes('/migrations/'),
      )?.path;
    const expected = (number: number) =>
      `src/modules/vaccinations/migrations/${number}-create-vaccinations.ts`;
    expect(findMigration('2100-01-01')).toBe(expected(Date.parse('2100-01-01')));
    expect(findMigration('1970-01-01')).toBe(expected(1_763_700_000_001));
    const ofModule = join(root, 'src/modules/consultations/migrations');
    mkdirSync(ofModule);
    try {
      writeFileSync(join(ofModule, '1800000000000-extend-consultations.ts'), '');
      expect(findMigration('1970-01-01')).toBe(expected(1_800_000_000_001));
    } finally {
      rmSync(ofModule, { recursive: true });
    }
  });
});

describe('the index of migrations', () => {
  const OPENING = 'const list = [';
  const NO_END = `no end of the list "${OPENING}", or no comma before it`;
  const file = (...lines: string[]): TextFile => ({ path: 'list.ts', text: lines.join('\n') });

  it('gets an import in the order of the paths', () => {
    const [a, c] = [`import { a } from './a';`, `import { c } from './c';`];
    const list = file(`import { z } from 'zod';`, a, c, '', 'x');
    expect(addImport(list, 'b', './b').text.split('\n')[2]).toBe(`import { b } from './b';`);
    expect(addImport(list, 'd', './d').text.split('\n')[3]).toBe(`import { d } from './d';`);
  });

  it('gets an item at the end of its list', () => {
    const nested = ['  {', '    a,', '  },'];
    const list = file(OPENING, ...nested, '  b,', '];', 'const other = [', '  c,', '];');
    expect(addItem(list, OPENING, 'd').text).toBe(list.text.replace('  b,\n', '  b,\n  d,\n'));
  });

  it.each([
    ['no import of a relative path', () => addImport(file(`import { z } from 'zod';`), 'b', './b')],
    [`no line "${OPENING}"`, () => addItem(file('const list = [a];'), OPENING, 'b')],
    [
      `more than one line "${OPENING}"`,
      () => addItem(file(OPENING, '  a,', '];', OPENING, '];'), OPENING, 'b'),
    ],
    [NO_END, () => addItem(file(OPENING, '  a,'), OPENING, 'b')],
    [NO_END, () => addItem(file(OPENING, '  a', '];'), OPENING, 'b')],
  ])('is refused with "%s"', (problem, change) => {
    expect(change).toThrow(`list.ts: ${problem}; nothing was written`);
  });
});
