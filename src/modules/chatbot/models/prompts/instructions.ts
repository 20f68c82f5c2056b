import type { Locale } from '../../../../shared/locale';
import { SYSTEM_PROMPT } from './system-prompt.2';

/** Stored with each reply. If a text here or in the system prompt changes, raise it and start a new prompt file. */
export const PROMPT_VERSION = '2';

const LANGUAGE_INSTRUCTIONS: Readonly<Record<Locale, string>> = {
  en: 'Answer in English.',
  fr: 'Answer in French (français).',
  pt: 'Answer in Portuguese (português).',
  ar: 'Answer in Arabic (العربية), in simple Modern Standard Arabic.',
  sw: 'Answer in Swahili (Kiswahili).',
};

const EMERGENCY_INSTRUCTIONS =
  'The platform has recognised a danger sign in this message. Before your answer the person already reads what to do now, whom to call and where to go; that text is not yours. Do not repeat it, do not contradict it, and never say or suggest that this is not an emergency or that it can wait. In at most five short sentences add only what helps until help comes, or ask the one thing that a rescuer must know.';

/** Returns the system message of a conversation, a constant text without anything that a user wrote. */
export function instructions(language: Locale, isEmergency: boolean): string {
  return [
    SYSTEM_PROMPT,
    LANGUAGE_INSTRUCTIONS[language],
    ...(isEmergency ? [EMERGENCY_INSTRUCTIONS] : []),
  ].join('\n\n');
}
