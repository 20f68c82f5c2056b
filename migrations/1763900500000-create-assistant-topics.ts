import type { MigrationInterface, QueryRunner } from 'typeorm';
import { nameKey } from '../src/shared/name-key';
import catalogue from './data/1763700200000-pathologies.json';
import arabic from './data/1763900500000-assistant-ar.json';
import english from './data/1763900500000-assistant-en.json';
import french from './data/1763900500000-assistant-fr.json';
import topics from './data/1763900500000-assistant-pathologies.json';
import portuguese from './data/1763900500000-assistant-pt.json';
import swahili from './data/1763900500000-assistant-sw.json';

/** The texts of all topics in one language. */
interface Texts {
  readonly specialties: Readonly<Record<string, SpecialtyText>>;
  /** By name in the catalogue. */
  readonly pathologies: Readonly<Record<string, PathologyText>>;
}

interface SpecialtyText {
  readonly name: string;
  readonly description: string;
  /** Users' words with their weight for the specialty: 5 names it, 1 is a weak hint. */
  readonly terms: Readonly<Record<string, number>>;
  /** Users' words for a complaint that needs an examination soon. */
  readonly soon?: readonly string[];
}

interface PathologyText {
  readonly name: string;
  readonly about: string;
  readonly advice: string;
  /** Its prevention, or that none is known. */
  readonly prevention?: string;
  readonly terms: readonly string[];
  /** Users' words for symptoms of this pathology that need an examination soon. */
  readonly soon?: readonly string[];
}

const TEXTS: Readonly<Record<string, Texts>> = {
  en: english,
  fr: french,
  pt: portuguese,
  ar: arabic,
  sw: swahili,
};

/** PostgreSQL has no stemmer for Swahili. */
const STEMMERS: Readonly<Record<string, string>> = {
  en: 'english',
  fr: 'french',
  pt: 'portuguese',
  ar: 'arabic',
  sw: 'simple',
};

const NAMED = 5;
/** Weight of a catalogue name without a text. */
const ONLY_NAMED = 4.5;

/** Acronyms of the catalogue that are also common words: "les enfants". */
const EVERYDAY_WORDS = new Set(
  'AIT APH CIV DAG DIP EAM HAT IDA LAM LES MAM MAS NEC OMA OMC PAD SAM SEP THA TIA TOC'.split(' '),
);

/** Stop words in Swahili, for which PostgreSQL has no list. */
const LITTLE_WORDS = ['ya', 'wa', 'za', 'la', 'cha', 'vya', 'kwa', 'na', 'ni', 'katika', 'kwenye'];

/**
 * Creates the topics of the offline assistant: each specialty and pathology of the catalogue with its texts and search words
 * in five languages, from `data/1763900500000-assistant-*.json`. The texts about pathologies follow the fact sheets of the
 * World Health Organization.
 */
export class CreateAssistantTopics1763900500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE EXTENSION IF NOT EXISTS unaccent');
    await runner.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    for (const [language, stemmer] of Object.entries(STEMMERS)) {
      const dictionary = stemmer === 'simple' ? 'simple' : `${stemmer}_stem`;
      await runner.query(`CREATE TEXT SEARCH CONFIGURATION assistant_${language} (COPY = ${stemmer})`);
      await runner.query(
        `ALTER TEXT SEARCH CONFIGURATION assistant_${language}
         ALTER MAPPING FOR hword, hword_part, word WITH unaccent, ${dictionary}`,
      );
    }
    await createTables(runner);
    await fill(runner);
    for (const table of ['assistant_text', 'assistant_term'])
      await runner.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ${table}_topic_fkey FOREIGN KEY (topic_id) REFERENCES assistant_topic (id)`,
      );
    await runner.query('CREATE INDEX assistant_term_lexemes_idx ON assistant_term USING gin (lexemes)');
    await runner.query(
      'CREATE INDEX assistant_word_trigrams_idx ON assistant_word USING gin (word gin_trgm_ops)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['assistant_word', 'assistant_term', 'assistant_text', 'assistant_topic'])
      await runner.query(`DROP TABLE ${table}`);
    for (const language of Object.keys(STEMMERS))
      await runner.query(`DROP TEXT SEARCH CONFIGURATION assistant_${language}`);
    await runner.query('DROP EXTENSION pg_trgm');
    await runner.query('DROP EXTENSION unaccent');
  }
}

async function createTables(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE assistant_topic (
      id text PRIMARY KEY,
      kind text NOT NULL CONSTRAINT assistant_topic_kind_check CHECK (kind IN ('specialty', 'pathology')),
      specialty_code text NOT NULL
    )`);
  await runner.query('CREATE INDEX assistant_topic_specialty_idx ON assistant_topic (specialty_code)');
  await runner.query(`
    CREATE TABLE assistant_text (
      topic_id text NOT NULL,
      language text NOT NULL,
      name text NOT NULL,
      about text,
      advice text,
      prevention text,
      PRIMARY KEY (topic_id, language)
    )`);
  await runner.query(`
    CREATE TABLE assistant_term (
      topic_id text NOT NULL,
      language text NOT NULL,
      term text NOT NULL,
      weight real NOT NULL,
      soon boolean NOT NULL,
      lexemes tsvector NOT NULL,
      PRIMARY KEY (topic_id, language, term)
    )`);
  await runner.query('CREATE TABLE assistant_word (word text PRIMARY KEY)');
}

