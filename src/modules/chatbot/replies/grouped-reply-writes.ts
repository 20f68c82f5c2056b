import type { Database } from '../../../platform/database/database';
import { GroupedWrites } from '../../../platform/database/grouped-writes';
import type { ValuesOf } from '../../../platform/database/parameter';
import { COMPLETE_REPLIES, COMPLETE_REPLY, START_CONVERSATION, START_CONVERSATIONS } from './reply.sql';

/** A question that is stored with an empty reply. */
export type StoredQuestion = Omit<ValuesOf<typeof START_CONVERSATION.parameters>, 'writingMs'>;

type CompletedReply = ValuesOf<typeof COMPLETE_REPLY.parameters>;

/** Stores new conversations and completed replies of concurrent callers in one statement and one commit. */
export class GroupedReplyWrites {
  private readonly starts: GroupedWrites<StoredQuestion, boolean>;
  private readonly completions: GroupedWrites<CompletedReply, boolean>;

  /** @param writingMs time within which a reply is completed */
  constructor(
    private readonly database: Database,
    private readonly writingMs: number,
  ) {
    this.starts = new GroupedWrites(database, {
      one: (question) => this.startOne(question),
      group: (questions) => this.startGroup(questions),
    });
    this.completions = new GroupedWrites(database, {
      one: async (reply) => (await database.run(COMPLETE_REPLY, reply)) > 0,
      group: (replies) => this.completeGroup(replies),
    });
  }

  /** Creates a conversation with a question. Returns false if the account is erased. */
  start(question: StoredQuestion): Promise<boolean> {
    return this.starts.write(question);
  }

  /** Returns false if the reply was deleted. */
  complete(reply: CompletedReply): Promise<boolean> {
    return this.completions.write(reply);
  }

  private async startOne(question: StoredQuestion): Promise<boolean> {
    return (await this.database.run(START_CONVERSATION, { ...question, writingMs: this.writingMs })) > 0;
  }

  private async startGroup(questions: readonly StoredQuestion[]): Promise<boolean[]> {
    const rows = await this.database.rows(START_CONVERSATIONS, {
      conversationIds: questions.map(({ conversationId }) => conversationId),
      accountIds: questions.map(({ accountId }) => accountId),
      questionIds: questions.map(({ questionId }) => questionId),
      questions: questions.map(({ question }) => question),
      replyIds: questions.map(({ replyId }) => replyId),
      writingMs: this.writingMs,
    });
    const started = new Set(rows.map(({ conversationId }) => conversationId));
    return questions.map(({ conversationId }) => started.has(conversationId));
  }

  private async completeGroup(replies: readonly CompletedReply[]): Promise<boolean[]> {
    const rows = await this.database.rows(COMPLETE_REPLIES, {
      conversationIds: replies.map(({ conversationId }) => conversationId),
      replyIds: replies.map(({ replyId }) => replyId),
      contents: replies.map(({ content }) => content),
      urgencies: replies.map(({ urgency }) => urgency),
      languages: replies.map(({ language }) => language),
      sources: replies.map(({ source }) => source),
      models: replies.map(({ model }) => model),
      promptVersions: replies.map(({ promptVersion }) => promptVersion),
    });
    const completed = new Set(rows.map(({ replyId }) => replyId));
    return replies.map(({ replyId }) => completed.has(replyId));
  }
}
