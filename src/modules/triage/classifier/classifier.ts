import { z } from 'zod';
import { LOCALES, type Locale } from '../../../shared/locale';
import { DANGER_SIGNS, type DangerSign } from '../signs/danger-sign';
import { URGENCIES } from '../../../shared/urgency';
import { LinearReader, readerSchema } from './linear-reader';
import file from './weights.json';

const weightsSchema = z.strictObject({
  about: z.array(z.string()),
  messages: z.int().positive(),
  urgency: readerSchema,
  sign: readerSchema,
  language: readerSchema,
});

/** The readers of messages, trained by `npm run train:triage`. */
export interface Classifier {
  readonly urgency: LinearReader<(typeof URGENCIES)[number]>;
  /** Which sign an emergency has. */
  readonly sign: LinearReader<DangerSign>;
  readonly language: LinearReader<Locale>;
}

let loaded: Classifier | undefined;

/** Returns the classifier. Reads its weights the first time, which takes some ten milliseconds. */
export function getClassifier(): Classifier {
  return (loaded ??= createClassifier(weightsSchema.parse(file)));
}

export function createClassifier({
  urgency,
  sign,
  language,
}: Pick<z.output<typeof weightsSchema>, 'urgency' | 'sign' | 'language'>): Classifier {
  return {
    urgency: new LinearReader(URGENCIES, urgency),
    sign: new LinearReader(DANGER_SIGNS, sign),
    language: new LinearReader(LOCALES, language),
  };
}
