import type { Locale } from '../../../../shared/locale';
import type { Question, Sentence } from './speech';
import { said } from './speech';
import { GENERAL_PRACTICE, isNamed, namesOnlyPeople, OBSTETRICS, PAEDIATRICS, type Subject } from './subject';
import type { DescribedTopic, TopicCatalogue } from './topic-catalogue';

const CARDIOLOGY = 'specialty/cardiology';
const HYPERTENSION = 'pathology/hypertension';
/** What they do is prevention. */
const PREVENTING = ['specialty/travel-medicine', 'specialty/sexual-and-reproductive-health'];
const EMERGENCY_MEDICINE = 'specialty/emergency-medicine';

type Topics = ReadonlyMap<string, DescribedTopic>;

/** Puts an offline reply into words. But for an emergency, it ends with what the assistant is. */
export class OfflineReply {
  constructor(
    private readonly catalogue: TopicCatalogue,
    private readonly language: Locale,
  ) {}

  /** What is left to say once the reply has begun with what to do in an emergency: whom to ask for. No other specialty: words do not tell whose the danger is. */
  async afterAdvice(): Promise<string> {
    const topics = await this.catalogue.describe([EMERGENCY_MEDICINE], this.language);
    return this.say('emergency', { name: topics.get(EMERGENCY_MEDICINE)?.name ?? '' });
  }

  /** @param subject what the message or the conversation is about */
  async to(questions: ReadonlySet<Question>, subject: Subject | undefined): Promise<string> {
    const paragraphs = await this.paragraphs(questions, subject);
    return [...paragraphs, this.say('disclaimer')].join('\n\n');
  }

  private async paragraphs(
    questions: ReadonlySet<Question>,
    subject: Subject | undefined,
  ): Promise<string[]> {
    if (questions.has('list')) {
      const names = await this.catalogue.specialtyNames(this.language);
      return [this.say('list', { names: names.join(', ') })];
    }
    if (!subject || !isNamed(subject)) return this.withoutSubject(questions);
    if (questions.has('vaccines') && namesOnlyPeople(subject) && !subject.concerns.pregnant)
      return [this.say('vaccines')];
    const ids = [...subject.specialties, ...(subject.pathology === undefined ? [] : [subject.pathology])];
    const topics = await this.catalogue.describe([...ids, PAEDIATRICS, OBSTETRICS], this.language);
    const pathology = subject.pathology === undefined ? undefined : topics.get(subject.pathology);
    if (pathology) return this.onPathology(pathology, { questions, subject, topics });
    return this.onSpecialties(subject, { questions, topics });
  }

  private async withoutSubject(questions: ReadonlySet<Question>): Promise<string[]> {
    if (questions.has('sideEffects')) return [this.say('sideEffects')];
    if (questions.has('medicine')) return [this.say('noMedicine')];
    if (questions.has('vaccines')) return [this.say('vaccines')];
    if (questions.has('about')) return [this.say('about')];
    if (questions.has('diagnosis')) return [this.say('noDiagnosisAtAll')];
    if (questions.has('unwell')) return [this.say('unwell'), this.say('whenWorse')];
    const kind = (['thanks', 'greeting'] as const).find((each) => questions.has(each));
    if (kind) return [this.say(kind)];
    if (questions.has('help')) return [this.say('about')];
    const topics = await this.catalogue.describe([GENERAL_PRACTICE], this.language);
    return [this.say('unknown', placed(topics.get(GENERAL_PRACTICE)))];
  }

  private onPathology(
    pathology: DescribedTopic,
    { questions, subject, topics }: { questions: ReadonlySet<Question>; subject: Subject; topics: Topics },
  ): string[] {
    const topic = pathology.name;
    const about =
      pathology.about === null
        ? this.say('onlyNamed', { topic })
        : `${pathology.about} ${pathology.advice ?? ''}`;
    const specialty = topics.get(`specialty/${pathology.specialtyCode}`);
    const soon = subject.isSoon ? [this.say('suspected', { topic })] : [];
    const whose = [
      this.say('specialtyFor', { topic, ...placed(specialty) }),
      ...this.firstContact(specialty),
    ];
    const people = this.forPeople(topic, {
      child: questions.has('children') || subject.concerns.child,
      pregnant: questions.has('pregnancy') || subject.concerns.pregnant,
      topics,
    });
    if (questions.has('sideEffects')) return [this.say('sideEffects'), ...soon, ...people, ...whose];
    if (questions.has('medicine')) return [this.say('noMedicine'), ...soon, ...people, ...whose];
    if (questions.has('bloodPressure') && pathology.id === HYPERTENSION)
      return [this.say('bloodPressure'), ...people, ...whose];
    if (questions.has('prevention') || questions.has('vaccines'))
      return [...this.onPrevention(pathology, about), ...people];
    if (subject.isSoon) return [...soon, about, ...people, ...whose, this.say('whenWorse')];
    if (questions.has('diagnosis')) return [this.say('noDiagnosis', { topic }), about, ...people, ...whose];
    if (questions.has('doctor')) return [...whose, ...people];
    const goesOnAboutPeople =
      (questions.has('children') || questions.has('pregnancy')) &&
      !subject.concerns.child &&
      !subject.concerns.pregnant;
    return [...(goesOnAboutPeople ? [] : [about]), ...people, ...whose, this.say('whenWorse')];
  }

