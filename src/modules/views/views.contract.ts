import { z } from 'zod';
import { mutation, query } from '../../platform/contract/contract';
import { MAX_VIEW_NAME } from '../../shared/dashboard-values';
import { identifyingText, withoutInvisibleCharacters } from '../../shared/text';
import { viewQuerySchema } from './view-query';

export const MAX_VIEWS = 50;

/** Who may see the dashboard. */
const ACCESS = ['ministry', 'admin'] as const;

const storedName = identifyingText(MAX_VIEW_NAME);
const newName = withoutInvisibleCharacters(identifyingText(MAX_VIEW_NAME));

const viewSchema = z.object({
  name: z.string(),
  query: z
    .string()
    .describe('Of the dashboard’s address, without `?`: `/dashboard?` and this opens the view.'),
  savedAt: z.iso.datetime(),
});

const example: z.output<typeof viewSchema> = {
  name: 'Cholera on the coast',
  query: 'period=2026-03&country=KE&pathologies=Cholera',
  savedAt: '2026-03-14T10:02:11.512Z',
};

export const viewsContract = {
  list: query({
    summary: 'The selections of the dashboard that the account has saved, by name.',
    access: ACCESS,
    audit: 'none',
    output: z.object({ success: z.literal(true), data: z.array(viewSchema) }),
    example: { output: { success: true, data: [example] } },
  }),
  save: mutation({
    summary: 'Saves a selection of the dashboard under a name, in place of the view that has the name.',
    access: ACCESS,
    audit: 'none',
    input: z.object({
      name: newName,
      query: viewQuerySchema.describe(
        'Query of the dashboard’s address, such as `?period=2026-03&country=KE`: only what the dashboard knows.',
      ),
    }),
    output: z.object({ success: z.literal(true), data: viewSchema }),
    example: {
      input: { name: example.name, query: `?${example.query}` },
      output: { success: true, data: example },
    },
    errors: [
      {
        code: 'UNPROCESSABLE_CONTENT',
        when: 'the account has the maximum of views',
        message: `name: you have ${MAX_VIEWS} views, the most that an account may have; delete one first`,
      },
    ],
  }),
  rename: mutation({
    summary: 'Renames a view of the account. A repeated call changes nothing.',
    access: ACCESS,
    audit: 'none',
    input: z.object({ name: storedName, newName }),
    output: z.object({ success: z.literal(true), data: viewSchema }),
    example: {
      input: { name: example.name, newName: 'Cholera' },
      output: { success: true, data: { ...example, name: 'Cholera' } },
    },
    errors: [
      {
        code: 'NOT_FOUND',
        when: 'the account has a view of neither name',
        message: 'name: you have no view of this name',
      },
      {
        code: 'CONFLICT',
        when: 'the account has both views',
        message: 'newName: you have another view of this name; delete it first, or choose another name',
      },
    ],
  }),
  delete: mutation({
    summary: 'Deletes a view of the account, if it is there.',
    access: ACCESS,
    audit: 'none',
    input: z.object({ name: storedName }),
    output: z.object({ success: z.literal(true), data: z.object({ name: z.string() }) }),
    example: { input: { name: example.name }, output: { success: true, data: { name: example.name } } },
  }),
};
