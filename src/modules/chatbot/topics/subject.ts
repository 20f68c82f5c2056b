import type { QuestionKind } from '../questions/question-kinds';
import type { ScoredTopic } from './topic-scores';

/** The subject of a message. */
export interface Subject {
  /** Topic id of the pathology, if the message names one. */
  readonly pathology: string | undefined;
  /** Topic ids of the specialties that fit, best first. */
  readonly specialties: readonly string[];
  /** Whether the complaint has to be examined soon, also if it is not the pathology itself. */
  readonly isSoon: boolean;
  /** Whether the first specialty has its name in the message, and not only a complaint. */
  readonly isSpecialtyNamed: boolean;
  /** Whether the pathology was found only by corrected words; without a pathology, the first specialty. */
  readonly isCorrected: boolean;
  /** The lexemes of the terms of the pathology. */
  readonly lexemes: readonly string[];
  /** The lexemes of the terms of the specialties. */
  readonly specialtyLexemes: readonly string[];
  readonly isAboutChild: boolean;
  readonly isAboutPregnancy: boolean;
}

export const GENERAL_PRACTICE = 'specialty/general-practice';
export const PAEDIATRICS = 'specialty/paediatrics';
export const OBSTETRICS = 'specialty/obstetrics-and-gynaecology';

const CHILD_SPECIALTIES: readonly string[] = [PAEDIATRICS, 'specialty/neonatology'];
const PREGNANCY_SPECIALTIES: readonly string[] = [OBSTETRICS, 'specialty/midwifery'];

/** Questions about a pathology rather than about a doctor. */
const PATHOLOGY_QUESTIONS: readonly QuestionKind[] = ['what', 'nature', 'role', 'prevention', 'vaccines'];

const MAX_SPECIALTIES = 2;
/** The weight of a specialty's name. */
const NAME_WEIGHT = 5;
/** The second specialty has at least this part of the score of the first. */
const MIN_RELATIVE_SCORE = 0.75;
/** A specialty with a score higher by more than this replaces the pathology. */
const SPECIALTY_LEAD = 0.3;
/** The same for questions about a pathology. */
const SPECIALTY_LEAD_IN_QUESTION = 1.5;

/** @param topics best first */
export function findSubject(topics: readonly ScoredTopic[], questions: ReadonlySet<QuestionKind>): Subject {
  const specialties = topics.filter(({ id }) => id.startsWith('specialty/'));
  const [pathology] = topics.filter(({ id }) => id.startsWith('pathology/'));
  // Words for children and pregnancy say who is ill, not with what.
  const rivals = specialties.filter(({ id }) => !isForPatientGroup(id));
  const isPathologyQuestion = PATHOLOGY_QUESTIONS.some((question) => questions.has(question));
  const lead = isPathologyQuestion ? SPECIALTY_LEAD_IN_QUESTION : SPECIALTY_LEAD;
  const isPathology =
    pathology !== undefined &&
    pathology.score + lead >= (rivals[0]?.score ?? 0) &&
    !(questions.has('role') && rivals.some((rival) => isSpecialtyNamed(rival, pathology))) &&
    (isPathologyQuestion || pathology.isSoon || !rivals[0]?.isSoon);
  const isSoon = isPathology ? pathology.isSoon : rivals.some((rival) => rival.isSoon);
  const fitting = specialties.filter(
    (specialty) => !isSoon || specialty.isSoon || isForPatientGroup(specialty.id),
  );
  const best = fitting[0]?.score ?? 0;
  return {
    pathology: isPathology ? pathology.id : undefined,
    specialties: fitting
      .filter(({ score }) => score >= best * MIN_RELATIVE_SCORE)
      .slice(0, MAX_SPECIALTIES)
      .map(({ id }) => id),
    isSoon,
    isSpecialtyNamed: best >= NAME_WEIGHT,
    isCorrected: (isPathology ? pathology : fitting[0])?.isCorrected ?? false,
    lexemes: isPathology ? [...pathology.lexemes] : [],
    specialtyLexemes: specialties.flatMap(({ lexemes }) => [...lexemes]),
    isAboutChild: specialties.some(({ id }) => CHILD_SPECIALTIES.includes(id)),
    isAboutPregnancy: specialties.some(({ id }) => PREGNANCY_SPECIALTIES.includes(id)),
  };
}

/** Whether a message names the specialty ("cardiologist"), and not only a pathology of it ("high blood pressure"). */
function isSpecialtyNamed(specialty: ScoredTopic, pathology: ScoredTopic): boolean {
  return (
    specialty.score >= pathology.score &&
    [...specialty.lexemes].some((lexeme) => !pathology.lexemes.has(lexeme))
  );
}

/** Whether a specialty is for children or pregnant women. */
function isForPatientGroup(id: string): boolean {
  return CHILD_SPECIALTIES.includes(id) || PREGNANCY_SPECIALTIES.includes(id);
}

export function hasTopic({ pathology, specialties }: Subject): boolean {
  return pathology !== undefined || specialties.length > 0;
}

/** Whether a message names at most children or pregnancy: "and for children?" */
export function isOnlyPatientGroup({ pathology, specialties }: Subject): boolean {
  return pathology === undefined && specialties.every(isForPatientGroup);
}
