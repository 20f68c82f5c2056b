import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { REQUEST_ID_HEADER } from '../../src/platform/logging/request-id';
import type { ApiProcess } from './api-process';
import type { Consultation, Ledger, Sale } from './ledger';

/** Longer than every time limit of the platform that a caller waits for, so that most faults are noticed by the platform. */
const CALL_TIMEOUT_MS = 5_000;
const PAUSE_BETWEEN_CALLS_MS = 5;
const PAUSE_BEFORE_RETRY_MS = 100;

/** A few days and pathologies, so that writers change the same counts. Some names are new, so that they race. */
const DAYS = ['2026-02-28', '2026-03-01', '2026-03-02'];
const PATHOLOGIES = ['Malaria', 'Cholera', 'Fault fever A', 'Fault fever B', 'Fault fever C'];
const MEDICATIONS = ['Paracetamol', 'Amoxicillin', 'Fault syrup A', 'Fault syrup B'];

/** Statuses after which a caller may send the same call again. */
const RETRIED = new Set([408, 409, 429, 500, 502, 503, 504]);

const recordedSchema = z.object({ success: z.literal(true), data: z.object({ id: z.string() }) });
const recordedManySchema = z.object({
  data: z.object({
    results: z.array(
      z.object({
        status: z.enum(['recorded', 'alreadyRecorded']),
        consultation: z.object({ id: z.string(), externalId: z.string() }),
      }),
    ),
  }),
});
const soldSchema = z.object({ data: z.object({ recorded: z.int(), alreadyRecorded: z.int() }) });
const answeredSchema = z.object({ conversationId: z.string(), messageId: z.string(), response: z.string() });
const successSchema = z.looseObject({ success: z.literal(true) });
const envelope = z.object({ result: z.object({ data: z.object({ json: z.unknown() }) }) });

interface Call<Result> {
  readonly procedure: string;
  readonly input: unknown;
  readonly result: z.ZodType<Result>;
  /** Sent as `Idempotency-Key`. */
  readonly key?: string;
}

interface Reply {
  readonly status: number;
  readonly text: string;
}

/** A caller that sends one call after another, each until it is acknowledged, to both processes in turn. */
export class Writer {
  private calls = 0;
  private attempts = 0;
  private ending = false;
  private conversation: string | null = null;

  constructor(
    private readonly name: string,
    private readonly cookie: string,
    private readonly target: { readonly apis: readonly ApiProcess[]; readonly ledger: Ledger },
  ) {}

  /** Writes until `end`. Rejects if the platform refuses a valid call or contradicts itself. */
  async run(): Promise<void> {
    const steps = [
      () => this.record(),
      () => this.recordWithKey(),
      () => this.recordMany(),
      () => this.void(),
      () => this.sell(),
      () => this.ask(),
      () => this.rate(),
    ];
    for (let index = this.name.charCodeAt(0); !this.ending; index += 1) {
      await steps[index % steps.length]?.();
      await wait(PAUSE_BETWEEN_CALLS_MS);
    }
  }

  /** Ends `run` after the current call is acknowledged. */
  end(): void {
    this.ending = true;
  }

  private async record(): Promise<void> {
    const consultation = this.nextConsultation();
    const { number: externalId, ...fields } = consultation;
    const { data } = await this.call({
      procedure: 'consultations.record',
      input: { ...fields, externalId },
      result: recordedSchema,
    });
    this.target.ledger.consultations.push({ ...consultation, hasExternalId: true, id: data.id });
  }

  /** Without an external id: the key alone protects it. */
  private async recordWithKey(): Promise<void> {
    const consultation = this.nextConsultation();
    const { number, ...fields } = consultation;
    const { data } = await this.call({
      procedure: 'consultations.record',
      input: fields,
      key: number,
      result: recordedSchema,
    });
    this.target.ledger.consultations.push({ ...consultation, hasExternalId: false, id: data.id });
  }

  private async recordMany(): Promise<void> {
    const sent = Array.from({ length: 4 }, () => this.nextConsultation());
    const { data } = await this.call({
      procedure: 'consultations.recordMany',
      input: { consultations: sent.map(({ number, ...fields }) => ({ ...fields, externalId: number })) },
      result: recordedManySchema,
    });
    for (const [index, { consultation }] of data.results.entries()) {
      const item = sent[index];
      if (item?.number !== consultation.externalId) throw new Error(`${this.name}: results in another order`);
      this.target.ledger.consultations.push({ ...item, hasExternalId: true, id: consultation.id });
    }
  }

  private async void(): Promise<void> {
    const own = this.target.ledger.consultations.findLast(
      ({ id, number }) => number.startsWith(`${this.name}-`) && !this.target.ledger.voids.has(id),
    );
    if (!own) return;
    const reason = `mistake ${own.number}`;
    await this.call({
      procedure: 'consultations.void',
      input: { id: own.id, reason },
      result: successSchema,
    });
    this.target.ledger.voids.set(own.id, reason);
  }

