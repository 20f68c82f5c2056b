import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { checkoutRoot } from '../../dev/checkout';
import { type ListFile, withImport, withItem } from '../../dev/new-module/lists';
import { SQL_WORDS, moduleNames } from '../../dev/new-module/names';
import { planModule } from '../../dev/new-module/plan';
import { serverUrl } from '../support/database-server';

/** What the generator reads of a checkout. Without the modules of this one, no name that a test uses is ever taken. */
const READ = [
  'dev/new-module/template',
  'test/extending/template',
  'migrations/index.ts',
  'migrations/1763700000000-create-accounts.ts',
  'src/features.ts',
];

const root = mkdtempSync(join(tmpdir(), 'module-names-'));
for (const path of READ) cpSync(join(checkoutRoot, path), join(root, path), { recursive: true });
mkdirSync(join(root, 'src', 'modules', 'consultations'), { recursive: true });

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const planned = (plural: string, singular?: string) =>
  planModule(root, moduleNames(plural, singular), new Date());

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
  ])('%s has a table for each %s', (plural, table) => {
    expect(moduleNames(plural).singular.snake).toBe(table);
  });

  it.each([
    ['Vaccinations', 'expected lower camel case'],
    ['lab-results', 'expected lower camel case'],
    ['lab_results', 'expected lower camel case'],
    ['labRESULTS', 'say what one of them is called'],
    ['../vaccinations', 'expected lower camel case'],
    ['vaccinations;', 'say what one of them is called'],
    ['2ndDoses', 'expected lower camel case'],
    ['vaccination', 'say what one of them is called'],
    ['children', 'say what one of them is called'],
    ['arguments', 'has a meaning in JavaScript'],
    ['users', 'would be called user, which is a word of SQL'],
    ['orders', 'would be called order, which is a word of SQL'],
    [`${'very'.repeat(10)}Longs`, 'expected at most 40 characters'],
  ])('%s is refused', (plural, why) => {
    expect(() => moduleNames(plural)).toThrow(why);
  });

  it('may have an irregular singular, which has to differ and to be a name too', () => {
    expect(moduleNames('children', 'child').singular.pascal).toBe('Child');
    expect(() => moduleNames('series', 'series')).toThrow('the plural has to differ');
    expect(() => moduleNames('children', 'Child')).toThrow('Child: expected lower camel case');
  });

  it.each([
    ['consultations', 'src/modules/consultations is there already; nothing was written'],
    ['sessions', 'makes a table session already; nothing was written'],
    ['platforms', 'use the word Platform for something else; nothing was written'],
  ])('%s is refused, since it is taken', (plural, why) => {
    expect(() => planned(plural)).toThrow(why);
  });

  it('knows every word that PostgreSQL lets no table be called', async () => {
    const client = new Client({ connectionString: serverUrl() });
    await client.connect();
    const { rows } = await client.query<{ word: string }>(
      `SELECT word FROM pg_get_keywords() WHERE catcode IN ('R', 'T') ORDER BY word`,
    );
    await client.end();
    expect([...SQL_WORDS].sort()).toEqual(rows.map(({ word }) => word).sort());
  });
});

describe('the files of a new module', () => {
  it('have its name in every way of writing, and nothing of the template’s', () => {
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

  it('are the template’s own where the name is', () => {
    expect(planned('labSamples').created.find(({ path }) => path.endsWith('.entity.ts'))?.text).toContain(
      `@Entity('lab_sample')`,
    );
    const kits = planned('labSampleKits').created.map(({ text }) => text);
    expect(kits.join('\n')).not.toMatch(/labSampleKit(?:Kit|s?Samples?)/i);
  });

  it('need one line of one file of the platform', () => {
    const { changed } = planned('patientNotes');
    expect(changed.map(({ path }) => path)).toEqual(['src/features.ts']);
    const before = readFileSync(join(root, 'src/features.ts'), 'utf8').split('\n');
    const added = changed[0]?.text.split('\n').filter((line) => !before.includes(line));
    expect(added).toEqual([
      `export { patientNotesContract as patientNotes } from './modules/patient-notes/patient-notes.contract';`,
    ]);
  });

  it('have a migration later than all others', () => {
    const names = moduleNames('vaccinations');
    const migrationAt = (now: Date) =>
      planModule(root, names, now).created.find(({ path }) => path.includes('/migrations/'));
    const migration = migrationAt(new Date(0));
    const latest = migrationAt(new Date('2100-01-01'));
    expect(Number(/\d{13}/.exec(migration?.path ?? '')?.[0])).toBeGreaterThan(1_763_900_000_000);
    expect(latest?.path).toBe(
      `src/modules/vaccinations/migrations/${Date.parse('2100-01-01')}-create-vaccinations.ts`,
    );
  });
});

describe('the index of migrations', () => {
  const file = (...lines: string[]): ListFile => ({ path: 'list.ts', text: lines.join('\n') });

  it('get an import in the order of their paths', () => {
    const list = file(
      `import { z } from 'zod';`,
      `import { a } from './a';`,
      `import { c } from './c';`,
      '',
      'x',
    );
    expect(withImport(list, 'b', './b').text.split('\n')[2]).toBe(`import { b } from './b';`);
    expect(withImport(list, 'd', './d').text.split('\n')[3]).toBe(`import { d } from './d';`);
  });

  it('get an item at their end', () => {
    const list = file(
      'const list = [',
      '  {',
      '    a,',
      '  },',
      '  b,',
      '];',
      'const other = [',
      '  c,',
      '];',
    );
    expect(withItem(list, 'const list = [', 'd').text).toBe(list.text.replace('  b,\n', '  b,\n  d,\n'));
  });

  it.each([
    ['no import', () => withImport(file(`import { z } from 'zod';`), 'b', './b')],
    ['no such list', () => withItem(file('const list = [a];'), 'const list = [', 'b')],
    [
      'the list twice',
      () => withItem(file('const l = [', '  a,', '];', 'const l = [', '];'), 'const l = [', 'b'),
    ],
    ['a list without an end', () => withItem(file('const l = [', '  a,'), 'const l = [', 'b')],
    ['a last item without a comma', () => withItem(file('const l = [', '  a', '];'), 'const l = [', 'b')],
  ])('are left alone where there is %s', (_what, change) => {
    expect(change).toThrow(/^list\.ts: .*so nothing can be added there; nothing was written$/);
  });
});
