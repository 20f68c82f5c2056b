import { StructuredReplyReader } from '../../../../src/modules/chatbot/models/openai/structured-reply-reader';
import type { Verdict } from '../../../../src/modules/triage';

const FIELDS = { signs: ['bleeding'], urgency: 'emergency', urgency_is_sure: true };
const VERDICT: Verdict = { urgency: 'emergency', isSure: true, signs: ['bleeding'] };
const UNSURE: Verdict = { ...VERDICT, isSure: false };
const TEXT = 'Press on it.\nStay “calm” \\ 100 % – é 😀';

interface SplitReply {
  readonly text: string;
  readonly verdict?: Verdict | undefined;
}

/** Splits a reply that comes in chunks of a length. */
function split(reply: string, length = reply.length): SplitReply {
  const reader = new StructuredReplyReader();
  let text = '';
  for (let start = 0; start < reply.length; start += length)
    text += reader.push(reply.slice(start, start + length));
  return { text: (text + reader.flush()).trim(), verdict: reader.verdict };
}

/** Structured replies, each with what is read of it. */
const REPLIES: [string, string, SplitReply][] = [
  ['an object', JSON.stringify({ ...FIELDS, your_reply: TEXT }), { text: TEXT, verdict: VERDICT }],
  [
    'an object with spaces and line feeds',
    JSON.stringify({ ...FIELDS, your_reply: TEXT }, null, 4),
    { text: TEXT, verdict: VERDICT },
  ],
  [
    'escaped characters',
    String.raw`{"urgency":"today","your_reply":"caf\u00e9 \ud83d\ude00 \"so\" \/ a\tb"}`,
    { text: 'café 😀 "so" / a\tb', verdict: { urgency: 'today', isSure: false, signs: [] } },
  ],
  [
    'line feeds that are not escaped',
    `{"urgency":"routine","urgency_is_sure":true,"your_reply":"Rest.\n\nDrink."}`,
    { text: 'Rest.\n\nDrink.', verdict: { urgency: 'routine', isSure: true, signs: [] } },
  ],
  [
    'an object in a fence',
    `\`\`\`json\n${JSON.stringify({ ...FIELDS, your_reply: TEXT })}\n\`\`\``,
    { text: TEXT, verdict: VERDICT },
  ],
  [
    'an object, then the text',
    `${JSON.stringify(FIELDS)}\n\nPress on it.`,
    { text: 'Press on it.', verdict: VERDICT },
  ],
  [
    'an object in a fence, then the text',
    `\`\`\`json\n${JSON.stringify(FIELDS)}\n\`\`\`\nPress on it.`,
    { text: 'Press on it.', verdict: VERDICT },
  ],
  [
    'words before the object',
    `Here it is: ${JSON.stringify({ ...FIELDS, your_reply: 'Press on it.' })}`,
    { text: 'Here it is: Press on it.', verdict: VERDICT },
  ],
  [
    'an object after the text',
    `Press on it. ${JSON.stringify(FIELDS)}`,
    { text: 'Press on it.', verdict: VERDICT },
  ],
  ['text without an object', TEXT, { text: TEXT, verdict: undefined }],
  [
    'text with braces and fences',
    'Take {one} tablet: `x` or ```y``` or { 2 }.',
    { text: 'Take {one} tablet: `x` or ```y``` or { 2 }.', verdict: undefined },
  ],
  ['an object within the text that has other fields', 'Rest. {"a":1} Drink.', { text: 'Rest. Drink.' }],
  [
    'the text before the verdict',
    JSON.stringify({ your_reply: 'Press on it.', ...FIELDS }),
    { text: 'Press on it.', verdict: VERDICT },
  ],
  [
    'another field first',
    JSON.stringify({ thinking: 'the boy is {pale}', ...FIELDS, your_reply: TEXT }),
    { text: TEXT, verdict: VERDICT },
  ],
  [
    'words before another field',
    `Here it is: ${JSON.stringify({ thinking: 'x', ...FIELDS, your_reply: 'Go.' })}`,
    { text: 'Here it is: Go.', verdict: VERDICT },
  ],
  [
    'an object within another',
    JSON.stringify({ reply: { ...FIELDS, your_reply: TEXT } }),
    { text: TEXT, verdict: VERDICT },
  ],
  [
    'an object within another, then the text',
    `${JSON.stringify({ verdict: FIELDS })}\nGo.`,
    { text: 'Go.', verdict: VERDICT },
  ],
  [
    'an object within another, before the text',
    JSON.stringify({ verdict: FIELDS, your_reply: TEXT }),
    { text: TEXT, verdict: VERDICT },
  ],
  [
    'another kind of quotes within the text',
    '{"urgency":"routine","your_reply":"Take ORS [the “sugar-salt solution”] often. If blood: hospital."}',
    {
      text: 'Take ORS [the “sugar-salt solution”] often. If blood: hospital.',
      verdict: { urgency: 'routine', isSure: false, signs: [] },
    },
  ],
  ['an array', JSON.stringify([{ ...FIELDS, your_reply: TEXT }]), { text: TEXT, verdict: VERDICT }],
  [
    'the name of the format in capitals',
    `\`\`\`JSON\n${JSON.stringify({ ...FIELDS, your_reply: TEXT })}\n\`\`\``,
    { text: TEXT, verdict: VERDICT },
  ],
  [
    'single quotes',
    `{'signs': ['bleeding'], 'urgency': 'emergency', 'urgency_is_sure': True, 'your_reply': 'Don't move him.'}`,
    { text: "Don't move him.", verdict: UNSURE },
  ],
  [
    'curly quotes',
    '{“signs”: [“bleeding”], “urgency”: “emergency”, “urgency_is_sure”: true, “your_reply”: “Press on it.”}',
    { text: 'Press on it.', verdict: UNSURE },
  ],
  [
    'names without quotes',
    '{signs: ["bleeding"], urgency: "emergency", urgency_is_sure: true, your_reply: "Press on it."}',
    { text: 'Press on it.', verdict: UNSURE },
  ],
  [
    'a verdict in Python',
    '{"signs": ["bleeding"], "urgency": "emergency", "urgency_is_sure": True, "your_reply": "Go."}',
    { text: 'Go.', verdict: UNSURE },
  ],
  [
    'a comma too many, and no text',
    '{"signs": ["bleeding"], "urgency": "emergency",} Go.',
    { text: 'Go.', verdict: UNSURE },
  ],
  [
    'an urgency in capitals',
    '{"signs": ["bleeding"], "urgency": "Emergency", "your_reply": "Go."}',
    { text: 'Go.', verdict: UNSURE },
  ],
  [
    'a malformed verdict after the text',
    '{"your_reply": "Go.", "urgency": "emergency", "signs": ["bleeding"],}',
    { text: 'Go.', verdict: UNSURE },
  ],
  [
    'quotes within the text that are not escaped',
    '{"urgency":"routine","your_reply":"If she says "I cannot breathe", go, or "I am dizzy"."}',
    {
      text: 'If she says "I cannot breathe", go, or "I am dizzy".',
      verdict: { urgency: 'routine', isSure: false, signs: [] },
    },
  ],
  [
    'spaces before the end of a fence',
    `\`\`\`json\n${JSON.stringify(FIELDS)}${' '.repeat(50)}\`\`\`\nGo.`,
    { text: 'Go.', verdict: VERDICT },
  ],
  [
    'unknown fields and signs',
    JSON.stringify({
      urgency: 'emergency',
      reason: { your_reply: 'no' },
      signs: ['bleeding', 'curse', 7],
      your_reply: 'Go.',
    }),
    { text: 'Go.', verdict: { urgency: 'emergency', isSure: false, signs: ['bleeding'] } },
  ],
  [
    'an unknown urgency',
    JSON.stringify({ ...FIELDS, urgency: 'none', your_reply: 'Rest.' }),
    { text: 'Rest.', verdict: undefined },
  ],
  [
    'malformed JSON',
    '{"urgency": emergency, "your_reply": "Press on it."}',
    { text: 'Press on it.', verdict: { ...UNSURE, signs: [] } },
  ],
  [
    'a verdict that breaks off',
    '{"urgency":"emergency","signs":["bleed',
    { text: '', verdict: { ...UNSURE, signs: [] } },
  ],
  [
    'a text that breaks off',
    '{"urgency":"routine","your_reply":"Drink \\u00',
    { text: 'Drink', verdict: { urgency: 'routine', isSure: false, signs: [] } },
  ],
  ['no text', JSON.stringify({ ...FIELDS, your_reply: null }), { text: '', verdict: { ...VERDICT } }],
  [
    'a verdict without end',
    `{"signs":[${'"bleeding",'.repeat(500)}"bleeding"],"urgency":"emergency","your_reply":"Go."}`,
    { text: '', verdict: UNSURE },
  ],
  [
    'two objects',
    `${JSON.stringify(FIELDS)} ${JSON.stringify({ ...FIELDS, urgency: 'routine', your_reply: 'Rest.' })}`,
    { text: 'Rest.', verdict: VERDICT },
  ],
];

describe.each(REPLIES)('a structured reply with %s', (_name, reply, expected) => {
  it.each([1, 2, 3, 7, 10_000])('is split the same in chunks of %i characters', (length) => {
    expect(split(reply, length)).toEqual({ verdict: undefined, ...expected });
  });
});

describe('the text of a structured reply', () => {
  it('is returned as it comes, once the verdict is read', () => {
    const reader = new StructuredReplyReader();
    expect(reader.push('{"urgency":"today","your_reply":"Dri')).toBe('Dri');
    expect(reader.verdict?.urgency).toBe('today');
    expect(reader.push('nk wa')).toBe('nk wa');
  });

  it('is overlong if the server does not stop after the object', () => {
    const reader = new StructuredReplyReader();
    reader.push('{"urgency":"today","your_reply":"Drink"}');
    expect(reader.isOverlong).toBe(false);
    expect(reader.push('more '.repeat(1_000))).toBe('');
    expect(reader.isOverlong).toBe(true);
  });
});
