/**
 * The suites that start programs, compile, install or take minutes. `npm test` skips them, `npm run test:long` runs them.
 * @type {readonly string[]}
 */
const longSuites = [
  'test/clients/client-readme.spec.ts',
  'test/clients/front-end.spec.ts',
  'test/clients/package.spec.ts',
  'test/clients/subscription-requests.spec.ts',
  'test/clients/types.spec.ts',
  'test/examples/code-examples.spec.ts',
  'test/extending/dependency-rules.spec.ts',
  'test/extending/new-module.spec.ts',
  'test/integrations/exports/running-exports.spec.ts',
  'test/integrations/fhir/act-sequences.property.spec.ts',
  'test/integrations/fhir/documentation.spec.ts',
  'test/integrations/imports/commands.spec.ts',
  'test/integrations/reference/code-samples.spec.ts',
  'test/integrations/reference/getting-started.spec.ts',
  'test/integrations/reference/postman.spec.ts',
  'test/migrations/extend-consultations.spec.ts',
  'test/migrations/extend-conversations.spec.ts',
  'test/migrations/extend-medications.spec.ts',
  'test/modules/chatbot/replies/processes.spec.ts',
  'test/modules/consultations/counts/counts.property.spec.ts',
  'test/modules/consultations/counts/plans.spec.ts',
  'test/modules/consultations/recording/retries.spec.ts',
  'test/modules/triage/evaluation.spec.ts',
  'test/platform/database/read-replicas.spec.ts',
  'test/platform/database/replica-failures.spec.ts',
  'test/platform/idempotency/concurrency.spec.ts',
  'test/platform/idempotency/crashes.spec.ts',
  'test/platform/metrics/several-processes.spec.ts',
  'test/platform/processes/rolling-restart.spec.ts',
  'test/platform/processes/several-processes.spec.ts',
  'test/platform/processes/supervisor.spec.ts',
  'test/restore/',
  'test/stack/',
];

module.exports = { longSuites };
