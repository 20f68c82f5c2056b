import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module';
import { ChatPageController } from './chat-page.controller';

@Module({ imports: [AuthModule], controllers: [ChatPageController] })
export class ChatPageModule {}
