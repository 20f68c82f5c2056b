import french from './specialties.fr.json';
import { SENTENCES, type Sentences } from './sentences';
import type { CatalogueSpecialty } from './specialty-catalogue';
import type { ConversationLanguage } from './language';
import type { EmergencyKind, SmallTalk } from './vocabulary';

const GENERAL_PRACTICE = 'general-practice';
const EMERGENCY_MEDICINE = 'emergency-medicine';
/** The catalogue is in English; a code that is not here keeps its English name. */
const FRENCH: Readonly<Partial<Record<string, { readonly name: string; readonly description: string }>>> =
  french;

/** Puts an offline reply into words. Every reply ends with what the assistant is. */
export class ReplyText {
  private readonly sentences: Sentences;
  private readonly specialties: ReadonlyMap<string, CatalogueSpecialty>;

  constructor(
    catalogue: readonly CatalogueSpecialty[],
    private readonly conversation: ConversationLanguage,
  ) {
    const { language } = conversation;
    this.sentences = SENTENCES[language];
    this.specialties = new Map(
      catalogue.map((entry) => [entry.code, language === 'fr' ? { ...entry, ...FRENCH[entry.code] } : entry]),
    );
  }

  /** @param subject what was recognised; specialties that the catalogue lacks are left out */
  about(subject: { emergencies: readonly EmergencyKind[]; specialties: readonly string[] }): string {
    const { emergency, firstAid, specialty, alternative, generalPractice, whenWorse } = this.sentences;
    const isEmergency = subject.emergencies.length > 0;
    const codes = isEmergency ? [EMERGENCY_MEDICINE, ...subject.specialties] : subject.specialties;
    const named = [...new Set(codes)].flatMap((code) => this.specialties.get(code) ?? []);
    if (named.length === 0 && !isEmergency) return this.unknown();
    const lines = named.map(({ name, description }, place) =>
      place === 0 ? specialty(name, description) : alternative(name, description),
    );
    if (isEmergency) {
      const aid = subject.emergencies.flatMap((kind) => firstAid[kind] ?? []);
      return this.compose([emergency, ...aid, ...lines]);
    }
    const isFirstContact = named.some(({ code }) => code === GENERAL_PRACTICE);
    return this.compose([
      ...lines,
      ...(isFirstContact ? [] : [generalPractice(this.generalPractice().name)]),
      whenWorse,
    ]);
  }

  smallTalk(kind: SmallTalk): string {
    switch (kind) {
      case 'list':
        return this.compose([this.sentences.list([...this.specialties.values()].map(({ name }) => name))]);
      case 'about':
      case 'help':
        return this.compose([this.sentences.about]);
      case 'thanks':
      case 'greeting':
        return this.compose([this.sentences[kind]]);
    }
  }

  unknown(): string {
    const { name, description } = this.generalPractice();
    const other = this.conversation.isKnown ? [] : [this.sentences.otherLanguage];
    return this.compose([this.sentences.unknown(name, description), ...other]);
  }

  private generalPractice(): CatalogueSpecialty {
    const fallback = { code: GENERAL_PRACTICE, name: 'General practice', description: '' };
    return this.specialties.get(GENERAL_PRACTICE) ?? fallback;
  }

  private compose(paragraphs: readonly string[]): string {
    return [...paragraphs, this.sentences.disclaimer].map((paragraph) => paragraph.trim()).join('\n\n');
  }
}
