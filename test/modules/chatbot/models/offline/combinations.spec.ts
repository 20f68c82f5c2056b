import { getFact } from '../../../../../src/modules/chatbot/facts/facts';
import { LIMITS } from '../../../../../src/modules/chatbot/facts/limits';
import type { Locale } from '../../../../../src/shared/locale';
import { OfflineScenario } from './offline-scenario';

const scenario = new OfflineScenario();
const limitText = (id: string, language: Locale) =>
  LIMITS.find((limit) => limit.id === id)?.texts[language] ?? '?';

describe('the limit on medicines together', () => {
  it.each<[Locale, string]>([
    ['en', 'can i drink milk with doxycycline'],
    ['en', 'can I take Zyrtolex with my malaria medicine?'],
    ['fr', 'puis-je prendre du Zyrtolex avec mes médicaments'],
    ['pt', 'posso tomar Zinnat com a pílula?'],
  ])('is said of a combination, in %s: %s', async (language, message) => {
    expect(await scenario.reply(message, { language })).toContain(limitText('interaction', language));
  });

  it.each<[Locale, string]>([
    ['en', 'i take metformin. my friend came with me to the clinic, can i eat rice'],
    ['en', 'can my husband come with me when i take my tablets'],
    ['sw', 'natumia ARV naweza kunywa mitishamba pamoja'],
  ])('is not said of anything else, in %s: %s', async (language, message) => {
    expect(await scenario.reply(message, { language })).not.toContain(limitText('interaction', language));
  });

  it('is not said beside the fact on that combination', async () => {
    const reply = await scenario.reply('natumia ARV naweza kunywa mitishamba pamoja', { language: 'sw' });
    expect(reply).toContain(getFact('arvHerbs').texts.sw);
  });
});

describe('the limit on photos and files', () => {
  it.each<[Locale, string]>([
    ['en', 'i sent you a photo of the rash, what is it'],
    ['en', 'can i send you a voice message'],
    ['fr', 'je vous envoie une photo de ma plaie'],
    ['pt', 'posso enviar uma foto da ferida'],
    ['sw', 'nimekutumia picha ya kidonda'],
    ['ar', 'ارسلت لك صورة الطفح'],
  ])('is said, in %s: %s', async (language, message) => {
    expect(await scenario.reply(message, { language })).toContain(limitText('attachment', language));
  });

  it.each<[Locale, string]>([
    ['en', 'i lost my voice, what helps'],
    ['en', 'the doctor wants an image of my lungs, what is an xray'],
    ['fr', 'ma voix est enrouée'],
  ])('is not said, in %s: %s', async (language, message) => {
    expect(await scenario.reply(message, { language })).not.toContain(limitText('attachment', language));
  });
});
