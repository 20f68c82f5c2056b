import type { Locale } from '../../../../shared/locale';
import type { Urgency } from '../../../../shared/urgency';
import { detectLanguage } from '../../language/detect-language';
import { describeSpecialties } from './specialty-paragraphs';
import { describeFacts, describeGap } from './fact-paragraphs';
import { type Fact, getFact } from '../../facts/facts';
import type { Intent } from '../../questions/intents';
import type { Limit } from '../../facts/limits';
import { describePathology } from './pathology-paragraphs';
import type { Reading } from '../../facts/readings';
import { EMERGENCY_MEDICINE, ReplySentences, nameAndAbout, namesLaterTime } from './reply-sentences';
import {
  GENERAL_PRACTICE,
  OBSTETRICS,
  PAEDIATRICS,
  type Subject,
  hasTopic,
  isOnlyPatientGroup,
} from '../../topics/subject';
import type { QuestionKind } from '../../questions/question-kinds';
import type { Sentence } from './sentences';
import type { TopicCatalogue } from '../../topics/topic-catalogue';
import type { Gaps } from '../../facts/unanswered';
import {
  asWritten,
  asksYesOrNo,
  isQuestion,
  startsOf,
  unexplainedWords,
} from '../../questions/understanding';

type Questions = ReadonlySet<QuestionKind>;

const NO_QUESTIONS: Questions = new Set();
const NO_GAPS: Gaps = { gaps: [], isAll: false };
/** Sentences that begin a reply without an answer, and the letters that tell them apart. */
const DENIALS = ['onlySpecialty', 'notExactly', 'unknown'] as const satisfies readonly Sentence[];
const DENIAL_LENGTH = 20;
/** A message that asks for facts. */
interface FactQuestion {
  readonly message: string;
  readonly reading?: Reading | undefined;
  readonly questions?: Questions;
  /** What the message also asks, and has no answer. */
  readonly limits?: readonly Limit[];
  readonly unanswered?: Gaps;
  /** Whether the message says that the previous advice did not help. */
  readonly hasTried?: boolean;
}

/** A message that is searched for topics. */
interface TopicQuestion {
  readonly message: string;
  readonly intents: ReadonlySet<Intent>;
  readonly subject: Subject | undefined;
  readonly reading: Reading | undefined;
  readonly limits: readonly Limit[];
  readonly isPartOnly: boolean;
}

/** Composes replies of the offline assistant from sentences and the texts of topics. */
export class ReplyComposer {
  private readonly sentences: ReplySentences;

  constructor(
    private readonly catalogue: TopicCatalogue,
    private readonly language: Locale,
    private readonly urgency: Urgency,
  ) {
    this.sentences = new ReplySentences(language, urgency);
  }

  /** Returns the text after emergency advice. It names no other specialty: words do not tell who is in danger. */
  async composeAfterAdvice(): Promise<string> {
    const topics = await this.catalogue.findTexts([EMERGENCY_MEDICINE], this.language);
    return this.format('emergency', { name: topics.get(EMERGENCY_MEDICINE)?.name ?? '' });
  }

  /** Returns what a value says, the texts of at most two facts and a specialty; or a question which of several is meant. */
  async composeFacts(
    facts: readonly Fact[],
    {
      message,
      reading,
      questions = NO_QUESTIONS,
      limits = [],
      unanswered = NO_GAPS,
      hasTried = false,
    }: FactQuestion,
  ): Promise<string> {
    const { language } = this;
    const explained = facts.filter(({ id }) => id === reading?.factId);
    const [first, second, ...others] = [...new Set([...explained, ...facts])];
    if (!first) throw new TypeError('there is no fact to compose');
    if (second && others.length > 0 && !reading) {
      const names = { first: first.names[language], second: second.names[language] };
      return this.format('whichFact', names);
    }
    const tried = hasTried ? [this.format('triedAlready')] : [];
    const isPair = second !== undefined && !(unanswered.isAll && !reading);
    const composed = isPair ? [first, second] : [first];
    const { known, unknown, isUnknownFirst } = describeFacts(this.sentences, composed, {
      message,
      reading,
      questions,
      limits,
      unanswered,
      language,
    });
    return [
      ...this.describe(reading, composed),
      ...tried,
      ...(isUnknownFirst ? unknown : []),
      ...known,
      ...(isUnknownFirst ? [] : unknown),
      ...(this.urgency === 'today' && namesLaterTime([...known, ...tried])
        ? [this.format('whenIsAbove')]
        : []),
      ...(await this.referral(first.specialty, questions.has('doctor'))),
      this.format('disclaimer'),
    ].join('\n\n');
  }

  /** Returns what the assistant does not know. */
  composeLimits(limits: readonly Limit[], { gaps }: Gaps): string {
    return [
      ...limits.map(({ texts }) => texts[this.language]),
      ...gaps.flatMap((gap) => describeGap(this.sentences, gap, NO_QUESTIONS)),
      ...(limits.some(({ isForHealthCentre }) => isForHealthCentre) ? [this.format('firstContact')] : []),
      this.format('disclaimer'),
    ].join('\n\n');
  }

