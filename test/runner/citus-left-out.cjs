/**
 * The tests that do not run on Citus, with the reason: what they check is the same on one server, and their own SQL assumes
 * one. Without names, all tests of the suite.
 * @type {readonly { readonly suite: string; readonly tests?: readonly string[]; readonly reason: string }[]}
 */
const leftOut = [
  {
    suite: 'test/modules/audit/verification.spec.ts',
    reason: 'disables triggers, as somebody who changes the trail could: Citus refuses it',
  },
  {
    suite: 'test/modules/audit/retention.spec.ts',
    reason: 'days of the audit trail are not removed on Citus',
  },
  {
    suite: 'test/platform/audit/refused-events.spec.ts',
    reason: 'makes writes fail by a trigger, which Citus does not create on the shards of a table',
  },
  {
    suite: 'test/modules/audit/anchors.spec.ts',
    tests: [
      'publishes once an hour, and only chains that grew',
      'finds a chain that was cut at its end',
      'finds a chain that was made anew after a change',
    ],
    reason: 'disables triggers, which Citus refuses',
  },
  {
    suite: 'test/modules/audit/linking.spec.ts',
    tests: ['links events of other countries if those of one cannot be linked'],
    reason: 'makes writes fail by a trigger, which Citus does not create on the shards of a table',
  },
  {
    suite: 'test/contract/consultations.void.spec.ts',
    tests: ['does not return the reason of a void whose patient is being erased'],
    reason: 'disables a trigger, which Citus refuses',
  },
  {
    suite: 'test/modules/consultations/recording/groups.spec.ts',
    reason:
      'locks the coordinator’s table until two groups wait for it: on Citus, groups are written on other nodes',
  },
  {
    suite: 'test/modules/consultations/counts/log.spec.ts',
    reason: 'reads the plan of one server',
  },
  {
    suite: 'test/modules/consultations/counts/plans.spec.ts',
    reason: 'reads the plans of one server',
  },
  {
    suite: 'test/modules/consultations/counts/protected-records.spec.ts',
    tests: ['counts again after the migration of voids is reverted'],
    reason: 'migrations are not reverted on Citus: shards use the functions that they drop',
  },
  {
    suite: 'test/modules/consultations/counts/protected-records.spec.ts',
    tests: [
      'DELETE FROM consultation WHERE false',
      `UPDATE consultation SET consulted_at = consulted_at - interval '1 day'`,
      `UPDATE consultation SET country = 'TZ'`,
      'UPDATE consultation SET recorded_by = gen_random_uuid()',
      'UPDATE consultation_void SET voided_by = gen_random_uuid()',
      'UPDATE consultation_void SET consultation_id = gen_random_uuid()',
    ].map((statement) => `is protected by the database from: ${statement}`),
    reason: 'Citus refuses these with another error, or deletes nothing, before a trigger runs',
  },
  {
    suite: 'test/modules/consultations/counts/check-counts.spec.ts',
    tests: ['finds no difference while the platform records and voids'],
    reason: 'Citus has no snapshot over several nodes: the check is for times without writes there',
  },
  {
    suite: 'test/modules/consultations/counts/check-counts.spec.ts',
    tests: ['cannot change the database'],
    reason: 'sends several commands in one query, which Citus refuses',
  },
  {
    suite: 'test/contract/own-names.spec.ts',
    tests: ['do not exceed the maximum when two calls create them at the same time'],
    reason: 'locks the coordinator’s table until two calls wait for it: on Citus, they wait on other nodes',
  },
  {
    suite: 'test/integrations/fhir/act-sequences.property.spec.ts',
    reason: 'joins distributed and local tables to check claims, which Citus refuses',
  },
  {
    suite: 'test/contract/consultations.recordMany.spec.ts',
    tests: ['records nothing of a call that fails'],
    reason: 'makes writes fail by a trigger, which Citus does not create on the shards of a table',
  },
  {
    suite: 'test/contract/health.pathologyStats.spec.ts',
    tests: ['reads the daily counts, not the consultations'],
    reason: 'disables a trigger, which Citus refuses',
  },
  {
    suite: 'test/contract/health.recordMedicationSales.concurrency.spec.ts',
    tests: ['locks the same new names in the same order, whatever their order in the call'],
    reason:
      'waits until a lock of the coordinator’s catalogue is wanted: on Citus, calls wait for that of another node',
  },
  {
    suite: 'test/contract/consultations.void.concurrency.spec.ts',
    tests: ['removes a consultation from the count once, and returns the first void to all calls'],
    reason: 'locks the coordinator’s table until ten calls wait for it: on Citus, they wait on other nodes',
  },
  {
    suite: 'test/modules/consultations/recording/retries.spec.ts',
    tests: [
      'is recorded once if all calls start before the first one commits',
      'is recorded once if the connections of the first three calls are terminated',
    ],
    reason: 'locks the coordinator’s table until all calls wait for it: on Citus, they wait on other nodes',
  },
  {
    suite: 'test/integrations/fhir/deadlocks.spec.ts',
    tests: [
      'records both a batch in parts and recordMany without keys, if the batch pauses for 800 ms between its parts',
      'records both a batch in parts and recordMany with keys, if the batch pauses for 800 ms between its parts',
      'is found before a wait for a lock ends, with the settings of the embedded database',
    ],
    reason:
      'expects what the embedded database ends after its `deadlock_timeout`; the nodes of a cluster have another',
  },
];

module.exports = { leftOut };
