import { type SampleCall, indentFollowingLines } from './sample-call';

const CREDENTIALS = {
  none: [],
  token: ['Authorization: `Bearer ${process.env.HEALTH_TOKEN}`,'],
  session: ['Cookie: `session=${process.env.HEALTH_SESSION}`,'],
};

const SHOW_RESULT = [
  'const { result, error } = await response.json();',
  'if (error) throw new Error(`${error.json.code}: ${error.json.message}`);',
  'console.log(result.data.json);',
];

const SHOW_EVENTS = [
  'if (!response.ok) throw new Error(await response.text());',
  'for await (const events of response.body.pipeThrough(new TextDecoderStream())) {',
  '  process.stdout.write(events);',
  '}',
];

/** A call with `fetch`, as a module of Node 18 or later. */
export function writeJavaScriptSample({ method, url, body, credential, streams }: SampleCall): string {
  const headers = [
    ...CREDENTIALS[credential],
    ...(body && method === 'POST' ? ["'Content-Type': 'application/json',"] : []),
  ];
  const options = [
    ...(method === 'POST' ? ["method: 'POST',"] : []),
    // Another origin gets neither the token nor a patient.
    "redirect: 'error',",
    ...(headers.length > 0 ? [`headers: {\n  ${headers.join('\n  ')}\n},`] : []),
    ...(body && method === 'POST' ? [`body: JSON.stringify(${scriptLiteral(body)}),`] : []),
  ].map((option) => indentFollowingLines(option, '  '));
  const address = body && method === 'GET' ? 'url' : `'${url}'`;
  return [
    ...(body && method === 'GET'
      ? [
          `const url = new URL('${url}');`,
          `url.searchParams.set('input', JSON.stringify(${scriptLiteral(body)}));`,
        ]
      : []),
    `const response = await fetch(${address}, {\n  ${options.join('\n  ')}\n});`,
    ...(streams ? SHOW_EVENTS : SHOW_RESULT),
  ].join('\n');
}

/** JSON is JavaScript, with more quotes than a person would write: a key begins its line, and no text has lines. */
function scriptLiteral(value: object): string {
  return JSON.stringify(value, undefined, 2).replace(/^( *)"([A-Za-z]\w*|0)":/gm, '$1$2:');
}
