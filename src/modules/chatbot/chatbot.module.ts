import { Module } from '@nestjs/common';
import { AnonymousLimit } from './limits/anonymous-limit';
import { assistantProvider } from './models/assistant.provider';
import { OfflineAssistant } from './models/offline/offline-assistant';
import { TopicCatalogue } from './models/offline/topic-catalogue';
import { ChatbotRouter } from './chatbot.router';
import { ConversationStore } from './conversations/conversation.store';
import { ConversationsService } from './conversations/conversations.service';
import { ExpiredConversations } from './conversations/expired-conversations';
import { RatingsService } from './ratings/ratings.service';
import { AccountLimit } from './limits/account-limit';
import { DangerReading } from './replies/danger-reading';
import { EmergencyReplies } from './replies/emergency-replies';
import { RemoteReplies } from './replies/remote-replies';
import { RepliesService } from './replies/replies.service';
import { ReplyStore } from './replies/reply.store';
import { ReplyWriter } from './replies/reply-writer.service';

@Module({
  providers: [
    AccountLimit,
    AnonymousLimit,
    assistantProvider,
    ChatbotRouter,
    ConversationsService,
    ConversationStore,
    DangerReading,
    EmergencyReplies,
    ExpiredConversations,
    OfflineAssistant,
    RatingsService,
    RemoteReplies,
    RepliesService,
    ReplyStore,
    ReplyWriter,
    TopicCatalogue,
  ],
})
export class ChatbotModule {}
