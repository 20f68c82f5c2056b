import type { ChatTurn } from '../../../../../src/modules/chatbot/models/chat-model';
import { OfflineChatModel } from '../../../../../src/modules/chatbot/models/offline/offline-chat-model';
import { TopicCatalogue } from '../../../../../src/modules/chatbot/models/offline/topic-catalogue';
import { Database } from '../../../../../src/platform/database/database';
import type { Locale } from '../../../../../src/shared/locale';
import { type Platform, startPlatform } from '../../../../support/platform';

/** What the offline assistant answers, from a real catalogue. */
export class OfflineScenario {
  readonly assistant: OfflineChatModel;

  private constructor(private readonly platform: Platform) {
    this.assistant = new OfflineChatModel(new TopicCatalogue(new Database(platform.database)));
  }

  static async start(): Promise<OfflineScenario> {
    return new OfflineScenario(await startPlatform());
  }

  close(): Promise<void> {
    return this.platform.close();
  }

  /** The reply to the last of these messages of one person, the replies to the others standing between them. */
  async reply(
    messages: string | readonly string[],
    { language = 'en', isEmergency = false }: { language?: Locale; isEmergency?: boolean } = {},
  ): Promise<string> {
    const turns: ChatTurn[] = [];
    let text = '';
    for (const content of typeof messages === 'string' ? [messages] : messages) {
      turns.push({ role: 'user', content });
      text = '';
      const signal = AbortSignal.timeout(5_000);
      for await (const piece of this.assistant.streamReply(
        { turns, language, isEmergency, isWhole: true },
        signal,
      ))
        text += piece;
      turns.push({ role: 'assistant', content: text });
    }
    return text;
  }

  /** How a specialty is called. */
  name(specialty: string, language: Locale): Promise<string> {
    return this.text(`specialty/${specialty}`, { language, column: 'name' });
  }

  /** What is said about a topic: `specialty/cardiology`, `pathology/malaria`. */
  about(topic: string, language: Locale): Promise<string> {
    return this.text(topic, { language, column: 'about' });
  }

  private async text(
    topic: string,
    { language, column }: { language: Locale; column: 'name' | 'about' },
  ): Promise<string> {
    const [row] = await this.platform.database.query<{ text: string | null }[]>(
      `SELECT ${column} AS text FROM assistant_text WHERE topic_id = $1 AND language = $2`,
      [topic, language],
    );
    if (!row?.text) throw new Error(`nothing is written about ${topic} in ${language}`);
    return row.text;
  }
}
