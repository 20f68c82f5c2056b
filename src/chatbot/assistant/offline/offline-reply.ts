import type { Locale } from '../../../pages/locale';
import type { Question, Sentence } from './speech';
import { said } from './speech';
import { isNamed, OBSTETRICS, PAEDIATRICS, type Subject } from './subject';
import type { DescribedTopic, TopicCatalogue } from './topic-catalogue';

const GENERAL_PRACTICE = 'specialty/general-practice';
const EMERGENCY_MEDICINE = 'specialty/emergency-medicine';

type Topics = ReadonlyMap<string, DescribedTopic>;

/** Puts an offline reply into words. But for an emergency, it ends with what the assistant is. */
export class OfflineReply {
  constructor(
    private readonly catalogue: TopicCatalogue,
    private readonly language: Locale,
  ) {}

  /** What is left to say once the reply has begun with what to do in an emergency: whom to ask for. */
  async afterAdvice(subject: Subject | undefined): Promise<string> {
    const others = (subject?.specialties ?? []).filter((id) => id !== EMERGENCY_MEDICINE);
    const topics = await this.catalogue.describe([EMERGENCY_MEDICINE, ...others], this.language);
    const names = others.flatMap((id) => topics.get(id)?.name ?? []);
    const paragraphs = [
      this.say('emergency', { name: topics.get(EMERGENCY_MEDICINE)?.name ?? '' }),
      ...(names.length > 0 ? [this.say('emergencyAlso', { names: names.join(', ') })] : []),
    ];
    return paragraphs.join(' ');
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
    const ids = [...subject.specialties, ...(subject.pathology === undefined ? [] : [subject.pathology])];
    const topics = await this.catalogue.describe([...ids, PAEDIATRICS, OBSTETRICS], this.language);
    const pathology = subject.pathology === undefined ? undefined : topics.get(subject.pathology);
    if (pathology) return this.onPathology(pathology, { questions, subject, topics });
    return this.onSpecialties(subject, { questions, topics });
  }

  private async withoutSubject(questions: ReadonlySet<Question>): Promise<string[]> {
    if (questions.has('medicine')) return [this.say('noMedicine')];
    if (questions.has('about')) return [this.say('about')];
    if (questions.has('diagnosis')) return [this.say('noDiagnosisAtAll')];
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
    const whose = this.say('specialtyFor', { topic, ...placed(specialty) });
    const people = this.forPeople(topic, {
      child: questions.has('children') || subject.concerns.child,
      pregnant: questions.has('pregnancy') || subject.concerns.pregnant,
      topics,
    });
    if (questions.has('medicine')) return [this.say('noMedicine'), ...people, whose];
    if (questions.has('diagnosis')) return [this.say('noDiagnosis', { topic }), about, ...people, whose];
    if (questions.has('doctor')) return [whose, ...people, ...this.firstContact(specialty)];
    const goesOnAboutPeople =
      (questions.has('children') || questions.has('pregnancy')) &&
      !subject.concerns.child &&
      !subject.concerns.pregnant;
    return [...(goesOnAboutPeople ? [] : [about]), ...people, whose, this.say('whenWorse')];
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
    { specialties }: Subject,
    { questions, topics }: { questions: ReadonlySet<Question>; topics: Topics },
  ): Promise<string[]> {
    const named = specialties.flatMap((id) => topics.get(id) ?? []);
    const [first, ...others] = named;
    if (!first) return this.withoutSubject(questions);
    if (questions.has('role') || (questions.has('what') && !questions.has('doctor'))) {
      const names = await this.catalogue.pathologyNames(first.specialtyCode, this.language);
      const examples = names.length > 0 ? [this.say('examples', { names: names.join(', ') })] : [];
      return [this.say('role', placed(first)), ...examples];
    }
    const lines = [
      this.say('specialty', placed(first)),
      ...others.map((other) => this.say('alternative', placed(other))),
      ...this.firstContact(first),
      this.say('whenWorse'),
    ];
    if (questions.has('medicine')) return [this.say('noMedicine'), ...lines];
    return questions.has('diagnosis') ? [this.say('noDiagnosisAtAll'), ...lines] : lines;
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
