import type { Provider } from '@nestjs/common';
import { ENVIRONMENT } from '../../config/config.module';
import type { Environment } from '../../config/environment';
import { AssistantModel } from './assistant-model';
import { OfflineAssistant } from './offline/offline-assistant';
import { SpecialtyCatalogue } from './offline/specialty-catalogue';
import { OpenAIAssistant } from './openai/openai-assistant';

/** The assistant that `CHATBOT_PROVIDER` names. The module that lists it also provides `SpecialtyCatalogue`. */
export const assistantProvider: Provider<AssistantModel> = {
  provide: AssistantModel,
  inject: [ENVIRONMENT, SpecialtyCatalogue],
  useFactory: (environment: Environment, catalogue: SpecialtyCatalogue): AssistantModel => {
    switch (environment.CHATBOT_PROVIDER) {
      case 'openai':
        return new OpenAIAssistant(environment);
      case 'offline':
        return new OfflineAssistant(catalogue);
    }
  },
};
