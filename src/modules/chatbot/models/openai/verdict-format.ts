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

/** What is left of an urgency in a text that is no valid verdict. */
const URGENCY_FOUND = /urgency\W{1,9}(emergency|today)/i;

/**
 * Reads the verdict of a structured reply. Unknown signs and fields are ignored. Of a malformed one only an urgency above routine
 * counts, which is not sure, so that it can raise and never lower.
 * @param json the object, perhaps not whole
 * @returns undefined if it has no urgency
 */
export function parseVerdict(json: string): Verdict | undefined {
  const parsed = verdictSchema.safeParse(parseOrUndefined(json));
  if (!parsed.success) return parseMalformedVerdict(json);
  const { urgency, urgency_is_sure: isSure, signs } = parsed.data;
  return { urgency, isSure, signs: DANGER_SIGNS.filter((sign) => signs.includes(sign)) };
}

function parseMalformedVerdict(text: string): Verdict | undefined {
  const found = URGENCIES.find((urgency) => urgency === URGENCY_FOUND.exec(text)?.[1]?.toLowerCase());
  if (!found) return undefined;
  const words = new Set(text.match(/[a-z]+/gi));
  return { urgency: found, isSure: false, signs: DANGER_SIGNS.filter((sign) => words.has(sign)) };
}

function parseOrUndefined(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
