import { Inject, Injectable, NotFoundException, NotImplementedException } from '@nestjs/common';
import { ENVIRONMENT } from '../../config/config.module';
import type { Environment } from '../../config/environment';
import type { EventsOf, InputOf, OutputOf } from '../../trpc/contract';
import { AnonymousLimit } from '../anonymous-limit';
import { AssistantModel, type ReplyPieces } from '../assistant/assistant-model';
import type { Author } from '../author';
import type { chatbotContract } from '../chatbot.contract';
import { ConversationStore } from '../conversations/conversation.store';
import { dangerIn, emergencyAdvice } from '../danger-signs/danger-signs';
import { replyLanguage } from '../language/reply-language';

type Contract = typeof chatbotContract;
type Answer = OutputOf<Contract['sendMessage']>;

/** Has messages answered, and lets people read along. */
@Injectable()
export class RepliesService {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly conversations: ConversationStore,
    private readonly assistant: AssistantModel,
    private readonly anonymousLimit: AnonymousLimit,
  ) {}

  /**
   * Keeps a message, has it answered, and keeps the answer.
   * @throws NotFoundException for a conversation that is not the author's
   * @throws TooManyRequestsException for a stranger who writes too often
   */
  async send(input: InputOf<Contract['sendMessage']>, author: Author): Promise<Answer> {
    const answer = () => this.answer(input, author);
    return author.userId === null ? this.anonymousLimit.run(author.address, answer) : answer();
  }

  start(_input: InputOf<Contract['startReply']>, _author: Author): Promise<OutputOf<Contract['startReply']>> {
    throw new NotImplementedException();
  }

  events(
    _reply: { messageId: string; after: string | null },
    _userId: string | null,
  ): Promise<EventsOf<Contract['reply']>> {
    throw new NotImplementedException();
  }

  private async answer(
    { message, conversationId: given, country }: InputOf<Contract['sendMessage']>,
    author: Author,
  ): Promise<Answer> {
    const { userId } = author;
    const conversationId = await (given === null || given === undefined
      ? this.conversations.begin(userId)
      : this.conversations.find(given, userId));
    if (conversationId === undefined) throw new NotFoundException('conversationId: no such conversation');
    const position = await this.conversations.addMessage(conversationId, message);
    const turns = await this.conversations.lastTurns(conversationId, {
      upTo: position,
      count: this.environment.CHATBOT_HISTORY_MESSAGES,
    });
    const earlier = turns
      .filter(({ role }) => role === 'user')
      .map(({ content }) => content)
      .slice(0, -1);
    const danger = dangerIn(message, earlier);
    const language = danger?.language ?? replyLanguage({ message, preferred: author.languages, earlier });
    const signal = AbortSignal.timeout(this.environment.CHATBOT_DEADLINE_MS);
    const { text, authorship } = await whole(
      this.assistant.write({ turns, language, isEmergency: danger !== undefined }, signal),
    );
    const advice = danger && emergencyAdvice(danger, country ?? author.country);
    const response = advice === undefined ? text : `${advice}\n\n${text}`;
    const urgency = danger ? 'emergency' : 'none';
    const messageId = await this.conversations.addReply(conversationId, {
      content: response,
      urgency,
      language,
      ...authorship,
    });
    return { response, conversationId, messageId, urgency, source: authorship.source, language };
  }
}

async function whole(pieces: ReplyPieces) {
  let text = '';
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) return { text, authorship: value };
    text += value;
  }
}
