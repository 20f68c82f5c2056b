import { z } from 'zod';
import { array, integer, text } from '../../../../platform/database/parameter';
import { statement } from '../../../../platform/database/statement';
import { LOCALES, type Locale } from '../../../../shared/locale';

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

/**
 * The terms whose words all occur in a text, in any order, for each text and each language. A text has only letters, digits
 * and blanks. The index finds the terms with any of its words.
 */
export const FIND_TERMS_IN_TEXTS = statement({
  name: 'find_terms_in_texts',
  text: `
WITH parsed AS MATERIALIZED (
  SELECT t.position, c.language, to_tsvector(c.configuration, t.words) AS lexemes,
         websearch_to_tsquery(c.configuration, replace(t.words, ' ', ' or ')) AS any_word
  FROM unnest($positions::int[], $texts::text[]) AS t (position, words)
  CROSS JOIN (VALUES ('en', 'assistant_en'::regconfig), ('fr', 'assistant_fr'), ('pt', 'assistant_pt'),
                     ('ar', 'assistant_ar'), ('sw', 'assistant_sw')) AS c (language, configuration)
  WHERE t.words <> ''
), searched AS MATERIALIZED (
  SELECT position, language, any_word, tsvector_to_array(lexemes) AS lexemes FROM parsed
)
SELECT s.position, s.language, t.topic_id AS "topicId", t.term, t.weight, t.soon AS "isSoon", t.lexemes
FROM searched s
CROSS JOIN LATERAL (
  SELECT term.topic_id, term.term, term.weight, term.soon, term.language, tsvector_to_array(term.lexemes) AS lexemes
  FROM assistant_term term
  WHERE term.lexemes @@ s.any_word
  OFFSET 0
) AS t
WHERE t.language = s.language AND t.lexemes <@ s.lexemes`,
  parameters: { positions: array(integer()), texts: array(text()) },
  row: z.object({
    position: z.int(),
    language: z.enum(LOCALES),
    topicId: z.string(),
    term: z.string(),
    weight: z.number(),
    isSoon: z.boolean(),
    lexemes: z.array(z.string()),
  }),
});

/** The texts of topics, and of the specialties that treat them, in a language or else in English. */
export const FIND_TOPIC_TEXTS = statement({
  name: 'find_topic_texts',
  text: `
WITH wanted AS (
  SELECT id FROM assistant_topic WHERE id = ANY ($ids::text[])
  UNION
  SELECT 'specialty/' || specialty_code FROM assistant_topic WHERE id = ANY ($ids::text[])
)
SELECT DISTINCT ON (t.id) t.id, t.specialty_code AS "specialtyCode", x.name, x.about, x.advice, x.prevention
FROM wanted w
JOIN assistant_topic t ON t.id = w.id
JOIN assistant_text x ON x.topic_id = t.id AND x.language IN ($language, 'en')
ORDER BY t.id, x.language = $language DESC`,
  parameters: { ids: array(text()), language: text<Locale>() },
  row: z.object({
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
