import type { Locale } from '../../../../shared/locale';
import type { Urgency } from '../../../../shared/urgency';
import { GENERAL_PRACTICE } from '../../topics/subject';
import type { QuestionKind } from '../../questions/question-kinds';
import { type Sentence, formatSentence } from './sentences';
import type { TopicTexts } from '../../topics/topic-catalogue';

export const EMERGENCY_MEDICINE = 'specialty/emergency-medicine';

/** The sentences of a reply in its language, as its urgency allows. */
export class ReplySentences {
  constructor(
    private readonly language: Locale,
    private readonly urgency: Urgency,
  ) {}

  format(sentence: Sentence, values: Readonly<Record<string, string>> = {}): string {
    return formatSentence(this.language, sentence, values);
  }

  /** Returns a sentence that says "within days"; none if the reply begins with a line that says "today". */
  within(sentence: 'beExamined' | 'soon'): string[] {
    return this.urgency === 'today' ? [] : [this.format(sentence)];
  }

  /** Returns the health centre before the specialties, or after them if the question asks for a specialist. */
  withFirstContact(
    specialties: readonly string[],
    {
      specialty,
      questions,
    }: { readonly specialty: TopicTexts | undefined; readonly questions: ReadonlySet<QuestionKind> },
  ): string[] {
    if (specialty?.id === GENERAL_PRACTICE || specialty?.id === EMERGENCY_MEDICINE) return [...specialties];
    return questions.has('doctor')
      ? [...specialties, this.format('generalPractice')]
      : [this.format('firstContact'), ...specialties];
  }
}

export function nameAndAbout(topic: TopicTexts | undefined): { name: string; about: string } {
  return { name: topic?.name ?? '', about: topic?.about ?? '' };
}

const MAX_QUOTED_LENGTH = 80;

/** Returns the start of a question that is repeated in a reply. */
export function cut(question: string): string {
  return question.length > MAX_QUOTED_LENGTH ? `${question.slice(0, MAX_QUOTED_LENGTH)}…` : question;
}

/** A time that the line above the reply may contradict. */
const LATER_TIMES =
  /this week|within (?:some |a few )?days|within a day|a day or two|a week later|tomorrow|cette semaine|dans les jours|un à deux jours|sous \w+ jours|semaine plus tard|demain|esta semana|próximos dias|dentro de dias|um ou dois dias|semana depois|amanhã|wiki hii|siku chache|siku moja|wiki moja baadaye|kesho|هذا الأسبوع|خلال أيام|خلال يوم|بعد أسبوع|غدًا/u;

/** Returns whether paragraphs name a time that is later than today. */
export function namesLaterTime(paragraphs: readonly string[]): boolean {
  return LATER_TIMES.test(paragraphs.join(' '));
}
