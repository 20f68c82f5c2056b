import type { ScoredTopic } from './topic-scores';
import type { Question } from './speech';

/** What a message is about. */
export interface Subject {
  /** Topic id of the illness that it names, if it names one. */
  readonly pathology: string | undefined;
  /** Topic ids of the specialties that fit, best first. */
  readonly specialties: readonly string[];
  /** Whether what is said has to be examined soon. It need not be the illness, whose name may not have been said. */
  readonly isSoon: boolean;
  /** Whether somebody is concerned who needs other doctors. */
  readonly concerns: { readonly child: boolean; readonly pregnant: boolean };
}

export const GENERAL_PRACTICE = 'specialty/general-practice';
export const PAEDIATRICS = 'specialty/paediatrics';
export const OBSTETRICS = 'specialty/obstetrics-and-gynaecology';

const CHILD: readonly string[] = [PAEDIATRICS, 'specialty/neonatology'];
const PREGNANT: readonly string[] = [OBSTETRICS, 'specialty/midwifery'];

/** Questions about an illness rather than about a doctor. */
const WHAT_IT_IS: readonly Question[] = ['what', 'role', 'prevention', 'vaccines'];

/** A second specialty is named when it fits this well, compared to the first. */
const NEARLY_AS_GOOD = 0.75;
const MOST_SPECIALTIES = 2;
/** By how much a specialty has to fit better than an illness for the illness not to be meant. */
const CLEARLY_BETTER = 0.3;
/** The same where somebody asks what something is: that is about an illness rather than about a doctor. */
const CLEARLY_BETTER_ASKED = 1.5;

/** @param topics best first */
export function subjectOf(topics: readonly ScoredTopic[], questions: ReadonlySet<Question>): Subject {
  const specialties = topics.filter(({ id }) => id.startsWith('specialty/'));
  const [pathology] = topics.filter(({ id }) => id.startsWith('pathology/'));
  const concerns = {
    child: specialties.some(({ id }) => CHILD.includes(id)),
    pregnant: specialties.some(({ id }) => PREGNANT.includes(id)),
  };
  // Who is ill says where to go; what they have is said by the rest.
  const rivals = specialties.filter(({ id }) => !isForPeople(id));
  const asksWhatItIs = WHAT_IT_IS.some((kind) => questions.has(kind));
  const lead = asksWhatItIs ? CLEARLY_BETTER_ASKED : CLEARLY_BETTER;
  const isPathology =
    pathology !== undefined &&
    pathology.score + lead >= (rivals[0]?.score ?? 0) &&
    !(questions.has('role') && rivals.some((rival) => namesMore(rival, pathology))) &&
    (asksWhatItIs || pathology.isSoon || !rivals[0]?.isSoon);
  const isSoon = isPathology ? pathology.isSoon : rivals.some((rival) => rival.isSoon);
  const fitting = specialties.filter((specialty) => !isSoon || specialty.isSoon || isForPeople(specialty.id));
  const best = fitting[0]?.score ?? 0;
  return {
    pathology: isPathology ? pathology.id : undefined,
    specialties: fitting
      .filter(({ score }) => score >= best * NEARLY_AS_GOOD)
      .slice(0, MOST_SPECIALTIES)
      .map(({ id }) => id),
    isSoon,
    concerns,
  };
}

/** Whether a message names the specialty itself: "cardiologist" says more than the illness, "high blood pressure" does not. */
function namesMore(specialty: ScoredTopic, pathology: ScoredTopic): boolean {
  return (
    specialty.score >= pathology.score && [...specialty.words].some((word) => !pathology.words.has(word))
  );
}

function isForPeople(id: string): boolean {
  return CHILD.includes(id) || PREGNANT.includes(id);
}

export function isNamed({ pathology, specialties }: Subject): boolean {
  return pathology !== undefined || specialties.length > 0;
}

/** Whether a message names nothing but who is concerned: "and for children?" */
export function namesOnlyPeople({ pathology, specialties }: Subject): boolean {
  return pathology === undefined && specialties.every(isForPeople);
}