async function fill(runner: QueryRunner): Promise<void> {
  const specialtyOf = new Map(topics.map(({ pathology, specialty }) => [pathology, specialty]));
  const pathologies = catalogue.flatMap(({ name }) => {
    const specialty = specialtyOf.get(name);
    return specialty === undefined ? [] : [{ id: pathologyId(name), kind: 'pathology', specialty }];
  });
  const specialties = Object.keys(english.specialties).map((code) => ({
    id: specialtyId(code),
    kind: 'specialty',
    specialty: code,
  }));
  await runner.query(
    `INSERT INTO assistant_topic (id, kind, specialty_code)
     SELECT id, kind, specialty FROM jsonb_to_recordset($1::jsonb) AS t (id text, kind text, specialty text)`,
    [JSON.stringify([...specialties, ...pathologies])],
  );
  await runner.query(
    `INSERT INTO assistant_text (topic_id, language, name, about, advice, prevention)
     SELECT id, language, name, about, advice, prevention
     FROM jsonb_to_recordset($1::jsonb)
       AS t (id text, language text, name text, about text, advice text, prevention text)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(Object.keys(TEXTS).flatMap(textsIn))],
  );
  // Unifies Arabic letters with two spellings. Replaces hyphens, which the parser would read as the sign of a number.
  await runner.query(
    `INSERT INTO assistant_term (topic_id, language, term, weight, soon, lexemes)
     SELECT * FROM (
       SELECT id, language, term, weight, soon,
         ts_delete(to_tsvector(('assistant_' || language)::regconfig, term),
                   CASE language WHEN 'sw' THEN $2::text[] ELSE '{}' END) AS lexemes
       FROM (
         SELECT id, language, max(weight) AS weight, bool_or(coalesce(soon, false)) AS soon,
           translate(lower(regexp_replace(term, '[-’''.,/()]+', ' ', 'g')), 'أإآىةؤئ', 'ااايهوي') AS term
         FROM jsonb_to_recordset($1::jsonb) AS t (id text, language text, term text, weight real, soon boolean)
         GROUP BY 1, 2, 5
       ) AS written
     ) AS read
     WHERE lexemes <> ''`,
    [JSON.stringify(Object.keys(TEXTS).flatMap(termsIn)), LITTLE_WORDS],
  );
  await runner.query(
    `INSERT INTO assistant_word (word)
     SELECT DISTINCT word FROM assistant_term, unnest(tsvector_to_array(to_tsvector('assistant_sw', term))) AS word
     WHERE length(word) >= 4`,
  );
}

function textsIn(language: string) {
  const { specialties = {}, pathologies = {} } = TEXTS[language] ?? {};
  return [
    ...Object.entries(specialties).map(([code, { name, description }]) => ({
      id: specialtyId(code),
      language,
      name,
      about: description,
    })),
    ...Object.entries(pathologies).map(([catalogueName, { name, about, advice, prevention }]) => ({
      id: pathologyId(catalogueName),
      language,
      name,
      about,
      advice,
      prevention,
    })),
    ...catalogue.flatMap(({ name: catalogueName, synonyms }) => {
      const [name] = language === 'en' ? [catalogueName] : synonymsIn(language, synonyms);
      return name === undefined
        ? []
        : [{ id: pathologyId(catalogueName), language, name: capitalised(name) }];
    }),
  ];
}

function termsIn(language: string) {
  const { specialties = {}, pathologies = {} } = TEXTS[language] ?? {};
  return [
    ...Object.entries(specialties).flatMap(([code, { name, terms }]) =>
      Object.entries({ ...terms, [name]: NAMED }).map(([term, weight]) => ({
        id: specialtyId(code),
        language,
        term,
        weight,
      })),
    ),
    ...Object.entries(specialties).flatMap(([code, { soon = [] }]) =>
      soon.map((term) => ({ id: specialtyId(code), language, term, weight: NAMED, soon: true })),
    ),
    ...Object.entries(pathologies).flatMap(([catalogueName, { terms }]) =>
      terms.map((term) => ({ id: pathologyId(catalogueName), language, term, weight: NAMED })),
    ),
    ...Object.entries(pathologies).flatMap(([catalogueName, { soon = [] }]) =>
      soon.map((term) => ({ id: pathologyId(catalogueName), language, term, weight: NAMED, soon: true })),
    ),
    ...catalogue.flatMap(({ name, synonyms }) =>
      [...(language === 'en' ? [name] : []), ...synonymsIn(language, synonyms)]
        .filter((term) => !EVERYDAY_WORDS.has(term))
        .map((term) => ({
          id: pathologyId(name),
          language,
          term,
          weight: name in english.pathologies ? NAMED : ONLY_NAMED,
        })),
    ),
  ];
}

function synonymsIn(language: string, synonyms: (typeof catalogue)[number]['synonyms']): readonly string[] {
  return language === 'en' || language === 'fr' || language === 'pt' ? synonyms[language] : [];
}

function specialtyId(code: string): string {
  return `specialty/${code}`;
}

const keys = new Map(catalogue.map(({ name }) => [name, nameKey(name)]));

/** Returns a pathology's topic id. It has the key, not the uuid, which differs in each database. */
function pathologyId(name: string): string {
  return `pathology/${keys.get(name) ?? nameKey(name)}`;
}

/** Capitalises a synonym: the catalogue has them in lower case. */
function capitalised(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
