import { createRandom, drawInteger } from '../../dev/demo/random';
import type { StoredReader } from '../../src/modules/triage/classifier/linear-reader';
import {
  BUCKET_COUNT,
  hashFeatures,
  isQuestion,
  readWords,
} from '../../src/modules/triage/classifier/message-features';
import { maskNegatedSigns } from '../../src/modules/triage/classifier/negated-signs';
import { readRedFlagFile } from '../../src/modules/triage/red-flags/red-flags';
import { URGENCIES } from '../../src/shared/urgency';
import { DANGER_SIGNS } from '../../src/modules/triage/signs/danger-sign';
import { LOCALES, type Locale } from '../../src/shared/locale';
import { splitWords } from '../../src/shared/words';
import { type Label, type LabelledMessage, urgencyOf } from './labelled-messages';
import { trainReader } from './train-reader';

/** One training decides two or three of 100 near misses by chance. */
const URGENCY_TRAININGS = 3;
/** Signs and languages are easier to tell apart than urgencies, and need fewer buckets. */
const SIGN_BUCKETS = 2 ** 14;
const LANGUAGE_BUCKETS = 2 ** 13;

interface TrainedClassifier {
  readonly messages: number;
  readonly urgency: StoredReader;
  readonly sign: StoredReader;
  readonly language: StoredReader;
}

const MIX_SEED = 2;
/** Of so many emergencies, one is mixed with questions. */
const MIX_EVERY = 2;
/** How often the sentence for a person is learned: it is added to many messages, and no emergency by itself. */
const REPEATED_SENTENCES = 8;
const SEPARATORS = ['. ', ', ', ' '];

/** How much a message of a label counts. There are few complaints that are no emergency, and they are what people write most. */
const WEIGHTS: Readonly<Record<Label, number>> = {
  emergency: 1,
  today: 3,
  mild: 3,
  'near-miss': 1,
  routine: 1,
};

/** Trains the classifier with labelled messages and the examples of the red-flag phrases. */
export function trainClassifier(messages: readonly LabelledMessage[]): TrainedClassifier {
  const learned = [...messages, ...mixMessages(messages), ...LOCALES.flatMap(readFlagExamples)];
  const examples = learned.map(({ text, label, sign, language }) => ({
    features: hashFeatures(readWords(maskNegatedSigns(splitWords(text))), isQuestion(text)),
    weight: WEIGHTS[label],
    urgency: urgencyOf(label),
    sign: label === 'emergency' ? sign : undefined,
    language,
  }));
  const ofUrgency = examples.map(({ urgency, ...example }) => ({ ...example, class: urgency }));
  const ofSign = examples.flatMap(({ sign, ...example }) => (sign ? [{ ...example, class: sign }] : []));
  const ofLanguage = examples.map((example) => ({ ...example, class: example.language }));
  return {
    messages: learned.length,
    urgency: trainReader(ofUrgency, URGENCIES, { buckets: BUCKET_COUNT, trainings: URGENCY_TRAININGS }),
    sign: trainReader(ofSign, DANGER_SIGNS, { buckets: SIGN_BUCKETS }),
    language: trainReader(ofLanguage, LOCALES, { buckets: LANGUAGE_BUCKETS }),
  };
}

type LearnedMessage = Omit<LabelledMessage, 'id'>;

/**
 * Returns messages that ask several things at once: an emergency among questions that are none, and as many questions without an
 * emergency.
 */
function mixMessages(messages: readonly LabelledMessage[]): LearnedMessage[] {
  const random = createRandom(MIX_SEED);
  const draw = <Item>(items: readonly Item[]): Item | undefined => items[drawInteger(random, items.length)];
  return LOCALES.flatMap((language) => {
    const own = messages.filter((message) => message.language === language);
    const harmless = own.filter(({ label }) => label === 'routine' || label === 'mild');
    const emergencies = own.filter(({ label }) => label === 'emergency');
    return emergencies
      .filter((_message, index) => index % MIX_EVERY === 0)
      .flatMap((emergency): LearnedMessage[] => {
        const [first = '', second = '', third = ''] = [harmless, harmless, harmless].map(
          (items) => draw(items)?.text ?? '',
        );
        const separator = draw(SEPARATORS) ?? ' ';
        const mixed = draw([
          [emergency.text, first, second],
          [first, emergency.text, second],
          [first, second, emergency.text],
        ]);
        return [
          { ...emergency, text: (mixed ?? []).join(separator) },
          { language, label: 'routine', text: [first, second, third].join(separator) },
        ];
      });
  });
}

function readFlagExamples(language: Locale): LearnedMessage[] {
  const { signs, persons } = readRedFlagFile(language);
  const sentences = Object.values(persons).flatMap(({ sentence }) =>
    Array.from({ length: REPEATED_SENTENCES }, (): LearnedMessage => ({
      language,
      label: 'routine',
      text: sentence,
    })),
  );
  const examples = DANGER_SIGNS.flatMap((sign) =>
    signs[sign].flatMap(({ fires, not }): LearnedMessage[] => [
      { language, label: 'emergency', sign, text: fires },
      { language, label: 'near-miss', text: not },
    ]),
  );
  return [...sentences, ...examples];
}
