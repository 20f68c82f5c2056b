import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SpecialtiesModule } from '../specialties/specialties.module';
import { SpecialtiesService } from '../specialties/specialties.service';
import { AnonymousLimit } from './anonymous-limit';
import { assistantProvider } from './assistant/assistant.provider';
import { SpecialtyCatalogue } from './assistant/offline/specialty-catalogue';
import { ChatbotRouter } from './chatbot.router';
import { Conversation } from './conversations/conversation.entity';
import { ConversationStore } from './conversations/conversation.store';
import { ConversationsService } from './conversations/conversations.service';
import { Message } from './conversations/message.entity';
import { DeletedReplyCount } from './ratings/deleted-reply-count.entity';
import { MessageRating } from './ratings/message-rating.entity';
import { RatingsService } from './ratings/ratings.service';
import { RepliesService } from './replies/replies.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([Conversation, Message, MessageRating, DeletedReplyCount]),
    SpecialtiesModule,
  ],
  providers: [
    AnonymousLimit,
    assistantProvider,
    ChatbotRouter,
    ConversationsService,
    ConversationStore,
    RatingsService,
    RepliesService,
    { provide: SpecialtyCatalogue, useExisting: SpecialtiesService },
  ],
})
export class ChatbotModule {}
