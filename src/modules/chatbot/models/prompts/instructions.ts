import type { Locale } from '../../../../shared/locale';
import type { Emergency } from '../../../triage';
import type { ReplyRequest } from '../chat-model';
import { SYSTEM_PROMPT } from './system-prompt.5';

/** Stored with each reply. If a text here or in the system prompt changes, raise it and start a new prompt file. */
export const PROMPT_VERSION = '5';

const LANGUAGE_INSTRUCTIONS: Readonly<Record<Locale, string>> = {
  en: 'Answer in English.',
  fr: 'Answer in French (français).',
  pt: 'Answer in Portuguese (português).',
  ar: 'Answer in Arabic (العربية), in simple Modern Standard Arabic.',
  sw: 'Answer in Swahili (Kiswahili).',
};

const ADVICE_RULES =
  'That text is not yours. Do not repeat it, do not contradict it, and never say or suggest that this is not an emergency or that it can wait. In at most five short sentences add only what helps until help comes, or ask the one thing that a rescuer must know.';

const SAME_DAY_INSTRUCTION =
  'The platform has read this message as one of somebody who should be seen the same day. Before your answer the person already reads that. Do not repeat it and do not contradict it.';

type InstructionsRequest = Pick<ReplyRequest, 'language' | 'triaged'>;

/**
 * Returns the system message of a conversation. It contains nothing that a user wrote: only constant texts, and the platform's
 * own advice.
 */
export function instructions({ language, triaged }: InstructionsRequest): string {
  const { urgency, emergency } = triaged();
  return [
    SYSTEM_PROMPT,
    LANGUAGE_INSTRUCTIONS[language],
    ...(emergency ? describeEmergency(emergency) : []),
    ...(urgency === 'today' ? [SAME_DAY_INSTRUCTION] : []),
  ].join('\n\n');
}

function describeEmergency({ signs, isDoubtful, advice }: Emergency): string[] {
  const found = signs.length > 0 ? ` (${signs.join(', ')})` : '';
  const text = `--- the platform's text\n${advice}\n--- the end of the platform's text`;
  return isDoubtful
    ? [
        `The platform suspects an emergency in this message${found}, by the likeness of its words alone. Judge it yourself. If you are sure that it is none, your answer stands alone. Else the person reads this before your answer:`,
        text,
        `Unless you are sure that it is none: ${ADVICE_RULES}`,
      ]
    : [
        `The platform has recognised a danger sign in this message${found}. Before your answer the person already reads this:`,
        text,
        ADVICE_RULES,
      ];
}
