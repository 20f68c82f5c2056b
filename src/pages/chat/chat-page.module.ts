import { Module } from '@nestjs/common';
import { AuthModule } from '../../modules/auth';
import { ChatBuilds } from './chat-builds';
import { ChatOfflineController } from './chat-offline.controller';
import { ChatPageController } from './chat-page.controller';
import { ServiceWorkerService } from './service-worker.service';

@Module({
  imports: [AuthModule],
  controllers: [ChatPageController, ChatOfflineController],
  providers: [ChatBuilds, ServiceWorkerService],
})
export class ChatPageModule {}