  private async sell(): Promise<void> {
    const sales: Sale[] = Array.from({ length: 3 }, () => {
      const number = this.nextNumber();
      return {
        externalId: number,
        medicationName: pick(MEDICATIONS, this.calls),
        soldAt: `${pick(DAYS, this.calls)}T08:00:00.000Z`,
        units: 1 + (this.calls % 30),
      };
    });
    const { data } = await this.call({
      procedure: 'health.recordMedicationSales',
      input: { sales },
      result: soldSchema,
    });
    if (data.recorded + data.alreadyRecorded !== sales.length)
      throw new Error(`${this.name}: ${JSON.stringify(data)} for ${sales.length} sales`);
    this.target.ledger.sales.push(...sales);
  }

  private async ask(): Promise<void> {
    const question = `What is malaria? ${this.nextNumber()}`;
    const conversationId = this.calls % 3 === 0 ? null : this.conversation;
    const answers = await this.callAll({
      procedure: 'chatbot.sendMessage',
      input: { message: question, conversationId },
      key: randomUUID(),
      result: answeredSchema,
    });
    // A reply is given without its key while the database cannot claim it: then each attempt has a reply of its own.
    const messages = new Map(answers.map((answer) => [answer.messageId, { ...answer, question }]));
    for (const message of messages.values()) {
      this.conversation = message.conversationId;
      this.target.ledger.messages.push(message);
    }
  }

  private async rate(): Promise<void> {
    const own = this.target.ledger.messages.findLast(({ question }) => question.includes(` ${this.name}-`));
    if (!own) return;
    const rating = this.calls % 2 === 0;
    await this.call({
      procedure: 'chatbot.rateResponse',
      input: { messageId: own.messageId, rating },
      // Without it, a delayed copy of the call could replace a later rating.
      key: randomUUID(),
      result: successSchema,
    });
    this.target.ledger.ratings.set(own.messageId, rating);
  }

  private nextNumber(): string {
    this.calls += 1;
    return `${this.name}-${this.calls}`;
  }

  private nextConsultation(): Omit<Consultation, 'id' | 'hasExternalId'> {
    const number = this.nextNumber();
    return {
      number,
      patientId: `patient ${number}`,
      pathologyName: pick(PATHOLOGIES, this.calls),
      consultationDate: `${pick(DAYS, this.calls)}T09:30:00.000Z`,
    };
  }

  /** Sends a call until it is acknowledged. Rejects if two responses to it differ. */
  private async call<Result>(call: Call<Result>): Promise<Result> {
    const [first, second] = await this.callAll(call);
    if (second !== undefined && JSON.stringify(idsOf(first)) !== JSON.stringify(idsOf(second)))
      throw new Error(`${call.procedure}: ${JSON.stringify([first, second])}`);
    return first;
  }

  /** Sends a call until it is acknowledged; every third attempt to both processes at once. */
  private async callAll<Result>(call: Call<Result>): Promise<[Result, ...Result[]]> {
    for (;;) {
      this.attempts += 1;
      const targets = this.attempts % 3 === 0 ? [0, 1] : [this.attempts % 2];
      const results = await Promise.all(targets.map((api) => this.send(call, api)));
      const [first, ...others] = results.filter((result) => result !== undefined).map(({ value }) => value);
      if (first !== undefined) return [first, ...others];
      await wait(PAUSE_BEFORE_RETRY_MS);
    }
  }

  /** @returns undefined if the outcome is not known, or the call must be sent again */
  private async send<Result>(call: Call<Result>, api: number): Promise<{ value: Result } | undefined> {
    const { ledger } = this.target;
    const requestId = randomUUID();
    const reply = await this.post(call, { requestId, origin: pick(this.target.apis, api).origin }).catch(
      () => undefined,
    );
    ledger.count(reply === undefined ? 'none' : String(reply.status));
    if (reply?.status === 500)
      ledger.serverErrors.push({ procedure: call.procedure, requestId, text: reply.text });
    if (reply === undefined || RETRIED.has(reply.status)) return undefined;
    if (reply.status !== 200)
      throw new Error(`${call.procedure} of ${this.name}: ${reply.status} ${reply.text.slice(0, 500)}`);
    ledger.countAcknowledged(api);
    const value = call.result.parse(envelope.parse(JSON.parse(reply.text)).result.data.json);
    ledger.requests.set(requestId, { action: call.procedure, output: value });
    return { value };
  }

  private async post(
    { procedure, input, key }: Omit<Call<unknown>, 'result'>,
    { requestId, origin }: { readonly requestId: string; readonly origin: string },
  ): Promise<Reply> {
    const response = await fetch(`${origin}/api/trpc/${procedure}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: this.cookie,
        [REQUEST_ID_HEADER]: requestId,
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      body: JSON.stringify({ 0: { json: input } }),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    return {
      status: response.status,
      text: await response.text(),
    };
  }
}

/** Returns the ids in a result. Two responses to one call have the same ones. */
function idsOf(value: unknown): string[] {
  return JSON.stringify(value).match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
}

function pick<Value>(values: readonly Value[], index: number): Value {
  const value = values[index % values.length];
  if (value === undefined) throw new Error('a list is empty');
  return value;
}
