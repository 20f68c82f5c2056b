import examples from 'libphonenumber-js/examples.mobile.json';
import { getExampleNumber, isSupportedCountry } from 'libphonenumber-js/max';
import { AFRICAN_COUNTRIES } from '../../../../src/modules/chatbot/redaction/african-numbers';
import { withoutIdentifiers } from '../../../../src/modules/chatbot/redaction/identifiers';

/** Checks an identifier alone, in a sentence and in brackets. */
function expectReplaced(identifier: string, placeholder: string): void {
  expect(withoutIdentifiers(identifier)).toBe(placeholder);
  expect(withoutIdentifiers(`Hi, ${identifier}, I have a fever of 38.5 since 3 days`)).toBe(
    `Hi, ${placeholder}, I have a fever of 38.5 since 3 days`,
  );
  expect(withoutIdentifiers(`(${identifier})`)).toBe(`(${placeholder})`);
}

describe('e-mail addresses', () => {
  it.each([
    'amina@example.org',
    'Amina.Diallo+clinic@mail.example.co.ke',
    'o’neil_99@example.sn'.replace('’', "'"),
    'أمينة@مثال.مصر',
    'amina(at)example.org',
    'amina @ example.org',
    'amina＠example.org',
    'jane [at] gmail [dot] com',
    'jane(at)gmail(dot)com',
    'jane.doe at gmail dot com',
    'jane at gmail.com',
    'jane@gmail dot com',
    'jane at clinic dot co dot ke',
    'awa arobase exemple point fr',
    'ana [arroba] exemplo [ponto] pt',
  ])('are replaced: %s', (address) => {
    expectReplaced(address, '[email]');
  });

  it.each([
    '500mg @ 8h',
    '2 tabs @ night',
    'meet me @ the clinic',
    'BP @120/80',
    '@amina',
    'Look at who.int',
    'pain at the point of the hip',
    'I stare at a dot in the dark',
    'seen at dot com',
  ])('are not found in %s', (text) => {
    expect(withoutIdentifiers(text)).toBe(text);
  });
});

describe('telephone numbers', () => {
  it.each(AFRICAN_COUNTRIES)('of %s are replaced in every notation', (country) => {
    const number = isSupportedCountry(country) ? getExampleNumber(country, examples) : undefined;
    if (!number) throw new Error('no example');
    const international = number.formatInternational();
    const national = number.formatNational();
    const notations = [
      international,
      number.number,
      international.replaceAll(' ', '-'),
      international.replaceAll(' ', '.'),
      international.replace('+', '00'),
      number.number.replace('+', '00'),
      international.replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))),
      international.replaceAll(' ', '\u00a0'),
    ];
    for (const notation of notations) expectReplaced(notation, '[phone]');
    for (const notation of [national, national.replaceAll(' ', '-'), national.replaceAll(' ', '.')])
      expect(withoutIdentifiers(`Hi, ${notation}, I have a fever`)).toBe('Hi, [phone], I have a fever');
    const digits = national.replaceAll(/\D/g, '');
    // Seven digits may be a count, if no word before them says telephone.
    if (digits.length > 7) expectReplaced(digits, '[phone]');
    expect(withoutIdentifiers(`call ${digits}`)).toBe('call [phone]');
  });

  it.each([
    '+254 (0)712 345 678',
    '(0712) 345678',
    '0712-345-678',
    '0712.345.678',
    '0712 345678',
    '0712/345678',
    '0712/345/678',
    '0712,345,678',
    '0712_345_678',
    '0712*345*678',
    '07/12/34/56/78',
    '77/123/45/67',
    '712345678',
    '07 12 34 56 78',
    '77 123 45 67',
    '84 123 4567',
    '+33 6 12 34 56 78',
    '+1 202 555 0143',
    '٠٧١٢٣٤٥٦٧٨',
    '۰۷۱۲۳۴۵۶۷۸',
    '０７１２３４５６７８',
    '0712\u2011345\u2011678',
    '\u200e+254\u202f712\u202f345\u202f678\u200f',
  ])('are replaced: %s', (number) => {
    expectReplaced(number, '[phone]');
  });

  it.each([
    ['I am 25, 0712 345 678', 'I am 25, [phone]'],
    ['25 ans 77 123 45 67 merci', '25 ans [phone] merci'],
    ['25 0712345678', '25 [phone]'],
    ['0712345678 0722345678', '[phone] [phone]'],
    ['0712345678/0722345678', '[phone]/[phone]'],
    ['+254712345678 38.5', '[phone] 38.5'],
    ['Tel: 555 123', 'Tel: [phone]'],
    ['mon numéro est le 456 789', 'mon numéro est le [phone]'],
    ['meu telefone é 23 45 67', 'meu telefone é [phone]'],
    ['simu yangu ni 345678', 'simu yangu ni [phone]'],
    ['رقمي ٣٤٥٦٧٨', 'رقمي [phone]'],
    ['tel0712345678', 'tel[phone]'],
    ['tel 0712/345678', 'tel [phone]'],
    ['tel: 0712,345,678, merci', 'tel: [phone], merci'],
    ['tel 07/12/34/56/78', 'tel [phone]'],
    ['tel 0712345678/0722345678', 'tel [phone]/[phone]'],
    ['0712345678,0722345678', '[phone],[phone]'],
  ])('are found in a text: %s', (text, redacted) => {
    expect(withoutIdentifiers(text)).toBe(redacted);
  });
});