  private onPrevention(pathology: DescribedTopic, about: string): string[] {
    return pathology.prevention === null
      ? [this.say('noPrevention'), about]
      : [pathology.prevention, pathology.about ?? ''];
  }

  private forPeople(
    topic: string,
    { child, pregnant, topics }: { child: boolean; pregnant: boolean; topics: Topics },
  ): string[] {
    return [
      ...(child ? [this.say('children', { topic, ...placed(topics.get(PAEDIATRICS)) })] : []),
      ...(pregnant ? [this.say('pregnancy', { topic, ...placed(topics.get(OBSTETRICS)) })] : []),
    ];
  }

  private async onSpecialties(
    subject: Subject,
    { questions, topics }: { questions: ReadonlySet<Question>; topics: Topics },
  ): Promise<string[]> {
    const named = subject.specialties.flatMap((id) => topics.get(id) ?? []);
    const [first, ...others] = named;
    if (!first) return this.withoutSubject(questions);
    const opening = this.opening(questions, subject);
    const asksWhatItIs =
      questions.has('what') && !questions.has('doctor') && opening.length === 0 && !subject.isSoon;
    if (questions.has('role') || asksWhatItIs) {
      const names = await this.catalogue.pathologyNames(first.specialtyCode, this.language);
      const examples = names.length > 0 ? [this.say('examples', { names: names.join(', ') })] : [];
      return [this.say('role', placed(first)), ...examples];
    }
    const isOnlyPeople = namesOnlyPeople(subject);
    const people = this.alsoForPeople(questions, topics).filter(
      ({ id }) => isOnlyPeople || !subject.specialties.includes(id),
    );
    return [
      ...opening,
      ...(isOnlyPeople && people.length > 0
        ? []
        : [
            this.say('specialty', placed(first)),
            ...others.map((other) => this.say('alternative', placed(other))),
          ]),
      ...people.map(({ line }) => line),
      ...(subject.isSoon ? [this.say('soon')] : []),
      ...(subject.isSoon && first.id === CARDIOLOGY ? [this.say('soonHeart')] : []),
      ...this.firstContact(first),
      this.say('whenWorse'),
    ];
  }

  /** What is said before a specialty is named. */
  private opening(questions: ReadonlySet<Question>, subject: Subject): string[] {
    if (questions.has('sideEffects')) return [this.say('sideEffects')];
    if (questions.has('medicine')) return [this.say('noMedicine')];
    if (questions.has('bloodPressure') && subject.specialties.includes(CARDIOLOGY))
      return [this.say('bloodPressure')];
    if (questions.has('diagnosis')) return [this.say('noDiagnosisAtAll')];
    if (questions.has('prevention') && !subject.specialties.some((id) => PREVENTING.includes(id)))
      return [this.say('noPrevention')];
    return questions.has('unwell') && namesOnlyPeople(subject) ? [this.say('unwell')] : [];
  }

  /** Who else looks after children and pregnant women with what no illness was named for. */
  private alsoForPeople(
    questions: ReadonlySet<Question>,
    topics: Topics,
  ): { readonly id: string; readonly line: string }[] {
    const people = [
      { question: 'children', id: PAEDIATRICS, sentence: 'childAlso' },
      { question: 'pregnancy', id: OBSTETRICS, sentence: 'pregnancyAlso' },
    ] as const;
    return people
      .filter(({ question }) => questions.has(question))
      .map(({ id, sentence }) => ({ id, line: this.say(sentence, placed(topics.get(id))) }));
  }

  private firstContact(specialty: DescribedTopic | undefined): string[] {
    return specialty?.id === GENERAL_PRACTICE ? [] : [this.say('generalPractice')];
  }

  private say(sentence: Sentence, values: Readonly<Record<string, string>> = {}): string {
    return said(this.language, sentence, values);
  }
}

function placed(topic: DescribedTopic | undefined): { name: string; about: string } {
  return { name: topic?.name ?? '', about: topic?.about ?? '' };
}
