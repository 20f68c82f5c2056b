import { Module } from '@nestjs/common';
import { RefusalsModule } from '../../platform/refusals/refusals.module';
import { TriageModule } from '../triage';
import { ChatbotRouter } from './chatbot.router';
import { ConversationsService } from './conversations/conversations.service';
import { ExpiredConversations } from './conversations/expired-conversations';
import { MessageLimitsService } from './limits/message-limits.service';
import { chatModelProvider } from './models/chat-model.provider';
import { OfflineChatModel } from './models/offline/offline-chat-model';
import { TermIndex } from './topics/term-index';
import { TopicCatalogue } from './topics/topic-catalogue';
import { RatingsService } from './ratings/ratings.service';
import { LiveRepliesService } from './replies/live-replies.service';
import { RemoteRepliesService } from './replies/remote-replies.service';
import { ReplyReadingService } from './replies/reply-reading.service';
import { ReplyStore } from './replies/reply.store';
import { AdmissionService } from './sending/admission.service';
import { EmergencyFallbackService } from './sending/emergency-fallback.service';
import { RefusedMessagesService } from './sending/refused-messages.service';
import { ReplyCompositionService } from './sending/reply-composition.service';
import { ReplyGenerationService } from './sending/reply-generation.service';
import { ReplyWritingService } from './sending/reply-writing.service';
import { SendMessageService } from './sending/send-message.service';

@Module({
  imports: [RefusalsModule, TriageModule],
  providers: [
    AdmissionService,
    chatModelProvider,
    ChatbotRouter,
    ConversationsService,
    EmergencyFallbackService,
    ExpiredConversations,
    LiveRepliesService,
    MessageLimitsService,
    OfflineChatModel,
    RatingsService,
    RefusedMessagesService,
    RemoteRepliesService,
    ReplyCompositionService,
    ReplyGenerationService,
    ReplyReadingService,
    ReplyStore,
    ReplyWritingService,
    SendMessageService,
    TermIndex,
    TopicCatalogue,
  ],
})
export class ChatbotModule {}
