/** What the platform acknowledged to the writers. */
export interface Consultation {
  /** Its number at the writer; unique, and stored as the external id if `hasExternalId`. */
  readonly number: string;
  readonly hasExternalId: boolean;
  readonly id: string;
  readonly patientId: string;
  readonly pathologyName: string;
  readonly consultationDate: string;
}

export interface Sale {
  readonly externalId: string;
  readonly medicationName: string;
  readonly soldAt: string;
  readonly units: number;
}

export interface Message {
  readonly conversationId: string;
  readonly messageId: string;
  readonly question: string;
  readonly response: string;
}

/** A request that was acknowledged, perhaps with a stored response. */
interface AcknowledgedRequest {
  /** Its procedure. */
  readonly action: string;
  readonly output: unknown;
}

/** A response of status 500. */
export interface ServerError {
  readonly procedure: string;
  readonly requestId: string;
  readonly text: string;
}

export class Ledger {
  readonly consultations: Consultation[] = [];
  /** Reasons by consultation. */
  readonly voids = new Map<string, string>();
  readonly sales: Sale[] = [];
  readonly messages: Message[] = [];
  /** The last ratings by message. */
  readonly ratings = new Map<string, boolean>();
  /** By the request's id, which the audit trail has too. */
  readonly requests = new Map<string, AcknowledgedRequest>();
  readonly serverErrors: ServerError[] = [];
  /** Numbers of responses by status, and of calls without one. */
  readonly outcomes = new Map<string, number>();
  /** Calls that were acknowledged, by process. */
  readonly acknowledged: number[] = [];

  count(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }

  countAcknowledged(api: number): void {
    this.acknowledged[api] = (this.acknowledged[api] ?? 0) + 1;
  }

  /** Whether every process acknowledged a call since it had these numbers. */
  hasGrownSince(before: readonly number[], processes: number): boolean {
    return Array.from({ length: processes }).every(
      (_none, api) => (this.acknowledged[api] ?? 0) > (before[api] ?? 0),
    );
  }

  toString(): string {
    const { consultations, voids, sales, messages, ratings } = this;
    const outcomes = [...this.outcomes].sort(([one], [other]) => one.localeCompare(other));
    return [
      `${consultations.length} consultations, ${voids.size} voids, ${sales.length} sales, ${messages.length} messages, ${ratings.size} ratings`,
      `responses: ${outcomes.map(([outcome, count]) => `${outcome} ${count}`).join(', ')}`,
    ].join('; ');
  }
}
