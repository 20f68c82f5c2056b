import { z } from 'zod';
import { TRANSLATION_MARKS } from '../../../shared/catalogue-names/catalogue-names';
import { LOCALES } from '../../../shared/locale';

/** The input field of a procedure whose results have names. */
export const languageField = z
  .enum(LOCALES, { error: `expected one of ${LOCALES.join(', ')}` })
  .optional()
  .describe('The language of the names. The one of `Accept-Language` when absent, English without either.');

/** Fields beside a name in a result. In English, no result has them. */
export const translationFields = {
  englishName: z
    .string()
    .optional()
    .describe('Present if the name is translated: the English one, the same in every language.'),
  translation: z
    .enum(TRANSLATION_MARKS)
    .optional()
    .describe('Present with `englishName`: `machine` until a reader of the language has confirmed the name.'),
};
