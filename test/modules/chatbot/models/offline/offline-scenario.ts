import type { ChatTurn, ReplyChunks } from '../../../../../src/modules/chatbot/models/chat-model';
import { OfflineChatModel } from '../../../../../src/modules/chatbot/models/offline/offline-chat-model';
import { TermIndex } from '../../../../../src/modules/chatbot/topics/term-index';
import { TopicCatalogue } from '../../../../../src/modules/chatbot/topics/topic-catalogue';
import { Database } from '../../../../../src/platform/database/database';
import type { Locale } from '../../../../../src/shared/locale';
import { suitePlatform } from '../../../../support/platform';
import { type TestRequest, replyRequest } from '../model-scenario';

/** The offline model with a real catalogue, for the tests of a suite. */
export class OfflineScenario {
  private readonly platform = suitePlatform();
  private created: OfflineChatModel | undefined;

  get model(): OfflineChatModel {
    const database = new Database(this.platform.database);
    this.created ??= new OfflineChatModel(new TopicCatalogue(database, new TermIndex(database)));
    return this.created;
  }

  /** Sends messages of one user one after another, and returns the last reply. */
  async reply(messages: string | readonly string[], request: TestRequest = {}): Promise<string> {
    const turns: ChatTurn[] = [];
    let text = '';
    for (const content of typeof messages === 'string' ? [messages] : messages) {
      turns.push({ role: 'user', content });
      text = '';
      for await (const chunk of this.send(turns, request)) text += chunk;
      turns.push({ role: 'assistant', content: text });
    }
    return text;
  }

  /** Returns the reply to a conversation. */
  send(turns: readonly ChatTurn[], request: TestRequest = {}): ReplyChunks {
    const whole = replyRequest({ isWhole: true, ...request, turns });
    return this.model.streamReply(whole, AbortSignal.timeout(5_000));
  }

  /** Returns the name of a specialty. */
  name(specialty: string, language: Locale): Promise<string> {
    return this.text(`specialty/${specialty}`, { language, column: 'name' });
  }

  /** Returns the text about a topic: `specialty/cardiology`, `pathology/malaria`. */
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
    if (!row?.text) throw new Error(`there is no text about ${topic} in ${language}`);
    return row.text;
  }
}
