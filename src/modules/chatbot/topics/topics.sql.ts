import { z } from 'zod';
import { array, text } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import { LOCALES, type Locale } from '../../../shared/locale';

/** Unknown words, each with the eight most similar words of all terms. The trigram index finds them. */
export const FIND_SIMILAR_WORDS = statement({
  name: 'find_similar_words',
  text: `
SELECT w.word AS written, k.word AS known
FROM unnest($words::text[]) AS w (word)
CROSS JOIN LATERAL (
  SELECT known.word FROM assistant_word known
  WHERE known.word % w.word
  ORDER BY similarity(known.word, w.word) DESC, known.word
  LIMIT 8
) AS k
WHERE NOT EXISTS (SELECT 1 FROM assistant_word exact WHERE exact.word = w.word)`,
  parameters: { words: array(text()) },
  row: z.object({ written: z.string(), known: z.string() }),
});

/** All terms, with their words stemmed in their language. */
export const LIST_TERMS = statement({
  name: 'list_terms',
  text: `
SELECT topic_id AS "topicId", language, term, weight, soon AS "isSoon", tsvector_to_array(lexemes) AS lexemes
FROM assistant_term`,
  row: z.object({
    topicId: z.string(),
    language: z.enum(LOCALES),
    term: z.string(),
    weight: z.number(),
    isSoon: z.boolean(),
    lexemes: z.array(z.string()),
  }),
});

/** The stems of words in each language; none in a language of which the word is a stop word. Words have no blanks. */
export const STEM_WORDS = statement({
  name: 'stem_words',
  text: `
SELECT (w.position - 1)::integer AS position, c.language,
  tsvector_to_array(to_tsvector(c.configuration, w.word)) AS lexemes
FROM unnest($words::text[]) WITH ORDINALITY AS w (word, position)
CROSS JOIN (VALUES ('en', 'assistant_en'::regconfig), ('fr', 'assistant_fr'), ('pt', 'assistant_pt'),
                   ('ar', 'assistant_ar'), ('sw', 'assistant_sw')) AS c (language, configuration)`,
  parameters: { words: array(text()) },
  row: z.object({ position: z.int(), language: z.enum(LOCALES), lexemes: z.array(z.string()) }),
});

/** The texts of each wanted topic, and of the specialty that treats it, in a language or else in English. */
export const FIND_TOPIC_TEXTS = statement({
  name: 'find_topic_texts',
  text: `
WITH wanted AS (
  SELECT id AS "wantedBy", id FROM assistant_topic WHERE id = ANY ($ids::text[])
  UNION
  SELECT id, 'specialty/' || specialty_code FROM assistant_topic WHERE id = ANY ($ids::text[])
)
SELECT DISTINCT ON (w."wantedBy", t.id) w."wantedBy", t.id, t.specialty_code AS "specialtyCode", x.name, x.about, x.advice, x.prevention
FROM wanted w
JOIN assistant_topic t ON t.id = w.id
JOIN assistant_text x ON x.topic_id = t.id AND x.language IN ($language, 'en')
ORDER BY w."wantedBy", t.id, x.language = $language DESC`,
  parameters: { ids: array(text()), language: text<Locale>() },
  row: z.object({
    wantedBy: z.string(),
    id: z.string(),
    specialtyCode: z.string(),
    name: z.string(),
    about: z.string().nullable(),
    advice: z.string().nullable(),
    prevention: z.string().nullable(),
  }),
});

export const LIST_SPECIALTY_NAMES = statement({
  name: 'list_specialty_names',
  text: `
SELECT x.name FROM assistant_topic t JOIN assistant_text x ON x.topic_id = t.id AND x.language = $language
WHERE t.kind = 'specialty' ORDER BY x.name`,
  parameters: { language: text<Locale>() },
  row: z.object({ name: z.string() }),
});

/** Five of the pathologies that a specialty treats. */
export const LIST_PATHOLOGY_NAMES = statement({
  name: 'list_pathology_names',
  text: `
SELECT x.name FROM assistant_topic t JOIN assistant_text x ON x.topic_id = t.id AND x.language = $language
WHERE t.kind = 'pathology' AND t.specialty_code = $specialtyCode AND x.about IS NOT NULL
ORDER BY x.name LIMIT 5`,
  parameters: { specialtyCode: text(), language: text<Locale>() },
  row: z.object({ name: z.string() }),
});
