import { z } from 'zod';
import { text } from '../../../src/shared/text';
import { touchedByOwner } from '../../../src/platform/contract/audit-rule';
import { mutation, query } from '../../../src/platform/contract/contract';

const labSampleSchema = z.object({ id: z.string(), remark: z.string(), recordedAt: z.iso.datetime() });

const example = {
  id: '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a14',
  remark: 'The first one.',
  recordedAt: '2026-03-14T09:30:00.000Z',
};

export const labSamplesContract = {
  record: mutation({
    summary: 'Records a new lab sample.',
    access: ['admin'],
    audit: { touched: ({ caller, output }) => touchedByOwner(caller, output ? [output.data] : []) },
    input: z.object({ remark: text(1, 500).describe('A remark of 1 to 500 characters.') }),
    output: z.object({ success: z.literal(true), data: labSampleSchema }),
    example: { input: { remark: example.remark }, output: { success: true, data: example } },
  }),
  list: query({
    summary: 'The last hundred lab samples that the account recorded, latest first.',
    access: ['admin'],
    audit: { touched: ({ caller, output }) => touchedByOwner(caller, output?.data ?? []) },
    output: z.object({ success: z.literal(true), data: z.array(labSampleSchema) }),
    example: { output: { success: true, data: [example] } },
  }),
};
