import type { DatabaseWork } from '../contract/database-work';
import { type NoLabels, counter, gauge, histogram } from '../metrics/instruments';
import type { Unavailability } from './unavailability';

export const poolConnections = gauge<{ state: 'idle' | 'used' }>({
  name: 'platform_database_connections',
  help: 'Open connections of the pools to the primary, by state',
  labels: ['state'],
  ofProcesses: 'sum',
});

export const laneConnections = gauge<{ work: DatabaseWork }>({
  name: 'platform_database_lane_connections',
  help: 'Connections of the pools that each kind of work holds, or is about to get',
  labels: ['work'],
  ofProcesses: 'sum',
});

export const laneWaiting = gauge<{ work: DatabaseWork }>({
  name: 'platform_database_lane_waiting',
  help: 'Calls that wait for a connection of a pool, by kind of work',
  labels: ['work'],
  ofProcesses: 'sum',
});

export const databaseAvailable = gauge<NoLabels>({
  name: 'platform_database_available',
  help: 'Processes for which the database answers, as far as is known',
  labels: [],
  ofProcesses: 'sum',
});

export const pipelinedStatements = gauge<NoLabels>({
  name: 'platform_database_pipelined_statements',
  help: 'Statements on pipelined connections that wait for their results',
  labels: [],
  ofProcesses: 'sum',
});

/** Waits for a connection of the pool. */
export const connectionWaits = histogram<{ work: DatabaseWork }>({
  name: 'platform_database_connection_wait_seconds',
  help: 'Time until a call got a connection of a pool, by kind of work',
  labels: ['work'],
  buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5],
});

/** Calls that were answered with 503 because of the database. */
export const databaseRefusals = counter<{ reason: Unavailability }>({
  name: 'platform_database_refusals_total',
  help: 'Calls that failed because the database was away or busy',
  labels: ['reason'],
});
