import { Feature } from '../../../src/platform/feature/feature';
import { LabSample } from './lab-sample.entity';
import { labSamplesContract } from './lab-samples.contract';
import { LabSamplesModule } from './lab-samples.module';
import { CreateLabSamples0000000000000 } from './migrations/0000000000000-create-lab-samples';

export const feature = new Feature({
  router: 'labSamples',
  purpose: 'The lab samples of the account.',
  module: LabSamplesModule,
  contract: labSamplesContract,
  entities: [LabSample],
  migrations: [CreateLabSamples0000000000000],
});
