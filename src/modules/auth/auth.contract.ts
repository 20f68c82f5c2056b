import { z } from 'zod';
import { ROLES } from '../../platform/access/role';
import { mutation, query } from '../../platform/contract/contract';

/** Specification, section 2: User. */
const userSchema = z.object({
  id: z.string(),
  email: z.string().describe('Empty where the portal names none.'),
  name: z.string().describe('Empty where the portal names none.'),
  role: z.enum(ROLES),
});

export const authContract = {
  me: query({
    summary: 'Who is signed in.',
    access: 'session',
    audit: 'none',
    output: userSchema,
    example: {
      output: {
        id: '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a11',
        email: 'amina.otieno@example.org',
        name: 'Amina Otieno',
        role: 'doctor',
      },
    },
  }),
  logout: mutation({
    summary: 'Ends the session.',
    access: 'session',
    audit: 'service',
    output: z.object({ success: z.literal(true) }),
    example: { output: { success: true } },
    endsSession: true,
    idempotency: 'none',
  }),
  sessions: query({
    summary: 'The sessions in which the account is signed in, the last used first.',
    access: 'session',
    audit: 'none',
    output: z.object({
      success: z.literal(true),
      data: z.array(
        z.object({
          createdAt: z.iso.datetime(),
          lastSeenAt: z.iso.datetime().describe('Of the last call, or up to a minute before.'),
          current: z.boolean().describe('Whether it is the session of this call.'),
        }),
      ),
    }),
    example: {
      output: {
        success: true,
        data: [
          { createdAt: '2026-03-14T09:30:00.000Z', lastSeenAt: '2026-03-14T10:05:40.201Z', current: true },
          { createdAt: '2026-03-13T18:12:09.514Z', lastSeenAt: '2026-03-14T08:44:17.880Z', current: false },
        ],
      },
    },
  }),
  logoutEverywhere: mutation({
    summary: 'Ends all sessions of the account, on every device.',
    access: 'session',
    audit: 'service',
    output: z.object({ success: z.literal(true) }),
    example: { output: { success: true } },
    endsSession: true,
    idempotency: 'none',
  }),
};
