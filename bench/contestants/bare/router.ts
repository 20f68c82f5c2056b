import { randomUUID } from 'node:crypto';
import { type CombinedDataTransformer, initTRPC, TRPCError } from '@trpc/server';
import superjson from 'superjson';
import { authContract } from '../../../src/modules/auth/auth.contract';
import { chatbotContract } from '../../../src/modules/chatbot/chatbot.contract';
import { consultationsContract } from '../../../src/modules/consultations/consultations.contract';
import { healthContract } from '../../../src/modules/health/health.contract';
import { specialtiesContract } from '../../../src/modules/specialties/specialties.contract';
import type { Role } from '../../../src/platform/access/role';
import { nameKey } from '../../../src/shared/name-key';
import { calendarPeriod } from '../../../src/shared/period';
import { type ChatModel, REPLY } from './chat-model';
import type { BareContext, BareSession } from './context';
import {
  COUNT_BY_PATHOLOGY,
  LIST_SPECIALTIES,
  RECORD_CONSULTATION,
  STORE_CHAT,
  SUM_UNITS_BY_MEDICATION,
  withValues,
} from './statements';

const COUNT_SLOTS = 8;

/** Results are plain JSON, so only inputs go through superjson. */
const transformer: CombinedDataTransformer = {
  input: superjson,
  output: { serialize: (json: unknown) => ({ json }), deserialize: superjson.deserialize.bind(superjson) },
};

const t = initTRPC.context<BareContext>().create({ transformer, isDev: false });

const sessionProcedure = t.procedure.use(async ({ ctx, next }) => {
  const session = await ctx.findSession();
  if (!session) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Please login (10001)' });
  return next({ ctx: { session, pool: ctx.pool } });
});

const procedureFor = (...roles: readonly Role[]) =>
  sessionProcedure.use(({ ctx, next }) => {
    if (roles.includes(ctx.session.role)) return next();
    throw new TRPCError({ code: 'FORBIDDEN', message: 'You do not have required permission (10002)' });
  });

/** An anonymous caller is permitted, an invalid session is not. */
const publicProcedure = t.procedure.use(async ({ ctx, next }) => {
  await ctx.findSession();
  return next();
});

/** Refuses mutations of other sites, which browsers send with the session cookie. */
const sameSite = t.middleware(({ ctx, next }) => {
  if (ctx.request.headers['sec-fetch-site'] === 'cross-site') throw new TRPCError({ code: 'FORBIDDEN' });
  return next();
});

/** Creates the router of the bare contestant. @param model undefined for the fixed reply */
export function createRouter(model: ChatModel | undefined) {
  return t.router({
    specialties: t.router({
      list: publicProcedure.output(specialtiesContract.list.output).query(async ({ ctx }) => {
        const { rows } = await ctx.pool.query<{ id: string; name: string; description: string }>(
          withValues(LIST_SPECIALTIES, []),
        );
        return rows;
      }),
    }),
    auth: t.router({
      me: sessionProcedure.output(authContract.me.output).query(({ ctx: { session } }) => {
        const { id, email, name, role } = session;
        return { id, email, name, role };
      }),
    }),
    consultations: t.router({
      record: procedureFor('doctor', 'admin')
        .use(sameSite)
        .input(consultationsContract.record.input)
        .output(consultationsContract.record.output)
        .mutation(async ({ ctx: { pool, session }, input }) => {
          const { patientId, pathologyName = '', consultationDate } = input;
          const { rows } = await pool.query<ConsultationRow>(
            withValues(RECORD_CONSULTATION, [
              nameKey(pathologyName),
              countryOf(session),
              patientId,
              consultationDate.toISOString(),
              session.id,
              Math.floor(Math.random() * COUNT_SLOTS),
            ]),
          );
          const [row] = rows;
          if (!row) throw new TRPCError({ code: 'NOT_FOUND' });
          const data = {
            ...row,
            consultationDate: row.consultationDate.toISOString(),
            recordedAt: row.recordedAt.toISOString(),
            voidedAt: null,
          };
          return { success: true as const, data };
        }),
    }),
    health: t.router({
      pathologyStats: procedureFor('ministry', 'admin')
        .input(healthContract.pathologyStats.input)
        .output(healthContract.pathologyStats.output)
        .query(async ({ ctx: { pool, session }, input: { year, month } }) => {
          const { from, before } = calendarPeriod(year, month);
          const { rows } = await pool.query<{ name: string; count: number }>(
            withValues(COUNT_BY_PATHOLOGY, [scopeOf(session), from, before]),
          );
          return rows;
        }),
      medicationStats: procedureFor('ministry', 'admin')
        .input(healthContract.medicationStats.input)
        .output(healthContract.medicationStats.output)
        .query(async ({ ctx: { pool, session }, input: { year } }) => {
          const { from, before } = calendarPeriod(year);
          const { rows } = await pool.query<{ name: string; unitsSold: number }>(
            withValues(SUM_UNITS_BY_MEDICATION, [scopeOf(session), from, before]),
          );
          return { success: true as const, data: rows };
        }),
    }),
    chatbot: t.router({
      sendMessage: publicProcedure
        .use(sameSite)
        .input(chatbotContract.sendMessage.input)
        .output(chatbotContract.sendMessage.output)
        .mutation(async ({ ctx: { pool }, input: { message } }) => {
          const response = model ? await model(message) : REPLY;
          const source = model ? ('model' as const) : ('offline' as const);
          const [conversationId, questionId, messageId] = [randomUUID(), randomUUID(), randomUUID()];
          await pool.query(
            withValues(STORE_CHAT, [
              conversationId,
              questionId,
              message,
              messageId,
              response,
              source,
              'bench',
            ]),
          );
          return {
            response,
            conversationId,
            messageId,
            urgency: 'routine' as const,
            source,
            language: 'en' as const,
          };
        }),
    }),
  });
}

interface ConsultationRow {
  readonly id: string;
  readonly patientId: string;
  readonly pathologyName: string;
  readonly pathologyCode: string | null;
  readonly consultationDate: Date;
  readonly recordedAt: Date;
  readonly externalId: string | null;
  readonly country: string;
}

function countryOf({ country }: BareSession): string {
  return country === null || country === '*' ? 'ZZ' : country;
}

function scopeOf({ role, country }: BareSession): string {
  if (role === 'admin') return '*';
  if (country === null) throw new TRPCError({ code: 'FORBIDDEN' });
  return country;
}
