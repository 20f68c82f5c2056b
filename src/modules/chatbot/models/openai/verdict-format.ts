import { z } from 'zod';
import { URGENCIES } from '../../../../shared/urgency';
import { DANGER_SIGNS, type Verdict } from '../../../triage';

/**
 * The fields of a structured reply. Some servers write them in the order of the schema and others in that of the alphabet: in
 * both, the verdict comes before the text.
 */
export const TEXT_FIELD = 'your_reply';

/** `response_format` of a request: the verdict, then the text for the person. */
export const RESPONSE_FORMAT = {
  type: 'json_schema' as const,
  json_schema: {
    name: 'reply',
    strict: true,
    schema: {
      type: 'object',
      properties: {
        signs: { type: 'array', items: { type: 'string', enum: DANGER_SIGNS } },
        urgency: { type: 'string', enum: URGENCIES },
        urgency_is_sure: { type: 'boolean' },
        [TEXT_FIELD]: { type: 'string' },
      },
      required: ['signs', 'urgency', 'urgency_is_sure', TEXT_FIELD],
      additionalProperties: false,
    },
  },
};

const verdictSchema = z.object({
  urgency: z.enum(URGENCIES),
  urgency_is_sure: z.boolean().catch(false),
  signs: z.array(z.unknown()).catch([]),
});

/**
 * Reads the verdict of a structured reply. Unknown signs and fields are ignored.
 * @param json the object, complete
 * @returns undefined if it has no valid urgency
 */
export function parseVerdict(json: string): Verdict | undefined {
  const parsed = verdictSchema.safeParse(parseOrUndefined(json));
  if (!parsed.success) return undefined;
  const { urgency, urgency_is_sure: isSure, signs } = parsed.data;
  return { urgency, isSure, signs: DANGER_SIGNS.filter((sign) => signs.includes(sign)) };
}

function parseOrUndefined(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
