import { AssistantUnavailableError, type ChatTurn } from '../../src/chatbot/assistant/assistant-model';
import { OfflineAssistant } from '../../src/chatbot/assistant/offline/offline-assistant';
import { PhraseMatcher } from '../../src/chatbot/assistant/offline/phrase-matcher';
import { LANGUAGES } from '../../src/chatbot/assistant/offline/vocabulary';
import {
  EMERGENCY,
  ENGLISH_END,
  FRENCH_END,
  ListedCatalogue,
  offlineReply,
  SEEDED,
} from './offline-scenario';

describe('a conversation', () => {
  it('goes by earlier messages when the last names nothing', async () => {
    expect(await offlineReply(['I have a toothache', 'since Monday'])).toMatch('Dentistry');
    expect(await offlineReply(['I have chest pain', 'what should I do?'])).toMatch(EMERGENCY);
    expect(await offlineReply(['I have a toothache', 'and now my ears too'])).toMatch('Ear, nose and throat');
  });

  it('forgets what a later message takes back', async () => {
    expect(await offlineReply(['I have chest pain', 'Sorry, no chest pain'])).not.toMatch(EMERGENCY);
  });

  it('keeps its language through short messages and follows a clear change', async () => {
    expect(await offlineReply(['J’ai mal aux dents', 'palpitations'])).toMatch(FRENCH_END);
    expect(await offlineReply(['J’ai mal aux dents', 'ok'])).toMatch(FRENCH_END);
    expect(await offlineReply(['J’ai mal aux dents', 'I have a headache and my eyes hurt'])).toMatch(
      ENGLISH_END,
    );
    expect(await offlineReply(['I have a toothache', 'J’ai aussi mal à la tête'])).toMatch(FRENCH_END);
    expect(await offlineReply(['J’ai mal aux dents', 'thanks'])).toMatch('Je vous en prie');
    expect(await offlineReply('palpitations')).toMatch(ENGLISH_END);
  });

  it.each([
    ['Hello', 'Hello. Tell me in a few words'],
    ['Bonjour !', 'Bonjour. Dites-moi en quelques mots'],
    ['Thank you very much', 'You are welcome'],
    ['Merci', 'Je vous en prie'],
    ['What can you do?', 'I cannot examine you'],
    ['Êtes-vous médecin ?', 'Je ne peux ni vous examiner'],
    ['Help', 'Tell me in a few words'],
    ['Which specialties do you have?', 'General practice, Family medicine, Emergency medicine, '],
    ['Quelles sont les spécialités ?', "Médecine générale, Médecine de famille, Médecine d'urgence, "],
    ['The weather is nice in Nairobi', 'start with: General practice. First-contact doctors'],
    ['Il fait beau à Dakar', 'commencez par : Médecine générale. Médecins de premier recours'],
    ['qwerty', 'Je réponds aussi en français.'],
    ['🙂', 'start with: General practice'],
  ])('answers "%s" sensibly', async (message, part) => {
    const reply = await offlineReply(message);
    expect(reply).toMatch(part);
    expect(reply.endsWith(ENGLISH_END) || reply.endsWith(FRENCH_END)).toBe(true);
  });

  it('gets the same reply each time', async () => {
    const message = 'fever, cough, headache, rash, diarrhoea and joint pain';
    expect(await offlineReply(message)).toBe(await offlineReply(message));
  });

  it('is read quickly, however long', async () => {
    const long = Array.from({ length: 20 }, () =>
      'not or pain the chest baby no or fever, '.repeat(100).slice(0, 4_000),
    );
    const start = performance.now();
    await offlineReply(long.slice(0, 1));
    await offlineReply(['pain a b c d '.repeat(300)]);
    expect(performance.now() - start).toBeLessThan(500);
  });

  it('is remembered for five messages of the person', async () => {
    const toothache = 'I have a toothache';
    const chatter = Array.from({ length: 4 }, () => 'and then');
    expect(await offlineReply([toothache, ...chatter])).toMatch('Dentistry');
    expect(await offlineReply([toothache, ...chatter, 'and then'])).not.toMatch('Dentistry');
  });

  it('has each of those messages read once for a reply, in each language', async () => {
    const turns = Array.from({ length: 200 }, (): ChatTurn => ({ role: 'user', content: 'and then' }));
    const find = jest.spyOn(PhraseMatcher.prototype, 'find');
    await new OfflineAssistant(new ListedCatalogue(SEEDED)).reply(turns, AbortSignal.timeout(5_000));
    const readings = find.mock.calls.length;
    find.mockRestore();
    expect(readings).toBe(5 * LANGUAGES.length);
  });

  it('says which version wrote a reply, and ends with the caller', async () => {
    const assistant = new OfflineAssistant(new ListedCatalogue([]));
    const turns = [{ role: 'user', content: 'hello' }] as const;
    expect(await assistant.reply(turns, AbortSignal.timeout(1_000))).toMatchObject({
      source: 'offline',
      model: 'offline-1',
    });
    await expect(assistant.reply(turns, AbortSignal.abort())).rejects.toThrow(AssistantUnavailableError);
  });
});
