import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SpecialtiesModule } from '../specialties/specialties.module';
import { SpecialtiesService } from '../specialties/specialties.service';
import { AnonymousLimit } from './anonymous-limit';
import { assistantProvider } from './assistant/assistant.provider';
import { SpecialtyCatalogue } from './assistant/offline/specialty-catalogue';
import { ChatbotRouter } from './chatbot.router';
import { ChatbotService } from './chatbot.service';
import { Conversation } from './conversation.entity';
import { ConversationStore } from './conversation.store';
import { Message } from './message.entity';

@Module({
  imports: [TypeOrmModule.forFeature([Conversation, Message]), SpecialtiesModule],
  providers: [
    AnonymousLimit,
    assistantProvider,
    ChatbotRouter,
    ChatbotService,
    ConversationStore,
    { provide: SpecialtyCatalogue, useExisting: SpecialtiesService },
  ],
})
export class ChatbotModule {}
