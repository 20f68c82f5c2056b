import { LOCALES } from '../../../../shared/locale';
import { findDoubt, findOpenIntents } from './topic-doubt';
import { GAP_SENTENCES } from './fact-paragraphs';
import type { Intent } from '../../questions/intents';
import { namesGroup } from './person-groups';
import { findQuestions } from '../../questions/questions';
import { type ReplySentences, nameAndAbout } from './reply-sentences';
import { OBSTETRICS, PAEDIATRICS, type Subject } from '../../topics/subject';
import type { QuestionKind } from '../../questions/question-kinds';
import type { TopicTexts } from '../../topics/topic-catalogue';
import { hasNameIn, splitQuestions, startsOf, unexplainedWords } from '../../questions/understanding';

const HYPERTENSION = 'pathology/hypertension';
/** What a text on prevention does not say. */
const NOT_IN_PREVENTION: readonly Intent[] = ['effect', 'dose', 'place', 'time', 'signs', 'cure'];

interface PathologyQuestion {
  readonly message: string;
  readonly questions: ReadonlySet<QuestionKind>;
  readonly intents: ReadonlySet<Intent>;
  readonly subject: Subject;
  readonly topics: ReadonlyMap<string, TopicTexts>;
}

/** Returns the paragraphs about a pathology that the questions ask for. */
export function describePathology(
  sentences: ReplySentences,
  pathology: TopicTexts,
  { message, questions, intents, subject, topics }: PathologyQuestion,
): string[] {
  const topic = pathology.name;
  const text =
    pathology.about === null
      ? sentences.format('onlyNamed', { topic })
      : `${pathology.about} ${pathology.advice ?? ''}`;
  const doubt = findDoubt(pathology, { message, questions, intents, subject });
  const description = doubt ? `${sentences.format(doubt, { topic, name: topic })} ${text}` : text;
  const open =
    doubt === 'notExactly' || pathology.about === null
      ? []
      : findOpenIntents(pathology, intents).map((intent) => sentences.format(GAP_SENTENCES[intent]));
  const specialty = topics.get(`specialty/${pathology.specialtyCode}`);
  const examination = subject.isSoon
    ? [[sentences.format('suspected', { topic }), ...sentences.within('beExamined')].join(' ')]
    : [];
  const specialist = sentences.withFirstContact(
    [sentences.format('specialtyFor', { topic, ...nameAndAbout(specialty) })],
    { specialty, questions },
  );
  const groups = [
    ...(questions.has('children') || (namesGroup(message, 'notForChild') && doubt !== 'notExactly')
      ? [sentences.format('children', { topic, ...nameAndAbout(topics.get(PAEDIATRICS)) })]
      : []),
    ...(questions.has('pregnancy') || (namesGroup(message, 'notForPregnancy') && doubt !== 'notExactly')
      ? [sentences.format('pregnancy', { topic, ...nameAndAbout(topics.get(OBSTETRICS)) })]
      : []),
  ];
  if (questions.has('sideEffects'))
    return [sentences.format('sideEffects'), ...examination, ...groups, ...specialist];
  if (questions.has('medicine'))
    return [sentences.format('medicine'), ...examination, description, ...groups, ...specialist];
  if (questions.has('bloodPressure') && pathology.id === HYPERTENSION)
    return [sentences.format('bloodPressure'), ...groups, ...specialist];
  if (questions.has('prevention') || questions.has('vaccines')) {
    const known = startsOf([topic, pathology.about ?? '', pathology.prevention ?? '', ...subject.lexemes]);
    const isNarrower =
      NOT_IN_PREVENTION.some((intent) => intents.has(intent)) ||
      (hasNameIn(message, topic) && unexplainedWords(message, known).length > 0);
    if (pathology.prevention === null && !questions.has('prevention'))
      return [sentences.format('notExactly', { topic }), text, ...groups];
    return pathology.prevention === null
      ? [sentences.format('noPrevention'), description, ...groups]
      : [
          ...(isNarrower ? [sentences.format('notExactly', { topic })] : []),
          pathology.prevention,
          pathology.about ?? '',
          ...groups,
        ];
  }
  if (subject.isSoon)
    return [...examination, description, ...groups, ...specialist, sentences.format('whenWorse')];
  if (questions.has('diagnosis') && asksDiagnosis(message, topic))
    return [sentences.format('noDiagnosis', { topic }), description, ...groups, ...specialist];
  if (questions.has('doctor')) return [...specialist, ...groups];
  const isFollowUpOnGroup =
    (questions.has('children') || questions.has('pregnancy')) &&
    !subject.isAboutChild &&
    !subject.isAboutPregnancy;
  return [
    ...(isFollowUpOnGroup ? [] : [description]),
    ...open,
    ...groups,
    ...specialist,
    sentences.format('whenWorse'),
  ];
}

/** Whether the question for a diagnosis names the illness: "can it be removed" does not, after "what is a keloid". */
function asksDiagnosis(message: string, topic: string): boolean {
  const asked = splitQuestions(message);
  return (
    asked.length < 2 ||
    asked.some((question) => findQuestions(question, LOCALES).has('diagnosis') && hasNameIn(question, topic))
  );
}
