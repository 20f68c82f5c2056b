import { Feature } from '../../platform/feature/feature';
import { chatbotContract } from './chatbot.contract';
import { ChatbotModule } from './chatbot.module';
import { Conversation } from './messages/conversation.entity';
import { Message } from './messages/message.entity';
import { Topic, TopicTerm, TopicText, TopicWord } from './topics/topic.entity';
import { DeletedReplyCount } from './ratings/deleted-reply-count.entity';
import { MessageRating } from './ratings/message-rating.entity';

export const feature = new Feature({
  router: 'chatbot',
  position: 2,
  purpose: 'The health assistant: questions in plain words, and ratings of its replies.',
  module: ChatbotModule,
  contract: chatbotContract,
  entities: [Conversation, Message, Topic, TopicTerm, TopicText, TopicWord, DeletedReplyCount, MessageRating],
});
