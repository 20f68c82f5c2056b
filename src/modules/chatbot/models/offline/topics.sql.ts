/**
 * Words that no term has, each with the words most like it. The index finds them by their trigrams.
 * @param $1 the words as they are written, folded
 */
export const SIMILAR_WORDS = `
  SELECT w.word AS written, k.word AS known
  FROM unnest($1::text[]) AS w (word)
  CROSS JOIN LATERAL (
    SELECT known.word FROM assistant_word known
    WHERE known.word % w.word
    ORDER BY similarity(known.word, w.word) DESC, known.word
    LIMIT 8
  ) AS k
  WHERE NOT EXISTS (SELECT 1 FROM assistant_word exact WHERE exact.word = w.word)`;

/**
 * The terms whose words all occur in a message, in any order, message by message and language by language. The index finds
 * the terms that have any of its words.
 * @param $1 the places of the messages
 * @param $2 their words, letters and digits only, a blank between them
 */
export const TERMS_IN_MESSAGES = `
  WITH read AS MATERIALIZED (
    SELECT m.place, c.language, to_tsvector(c.configuration, m.words) AS lexemes,
           websearch_to_tsquery(c.configuration, replace(m.words, ' ', ' or ')) AS any_word
    FROM unnest($1::int[], $2::text[]) AS m (place, words)
    CROSS JOIN (VALUES ('en', 'assistant_en'::regconfig), ('fr', 'assistant_fr'), ('pt', 'assistant_pt'),
                       ('ar', 'assistant_ar'), ('sw', 'assistant_sw')) AS c (language, configuration)
    WHERE m.words <> ''
  ), said AS MATERIALIZED (
    SELECT place, language, any_word, tsvector_to_array(lexemes) AS lexemes FROM read
  )
  SELECT s.place, s.language, t.topic_id AS "topicId", t.term, t.weight, t.soon, t.lexemes
  FROM said s
  CROSS JOIN LATERAL (
    SELECT term.topic_id, term.term, term.weight, term.soon, term.language, tsvector_to_array(term.lexemes) AS lexemes
    FROM assistant_term term
    WHERE term.lexemes @@ s.any_word
    OFFSET 0
  ) AS t
  WHERE t.language = s.language AND t.lexemes <@ s.lexemes`;

/**
 * What is said of topics, and of the specialties that care for them, in one language, else in English.
 * @param $1 topic ids, @param $2 language
 */
export const TOPIC_TEXTS = `
  WITH wanted AS (
    SELECT id FROM assistant_topic WHERE id = ANY ($1::text[])
    UNION
    SELECT 'specialty/' || specialty_code FROM assistant_topic WHERE id = ANY ($1::text[])
  )
  SELECT DISTINCT ON (t.id) t.id, t.kind, t.specialty_code AS "specialtyCode", x.name, x.about, x.advice, x.prevention
  FROM wanted w
  JOIN assistant_topic t ON t.id = w.id
  JOIN assistant_text x ON x.topic_id = t.id AND x.language IN ($2, 'en')
  ORDER BY t.id, x.language = $2 DESC`;

/** The names of all specialties in a language. @param $1 language */
export const SPECIALTY_NAMES = `
  SELECT x.name FROM assistant_topic t JOIN assistant_text x ON x.topic_id = t.id AND x.language = $1
  WHERE t.kind = 'specialty' ORDER BY x.name`;

/** Some pathologies that a specialty cares for. @param $1 its code, @param $2 language */
export const PATHOLOGY_NAMES = `
  SELECT x.name FROM assistant_topic t JOIN assistant_text x ON x.topic_id = t.id AND x.language = $2
  WHERE t.kind = 'pathology' AND t.specialty_code = $1 AND x.about IS NOT NULL
  ORDER BY x.name LIMIT 5`;
