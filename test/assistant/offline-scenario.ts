import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ChatTurn } from '../../src/chatbot/assistant/assistant-model';
import { OfflineAssistant } from '../../src/chatbot/assistant/offline/offline-assistant';
import {
  type CatalogueSpecialty,
  SpecialtyCatalogue,
} from '../../src/chatbot/assistant/offline/specialty-catalogue';

/** How the reply to an emergency begins, in each language. */
export const EMERGENCY =
  /^This sounds like an emergency\. Go to the nearest hospital or emergency service now/;
export const URGENCE = /^Cela ressemble à une urgence\. Allez maintenant à l’hôpital/;
/** What every reply ends with, in each language. */
export const ENGLISH_END = 'no AI and no doctor. I only match words to specialties.';
export const FRENCH_END =
  'ni intelligence artificielle, ni médecin. Je ne fais que relier des mots à des spécialités.';

/** The specialties that the migration seeds. */
export const SEEDED: readonly CatalogueSpecialty[] = z
  .array(z.object({ code: z.string(), name: z.string(), description: z.string() }))
  .parse(
    JSON.parse(readFileSync(join(__dirname, '../../migrations/data/1763700100000-specialties.json'), 'utf8')),
  );

export class ListedCatalogue extends SpecialtyCatalogue {
  constructor(private readonly specialties: readonly CatalogueSpecialty[]) {
    super();
  }

  list(): Promise<readonly CatalogueSpecialty[]> {
    return Promise.resolve(this.specialties);
  }
}

/** What the offline assistant answers to these messages of one person, its own replies standing between them. */
export async function offlineReply(
  messages: string | readonly string[],
  specialties: readonly CatalogueSpecialty[] = SEEDED,
): Promise<string> {
  const said = typeof messages === 'string' ? [messages] : messages;
  const assistant = new OfflineAssistant(new ListedCatalogue(specialties));
  const turns: ChatTurn[] = [];
  let text = '';
  for (const content of said) {
    turns.push({ role: 'user', content });
    ({ text } = await assistant.reply(turns, AbortSignal.timeout(5_000)));
    turns.push({ role: 'assistant', content: text });
  }
  return text;
}