describe('identity numbers', () => {
  it.each([
    ['Algeria, NIN', '109850123456780012'],
    ['Angola, BI', '004512345LA041'],
    ['Benin, NPI', '4012345678'],
    ['Burkina Faso, CNIB', 'B12345678'],
    ['Cabo Verde, CNI', '19900101M001Z'],
    ['Cameroon, CNI', '10023456712345678'],
    ['Côte d’Ivoire, CNI', 'CI001234567'],
    ['Egypt', '29001011234567'],
    ['Egypt, in its own digits', '٢٩٠٠١٠١١٢٣٤٥٦٧'],
    ['Ethiopia, FIN', '623456789012'],
    ['Ethiopia, FAN', '6234 5678 9012 3456'],
    ['Ghana', 'GHA-712345678-9'],
    ['Ghana, with spaces', 'GHA 712345678 9'],
    ['Kenya, passport', 'AK0123456'],
    ['Libya', '119900123456'],
    ['Madagascar, CIN', '101231123456'],
    ['Mauritius', 'A0101901234567'],
    ['Morocco, CIN', 'BE123456'],
    ['Mozambique, BI', '110100123456A'],
    ['Nigeria, NIN', '12345678901'],
    ['Nigeria, NIN as printed', '1234 567 8901'],
    ['Rwanda', '1199080012345678'],
    ['Rwanda, as printed', '1 1990 8 0012345 0 12'],
    ['Senegal, CNI', '1619198900123'],
    ['Senegal, CNI as printed', '1 619 1989 00123'],
    ['Seychelles, NIN', '123-4567-1-1-23'],
    ['South Africa', '8001015009087'],
    ['South Africa, as printed', '800101 5009 087'],
    ['Sudan', '11987654321'],
    ['Tanzania, NIDA', '19900101123451234512'],
    ['Tanzania, NIDA as printed', '19900101-12345-12345-12'],
    ['Uganda, NIN', 'CM83055105F6VQ'],
    ['Uganda, NIN in small letters', 'cf90012345abcd'],
    ['Zambia, NRC', '123456/12/1'],
    ['Zimbabwe', '63-1234567A12'],
    ['Zimbabwe, with spaces', '63-123456 A 12'],
  ])('are replaced: %s', (_country, number) => {
    expectReplaced(number, '[id number]');
  });

  it.each([
    ['Kenya', 'my ID is 12345678', 'my ID is [id number]'],
    ['Kenya, seven digits', 'ID No. 1234567', 'ID No. [id number]'],
    ['Kenya, in Swahili', 'kitambulisho changu namba 12345678', 'kitambulisho changu namba [id number]'],
    ['Tunisia', 'CIN 01234567', 'CIN [id number]'],
    ['Tunisia, in Arabic', 'بطاقة التعريف رقم ٠١٢٣٤٥٦٧', 'بطاقة التعريف رقم [id number]'],
    ['Malawi', 'national ID: MN37B12K4', 'national ID: [id number]'],
    ['Botswana', 'Omang 123412345', 'Omang [id number]'],
    ['Guinea-Bissau', 'bilhete de identidade nº 123456', 'bilhete de identidade nº [id number]'],
    ['a passport', 'passeport n° 12AB34567', 'passeport n° [id number]'],
    ['Cameroon, with spaces', 'CNI 100 234 567', 'CNI [id number]'],
  ])('are found by the word before them: %s', (_country, text, redacted) => {
    expect(withoutIdentifiers(text)).toBe(redacted);
  });
});

