import { Feature } from '../../platform/feature/feature';
import { SavedView } from './saved-view.entity';
import { viewsContract } from './views.contract';
import { ViewsModule } from './views.module';

export const feature = new Feature({
  router: 'views',
  position: 7,
  purpose: 'Selections of the dashboard that an account has saved.',
  module: ViewsModule,
  contract: viewsContract,
  entities: [SavedView],
});
