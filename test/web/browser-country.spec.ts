import { AFRICAN_COUNTRIES } from '../../web/shared/african-countries';
import { browserCountry } from '../../web/chat/country/browser-country';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

describe('the country of a browser', () => {
  it.each([
    ['KE', 'Africa/Nairobi', ['en-US'], ANDROID],
    ['KE', 'Africa/Nairobi', ['sw-KE', 'en'], ANDROID],
    ['KE', 'UTC', ['en-KE'], ANDROID],
    ['ER', 'Africa/Asmera', ['ti'], ANDROID],
    ['CD', 'Africa/Lubumbashi', ['fr-FR', 'fr'], ANDROID],
    ['CV', 'Atlantic/Cape_Verde', ['pt-PT'], WINDOWS],
    ['UG', 'Africa/Nairobi', ['en-UG'], WINDOWS],
    ['ZA', 'Africa/Johannesburg', ['en-ZA'], WINDOWS],
    // Windows has one zone for East Africa.
    [undefined, 'Africa/Nairobi', ['en-US'], WINDOWS],
    // A traveller, or a language whose region is another country's.
    [undefined, 'Africa/Kampala', ['en-KE'], ANDROID],
    [undefined, 'Europe/Paris', ['fr-SN'], ANDROID],
    [undefined, 'UTC', ['en-KE', 'en-UG'], ANDROID],
    [undefined, 'UTC', ['fr', 'en-GB'], ANDROID],
    ['KE', 'Africa/Nairobi', ['C', 'en;q=0.5', '*', ''], ANDROID],
    ['SD', 'UTC', ['ar-Arab-SD'], ANDROID],
  ])('is %s: %s, %j', (...[expected, timeZone, languages, userAgent]) => {
    expect(browserCountry({ timeZone, languages, userAgent })).toBe(expected);
  });

  it.each(Intl.supportedValuesOf('timeZone').filter((zone) => zone.startsWith('Africa/')))(
    'is one for %s',
    (timeZone) => {
      const country = browserCountry({ timeZone, languages: ['en'], userAgent: ANDROID });
      // Two places of Spain, and Western Sahara, which has no numbers of its own.
      if (['Africa/Ceuta', 'Africa/El_Aaiun'].includes(timeZone)) expect(country).toBeUndefined();
      else expect(AFRICAN_COUNTRIES).toContain(country);
    },
  );
});
