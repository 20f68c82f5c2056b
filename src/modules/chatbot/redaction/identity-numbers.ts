import { SEPARATORS, type Span, findSpans } from './spans';

/** Longer than any count or measurement. */
const MIN_LONG_DIGITS = 9;

/**
 * The forms of national identity numbers. Unbroken runs of nine digits and more need no form: Algeria (NIN, 18), Egypt (14),
 * Ethiopia (Fayda FIN 12, FAN 16), Libya (12), Madagascar (12), Nigeria (NIN, 11), Rwanda (16), Senegal (13), South Africa
 * (13), Sudan (11), Tanzania (NIDA, 20), Cameroon, Benin, Botswana and others.
 */
const FORMS: readonly RegExp[] = [
  // Ghana Card: GHA-123456789-1
  /(?<![\p{L}\p{N}])GHA[ -]?\d{9}[ -]?\d(?![\p{L}\p{N}])/giu,
  // Uganda, NIN: CM or CF, then twelve letters and digits
  /(?<![\p{L}\p{N}])C[MF](?=[A-Z]*\d[A-Z]*\d[A-Z]*\d[A-Z]*\d)[A-Z0-9]{12}(?![\p{L}\p{N}])/giu,
  // Zambia, NRC: 123456/12/1
  /(?<![\d/])\d{6}\/\d{2}\/\d(?![\d/])/g,
  // Zimbabwe: 63-123456 A 12
  /(?<![\p{L}\p{N}])\d{2}[ -]?\d{6,7}[ -]?[A-Z][ -]?\d{2}(?![\p{L}\p{N}])/gu,
  // Mozambique, BI: 110100123456A; Angola, BI: 000123456LA012
  /(?<![\p{L}\p{N}])(?:\d{12}[A-Z]|\d{9}[A-Z]{2}\d{3})(?![\p{L}\p{N}])/gu,
  // Cabo Verde, CNI: 19900101M001Z
  /(?<![\p{L}\p{N}])\d{8}[MF]\d{3}[A-Z](?![\p{L}\p{N}])/gu,
  // Morocco, CIN (AB123456); Côte d’Ivoire (CI…, C…), Burkina Faso (B…), Mauritius (A…), and passports
  /(?<![\p{L}\p{N}])[A-Z]{1,2}(?!\d*000(?!\d))\d{5,13}[A-Z0-9]?(?![\p{L}\p{N}])/gu,
  // Tanzania, NIDA: 19900101-12345-12345-12
  /(?<!\d)\d{8}[ -]\d{5}[ -]\d{5}[ -]\d{2}(?!\d)/g,
  // South Africa: 800101 5009 087, 800101 5009 08 7
  /(?<!\d)\d{6}[ -]\d{4}[ -]\d{2}[ -]?\d(?!\d)/g,
  // Rwanda: 1 1980 8 0000001 0 12
  /(?<!\d)\d[ -]\d{4}[ -]\d[ -]\d{7}[ -]\d[ -]\d{2}(?!\d)/g,
  // Senegal: 1 619 1989 00123
  /(?<!\d)[12][ -]\d{3}[ -](?:19|20)\d{2}[ -]\d{5}(?!\d)/g,
  // Nigeria, NIN as printed: 1234 567 8901
  /(?<!\d)[1-9]\d{3}[ -]\d{3}[ -]\d{4}(?!\d)/g,
  // Ethiopia, Fayda FAN as printed: 1234 5678 9012 3456
  /(?<!\d)\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4}(?!\d)/g,
  // Seychelles, NIN: 123-4567-1-1-23
  /(?<!\d)\d{3}-\d{4}-\d-\d-\d{2}(?!\d)/g,
];

/** A number after a word for an identity number or for a document, in the five languages. */
const ANNOUNCED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:id|i\.d\.|nid|nin|nni|nip|npi|fin|fan|cin|cni|cnib|cnie|cie|nrc|nida|nidn|omang|bi(?![\s:=]{0,3}\d{1,5}(?![ -]?\d))|b\.i\.|nuit|nif|passport|passeport|passaporte|pasipoti|kitambulisho|kipande|huduma namba|maisha namba|ghana card|fayda|national id|identity|identification|identité|identidade|identificação|carte nationale|bilhete|matricule|nhif|nssf|nhis|insurance|assurance|رقم الهوية|الهوية|بطاقة\p{L}*|البطاقة|الرقم القومي|الرقم الوطني|رقمي القومي|جواز\p{L}*)` +
    String.raw`(?:${SEPARATORS}|(?:no|nr|nº|n|num|number|numéro|numero|número|card|carte|id|is|est|é|de|yangu|changu|ni|namba|nambari|السفر|التعريف|الهوية|الوطنية|الشخصية|رقم|رقمها|رقمه|هو|هي)(?![\p{L}\p{N}])){0,6}` +
    String.raw`((?=[A-Z/-]{0,38}(?:\d[ A-Z/-]{0,3}){5})[A-Z\d](?:[ /-]?[A-Z\d]){4,19}(?<=\d[A-Z]?))(?![\p{L}\p{N}])`,
  'giu',
);

/**
 * Finds numbers of identity documents by their form or by a word before them. Sources: the descriptions of the issuing
 * authorities in the OECD's list of tax identification numbers and in Wikipedia's "National identification number".
 * @param text in ASCII digits
 */
export function* findIdentityNumbers(text: string): Generator<Span> {
  for (const { end, match } of findSpans(text, ANNOUNCED))
    yield { start: end - (match[1] ?? '').length, end };
  for (const form of FORMS) yield* findSpans(text, form);
}

/** Finds unbroken runs of digits that are too long for a measurement. */
export function* findLongNumbers(text: string): Generator<Span> {
  for (const { start, end, match } of findSpans(text, /(?<![\d.,])\d+(?![.,]?\d)/g)) {
    if (match[0].length >= MIN_LONG_DIGITS && !match[0].endsWith('0000')) yield { start, end };
  }
}
