import { Module } from '@nestjs/common';
import { AuthModule } from '../../modules/auth';
import { ChatPageController } from './chat-page.controller';

@Module({ imports: [AuthModule], controllers: [ChatPageController] })
export class ChatPageModule {}