  /** Returns a sentence with the health centre before the specialty; without one only if the message asks where to go. */
  private async referral(specialty: string | undefined, asksWhere: boolean): Promise<string[]> {
    if (specialty === undefined) return asksWhere ? [this.format('firstContact')] : [];
    const topic = (await this.catalogue.findTexts([specialty], this.language)).get(specialty);
    return topic ? [this.format('referral', nameAndAbout(topic))] : [];
  }

  async compose(
    questions: Questions,
    { message, intents, subject, reading, limits, isPartOnly }: TopicQuestion,
  ): Promise<string> {
    const paragraphs = await this.paragraphs(questions, { message, intents, subject });
    const said = paragraphs.join(' ');
    // Nothing was answered then, and not a part.
    const isDenied = DENIALS.some((denial) => said.includes(this.format(denial).slice(0, DENIAL_LENGTH)));
    const unknown = isDenied || reading ? [] : this.findUnsaidWords(message, { subject, said, questions });
    return [
      ...this.describe(reading),
      ...paragraphs,
      ...limits.map(({ texts }) => texts[this.language]),
      ...(unknown.length > 0
        ? [this.format('noAnswer', { question: asWritten(unknown, message).join(', ') })]
        : []),
      ...(isPartOnly && !isDenied && unknown.length === 0 ? [this.format('onlyPart')] : []),
      this.format('disclaimer'),
    ].join('\n\n');
  }

  /** Returns the words of a question about a pathology that the reply does not explain. */
  private findUnsaidWords(
    message: string,
    { subject, said, questions }: { subject: Subject | undefined; said: string; questions: Questions },
  ): string[] {
    if (!subject?.pathology || subject.isCorrected || questions.has('doctor')) return [];
    if (!(isQuestion(message) || asksYesOrNo(message)) || detectLanguage(message) !== this.language)
      return [];
    return unexplainedWords(message, startsOf([said, ...subject.lexemes, ...subject.specialtyLexemes]), 3);
  }

  private describe(reading: Reading | undefined, facts: readonly Fact[] = []): string[] {
    const isAboutTablets = facts.some(({ id }) => id === 'pressureTablets');
    return reading ? [reading.describe(this.language, { isAboutTablets })] : [];
  }

  private async paragraphs(
    questions: Questions,
    { message, intents, subject }: Pick<TopicQuestion, 'message' | 'intents' | 'subject'>,
  ): Promise<string[]> {
    if (questions.has('list')) {
      const names = await this.catalogue.specialtyNames(this.language);
      return [this.format('list', { names: names.join(', ') })];
    }
    if (!subject || !hasTopic(subject)) return this.withoutSubject(questions, message);
    if (questions.has('vaccines') && isOnlyPatientGroup(subject) && !subject.isAboutPregnancy)
      return this.vaccineDates(message);
    const ids = [...subject.specialties, ...(subject.pathology === undefined ? [] : [subject.pathology])];
    const topics = await this.catalogue.findTexts([...ids, PAEDIATRICS, OBSTETRICS], this.language);
    const pathology = subject.pathology === undefined ? undefined : topics.get(subject.pathology);
    const isDescribed =
      pathology?.about !== null ||
      questions.has('what') ||
      questions.has('nature') ||
      subject.specialties.length === 0;
    if (pathology && isDescribed)
      return describePathology(this.sentences, pathology, { message, questions, intents, subject, topics });
    const pathologyNames = (code: string) => this.catalogue.pathologyNames(code, this.language);
    const specialties = { message, questions, subject, topics, pathologyNames };
    return (
      (await describeSpecialties(this.sentences, specialties)) ?? this.withoutSubject(questions, message)
    );
  }

  private async withoutSubject(questions: Questions, message: string): Promise<string[]> {
    if (questions.has('sideEffects')) return [this.format('sideEffects')];
    if (questions.has('medicine') && !questions.has('unwell')) return [this.format('noMedicine')];
    if (questions.has('vaccines')) return this.vaccineDates(message);
    if (questions.has('about')) return [this.format('about')];
    if (questions.has('diagnosis')) return [this.format('noDiagnosisAtAll')];
    if (questions.has('unwell')) return [this.format('unwell'), this.format('whenWorse')];
    if (unexplainedWords(message, new Set()).length === 0) {
      if (questions.has('thanks')) return [this.format('thanks')];
      if (questions.has('greeting')) return [this.format('greeting')];
      if (questions.has('help')) return [this.format('about')];
    }
    const topics = await this.catalogue.findTexts([GENERAL_PRACTICE], this.language);
    return [this.format('unknown', nameAndAbout(topics.get(GENERAL_PRACTICE)))];
  }

  private vaccineDates(message: string): string[] {
    const { names, texts } = getFact('vaccineDates');
    const unknown = unexplainedWords(message, startsOf(Object.values(texts)));
    const values = { name: names[this.language], words: asWritten(unknown, message).join(', ') };
    return [...(unknown.length > 0 ? [this.format('perhapsFact', values)] : []), texts[this.language]];
  }

  private format(sentence: Sentence, values: Readonly<Record<string, string>> = {}): string {
    return this.sentences.format(sentence, values);
  }
}
