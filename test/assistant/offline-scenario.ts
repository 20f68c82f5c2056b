import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ChatTurn } from '../../src/chatbot/assistant/assistant-model';
import { OfflineAssistant } from '../../src/chatbot/assistant/offline/offline-assistant';
import {
  type CatalogueSpecialty,
  SpecialtyCatalogue,
} from '../../src/chatbot/assistant/offline/specialty-catalogue';

/** The specialties that the migration seeds. */
export const SEEDED: readonly CatalogueSpecialty[] = z
  .array(z.object({ code: z.string(), name: z.string(), description: z.string() }))
  .parse(JSON.parse(readFileSync(join(__dirname, '../../migrations/data/specialties.json'), 'utf8')));

class ListedCatalogue extends SpecialtyCatalogue {
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
