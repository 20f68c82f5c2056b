import { foldText, isPunctuation, splitWords } from '../../../../shared/words';
import { unexplainedWords, startsOf } from '../../questions/understanding';
import type { QuestionKind } from '../../questions/question-kinds';
import { OBSTETRICS, PAEDIATRICS, type Subject, isOnlyPatientGroup } from '../../topics/subject';
import type { TopicTexts } from '../../topics/topic-catalogue';
import { type ReplySentences, nameAndAbout } from './reply-sentences';
import { hasNoAnswer } from './topic-doubt';

const CARDIOLOGY = 'specialty/cardiology';
/** Specialties whose work is prevention. */
const PREVENTIVE_SPECIALTIES = ['specialty/travel-medicine', 'specialty/sexual-and-reproductive-health'];

/** “What is my blood group” does not ask what a specialty is. */
const OWN_THING = /\b(?:my|mon|ma|mes|meu|minha|yangu|wangu|langu)\b/u;
/** “And for children?” is no longer. */
const MAX_FOLLOW_UP_WORDS = 5;

type Questions = ReadonlySet<QuestionKind>;
type Topics = ReadonlyMap<string, TopicTexts>;

interface SpecialtyQuestion {
  readonly message: string;
  readonly questions: Questions;
  readonly subject: Subject;
  readonly topics: Topics;
  /** Returns the names of pathologies that belong to a specialty. */
  readonly pathologyNames: (specialtyCode: string) => Promise<readonly string[]>;
}

/** Returns the paragraphs about the specialties that fit a message; undefined if none does. */
export async function describeSpecialties(
  sentences: ReplySentences,
  { message, questions, subject, topics, pathologyNames }: SpecialtyQuestion,
): Promise<string[] | undefined> {
  const [first, ...others] = subject.specialties.flatMap((id) => topics.get(id) ?? []);
  if (!first) return undefined;
  const opening = describeOpening(sentences, questions, subject);
  const asksWhatItIs =
    questions.has('what') &&
    subject.isSpecialtyNamed &&
    !OWN_THING.test(foldText(message)) &&
    opening.length === 0 &&
    !subject.isSoon &&
    unexplainedWords(message, startsOf([first.name, first.about ?? '', ...subject.specialtyLexemes]))
      .length === 0;
  const asksForRole = questions.has('role') || (asksWhatItIs && !questions.has('doctor'));
  // "What do I do now?" asks for no specialty.
  if (asksForRole && !questions.has('help')) {
    const names = await pathologyNames(first.specialtyCode);
    const examples = names.length > 0 ? [sentences.format('examples', { names: names.join(', ') })] : [];
    return [sentences.format('role', nameAndAbout(first)), ...examples];
  }
  const isOnlyGroup = isOnlyPatientGroup(subject);
  const groups = describeGroups(sentences, questions, topics).filter(
    ({ id }) => isOnlyGroup || !subject.specialties.includes(id),
  );
  const isOnlyNamed = !subject.isSoon && hasNoAnswer(questions);
  // "And for children?" follows a question, and says nothing else.
  const isShort = splitWords(message).filter((word) => !isPunctuation(word)).length <= MAX_FOLLOW_UP_WORDS;
  const isFollowUp = isOnlyGroup && isShort && unexplainedWords(message, new Set()).length === 0;
  const specialties = [
    sentences.format('specialty', nameAndAbout(first)),
    ...others.map((other) => sentences.format('alternative', nameAndAbout(other))),
  ];
  const named = [
    ...(isOnlyGroup && groups.length > 0 ? [] : specialties),
    ...groups.map(({ paragraph }) => paragraph),
  ];
  const [start = '', ...rest] = sentences.withFirstContact(named, { specialty: first, questions });
  return [
    ...opening,
    ...(subject.isSoon ? sentences.within('soon') : []),
    ...(subject.isCorrected ? [sentences.format('understood', { topic: first.name })] : []),
    isOnlyNamed && !isFollowUp ? `${sentences.format('onlySpecialty')} ${start}` : start,
    ...rest,
    ...(subject.isSoon && first.id === CARDIOLOGY ? [sentences.format('soonHeart')] : []),
    sentences.format('whenWorse'),
  ];
}

/** Returns the paragraph before the specialties, if the questions need one. */
function describeOpening(sentences: ReplySentences, questions: Questions, subject: Subject): string[] {
  if (questions.has('sideEffects')) return [sentences.format('sideEffects')];
  if (questions.has('medicine')) return [sentences.format('medicine')];
  if (questions.has('diagnosis') && subject.isSoon) return [sentences.format('noDiagnosisAtAll')];
  if (questions.has('bloodPressure') && subject.specialties.includes(CARDIOLOGY))
    return [sentences.format('bloodPressure')];
  if (questions.has('prevention') && !subject.specialties.some((id) => PREVENTIVE_SPECIALTIES.includes(id)))
    return [sentences.format('noPrevention')];
  return questions.has('unwell') && isOnlyPatientGroup(subject) ? [sentences.format('unwell')] : [];
}

/** Returns the specialties for children and pregnant women, if the questions are about them. */
function describeGroups(
  sentences: ReplySentences,
  questions: Questions,
  topics: Topics,
): { readonly id: string; readonly paragraph: string }[] {
  const groups = [
    { question: 'children', id: PAEDIATRICS, sentence: 'childAlso' },
    { question: 'pregnancy', id: OBSTETRICS, sentence: 'pregnancyAlso' },
  ] as const;
  return groups
    .filter(({ question }) => questions.has(question))
    .map(({ id, sentence }) => ({ id, paragraph: sentences.format(sentence, nameAndAbout(topics.get(id))) }));
}
