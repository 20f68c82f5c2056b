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
    output: z.object({ success: z.literal(true) }),
    example: { output: { success: true } },
    endsSession: true,
    idempotency: 'none',
  }),
};
