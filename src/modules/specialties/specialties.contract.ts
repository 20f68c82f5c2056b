import { z } from 'zod';
import { query } from '../../platform/contract/contract';

/** Specification, section 2: Specialty. */
const specialtySchema = z.object({ id: z.string(), name: z.string(), description: z.string() });

export const specialtiesContract = {
  list: query({
    summary: 'All medical specialties, by name.',
    access: 'anyone',
    audit: 'none',
    output: z.array(specialtySchema),
    sharing: { among: 'everyone', maxAgeSeconds: 1 },
    example: {
      output: [
        {
          id: '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a12',
          name: 'Cardiology',
          description: 'Care for the heart and blood vessels.',
        },
      ],
    },
  }),
};
