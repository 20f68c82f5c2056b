import { type SampleCall, indentFollowingLines } from './sample-call';

const CREDENTIALS = {
  none: [],
  token: ['Authorization: `Bearer ${process.env.HEALTH_TOKEN}`,'],
  session: ['Cookie: `session=${process.env.HEALTH_SESSION}`,'],
};

const PRINT_RESULT = [
  'const { result, error } = await response.json();',
  'if (error) throw new Error(`${error.json.code}: ${error.json.message}`);',
  'console.log(result.data.json);',
];

const PRINT_EVENTS = [
  'if (!response.ok) throw new Error(await response.text());',
  'for await (const events of response.body.pipeThrough(new TextDecoderStream())) {',
  '  process.stdout.write(events);',
  '}',
];

/** Writes a call with `fetch`, as an ES module for Node 18 or later. */
export function writeJavaScriptSample({ method, url, body, credential, isStream }: SampleCall): string {
  const headers = [
    ...CREDENTIALS[credential],
    ...(body && method === 'POST' ? ["'Content-Type': 'application/json',"] : []),
  ];
  const options = [
    ...(method === 'POST' ? ["method: 'POST',"] : []),
    // A redirect would send the token and patient data to another origin.
    "redirect: 'error',",
    ...(headers.length > 0 ? [`headers: {\n  ${headers.join('\n  ')}\n},`] : []),
    ...(body && method === 'POST' ? [`body: JSON.stringify(${toScriptLiteral(body)}),`] : []),
  ].map((option) => indentFollowingLines(option, '  '));
  const urlExpression = body && method === 'GET' ? 'url' : `'${url}'`;
  return [
    ...(body && method === 'GET'
      ? [
          `const url = new URL('${url}');`,
          `url.searchParams.set('input', JSON.stringify(${toScriptLiteral(body)}));`,
        ]
      : []),
    `const response = await fetch(${urlExpression}, {\n  ${options.join('\n  ')}\n});`,
    ...(isStream ? PRINT_EVENTS : PRINT_RESULT),
  ].join('\n');
}

/** Writes JSON without quotes around keys. Strings are not affected: they contain no line breaks in JSON. */
function toScriptLiteral(value: object): string {
  return JSON.stringify(value, undefined, 2).replace(/^( *)"([A-Za-z]\w*|0)":/gm, '$1$2:');
}