describe('links', () => {
  it.each([
    'https://amina:secret@clinic.example/results',
    'https://clinic.example/reset?token=abc123',
    'http://clinic.example/login?next=/a&session=9',
    'https://clinic.example/#access_token=abc',
    'https://clinic.example/r/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x',
    'https://clinic.example/share/5f4dcc3b5aa765d61d8327deb882cf99',
    'https://clinic.example/p/0190a8f2-6b1c-7d3e-9f00-123456789abc',
    'https://wa.me/254712345678',
    'postgres://health:secret@db.example/health',
    'clinic.example/reset?token=abc123',
    'www.clinic.example/results?patient=77',
  ])('with secrets or identifiers are replaced: %s', (address) => {
    expectReplaced(address, '[link]');
  });

  it.each([
    'https://www.who.int/news-room/fact-sheets/detail/malaria',
    'https://www.who.int/health-topics/malaria?lang=fr',
    'www.who.int',
    'https://example.org/2026/03/12/what-to-do-in-the-rainy-season-2026',
    'http://example.org:8080/a',
  ])('to public pages stay: %s', (address) => {
    expect(withoutIdentifiers(`See ${address}.`)).toBe(`See ${address}.`);
  });
});

describe('text that stays', () => {
  it.each([
    ['doses', '500 mg 3x/day, 2x500, 1g, 2 x 250mg/5ml, 20/120 mg 4 tabs 12h, 1000000 IU, 2,4 MU, 0.5 ml'],
    ['doses in a row', 'paracetamol 500 500 1000 mg, coartem 20 120'],
    ['blood pressure', '120/80, 140 / 90, 180/110 mmHg, BP 120 80, 135-85'],
    ['temperatures', '38.5, 39,2 °C, 37.8 38.4 39.1, 101.3F, 40°'],
    [
      'dates',
      '12/03/2026, 2026-03-12, 12.03.2026, 12-03-2026, 12 03 2026, 3/4/26, 20260312, 2026-03-12 14:30',
    ],
    ['times and periods', '08:30, 14h30, 2024-2026, 2024 2025 2026, 3 jours, since 10 days, 1990 to 2020'],
    ['ages and weights', '25 ans, 6 months, 3 wks, 2.5 kg, 70kg, 172 cm, 1m72, 25 years 6 months'],
    ['pulses', 'pulse 72, 110 bpm, 72 80 76, pouls 120/min'],
    [
      'counts',
      'CD4 350, CD4: 1200, WBC 12000, GB 12000, GB12000, platelets 150000, PLT 150 000, 1.500.000, 4 500 000',
    ],
    ['a viral load', '1250000 copies/ml, CV 2345678 copies, 40 copies'],
    [
      'laboratory values',
      'glucose 5.6 mmol/l, 110 mg/dl, Hb 7.2, HbA1c 6.5%, creat 1.2, 98 102 110 125, 150 x 10^9/l',
    ],
    ['hormones', 'βhCG 45678901 mIU/ml, hCG 45678901, bhcg: 45678901, 45678901 mIU/ml'],
    ['bilirubin', 'BI 12345, BI: 120, BI 18'],
    [
      'dates with strokes',
      '07/12/2026, 07/12/26, 12/31/2026, 2026/12/07, contact le 07/12/2026, contact le 07/12/26, 07/12/26-14/12/26',
    ],
    [
      'values with strokes or commas',
      'BP 120/80/72, 120/80,140/90, 20/120/40, 80/480, 500/125, 98,102,110,125, 08,12,16,20, 0,5 0,25, 36,6/37,2',
    ],
    ['a helpline', 'call 0800 123 456, 0800123456, 1190, call 112/911, appelez le 15/18/112, call 112,999'],
    ['a pregnancy', '32 weeks, 32+4, G3P2, 28 SA, LMP 01/02/2026, 9 months'],
    ['measurements one after another', '120 80 37 5 72'],
    ['more of them', '118 76 36.8 98 20, 37 5 120 80, 12.5 13.2 9 8'],
    ['series', 'pulse 72 80 76 90, fasting 90 95 98 99, 60 70 80 90, نبض 72 80 76 90'],
    ['times of the day', '07.30 08.45 12.15 16.00'],
    ['emergency numbers', 'call 112, 999, 15, 911, 10177, appelez le 18'],
    ['codes', 'B12, H1N1, E11.9, ICD-10 A00.1, COVID-19, T4, O+, ARV 3TC/TDF, BCG, SpO2 94'],
    ['money', '5000 FCFA, 1 500 000 francs, KES 20000, 150.000'],
    ['Arabic digits', 'ضغط ١٢٠/٨٠ وحرارة ٣٨٫٥ منذ ٣ أيام'],
    ['words', 'I was born with one kidney. Je n’ai pas de fièvre. Nina homa.'],
    ['nothing', ''],
  ])('%s', (_kind, text) => {
    expect(withoutIdentifiers(text)).toBe(text);
  });
});

it('does not change its own result', () => {
  const text = 'amina@example.org, 0712 345 678, GHA-712345678-9, https://a:b@c.example/';
  const once = withoutIdentifiers(text);
  expect(once).toBe('[email], [phone], [id number], [link]');
  expect(withoutIdentifiers(once)).toBe(once);
});
