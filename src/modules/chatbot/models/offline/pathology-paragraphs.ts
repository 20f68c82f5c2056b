import { findDoubt } from './doubt';
import { type ReplySentences, nameAndAbout } from './reply-sentences';
import { OBSTETRICS, PAEDIATRICS, type Subject } from './subject';
import type { QuestionKind } from './texts';
import type { TopicTexts } from './topic-catalogue';

const HYPERTENSION = 'pathology/hypertension';

interface PathologyQuestion {
  readonly message: string;
  readonly questions: ReadonlySet<QuestionKind>;
  readonly subject: Subject;
  readonly topics: ReadonlyMap<string, TopicTexts>;
}

/** Returns the paragraphs about a pathology that the questions ask for. */
export function describePathology(
  sentences: ReplySentences,
  pathology: TopicTexts,
  { message, questions, subject, topics }: PathologyQuestion,
): string[] {
  const topic = pathology.name;
  const text =
    pathology.about === null
      ? sentences.format('onlyNamed', { topic })
      : `${pathology.about} ${pathology.advice ?? ''}`;
  const doubt = findDoubt(pathology, { message, questions, subject });
  const description = doubt ? `${sentences.format(doubt, { topic })} ${text}` : text;
  const specialty = topics.get(`specialty/${pathology.specialtyCode}`);
  const examination = subject.isSoon
    ? [[sentences.format('suspected', { topic }), ...sentences.within('beExamined')].join(' ')]
    : [];
  const specialist = sentences.withFirstContact(
    [sentences.format('specialtyFor', { topic, ...nameAndAbout(specialty) })],
    { specialty, questions },
  );
  const groups = [
    ...(questions.has('children') || (subject.isAboutChild && doubt !== 'notExactly')
      ? [sentences.format('children', { topic, ...nameAndAbout(topics.get(PAEDIATRICS)) })]
      : []),
    ...(questions.has('pregnancy') || (subject.isAboutPregnancy && doubt !== 'notExactly')
      ? [sentences.format('pregnancy', { topic, ...nameAndAbout(topics.get(OBSTETRICS)) })]
      : []),
  ];
  if (questions.has('sideEffects'))
    return [sentences.format('sideEffects'), ...examination, ...groups, ...specialist];
  if (questions.has('medicine'))
    return [sentences.format('medicine'), ...examination, description, ...groups, ...specialist];
  if (questions.has('bloodPressure') && pathology.id === HYPERTENSION)
    return [sentences.format('bloodPressure'), ...groups, ...specialist];
  if (questions.has('prevention') || questions.has('vaccines'))
    return pathology.prevention === null
      ? [sentences.format('noPrevention'), description, ...groups]
      : [pathology.prevention, pathology.about ?? '', ...groups];
  if (subject.isSoon)
    return [...examination, description, ...groups, ...specialist, sentences.format('whenWorse')];
  if (questions.has('diagnosis'))
    return [sentences.format('noDiagnosis', { topic }), description, ...groups, ...specialist];
  if (questions.has('doctor')) return [...specialist, ...groups];
  const isFollowUpOnGroup =
    (questions.has('children') || questions.has('pregnancy')) &&
    !subject.isAboutChild &&
    !subject.isAboutPregnancy;
  return [
    ...(isFollowUpOnGroup ? [] : [description]),
    ...groups,
    ...specialist,
    sentences.format('whenWorse'),
  ];
}
