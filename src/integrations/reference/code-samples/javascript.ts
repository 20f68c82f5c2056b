import { type SampleCall, indentFollowingLines } from './sample-call';

const CREDENTIALS = {
  none: [],
  token: ['Authorization: `Bearer ${process.env.HEALTH_TOKEN}`,'],
  session: ['Cookie: `session=${process.env.HEALTH_SESSION}`,'],
};

const THROW_ERROR = 'if (!response.ok) throw new Error(await response.text());';

const PRINT: Readonly<Record<SampleCall['answer'], readonly string[]>> = {
  result: [
    'const { result, error } = await response.json();',
    'if (error) throw new Error(`${error.json.code}: ${error.json.message}`);',
    'console.log(result.data.json);',
  ],
  events: [
    THROW_ERROR,
    'for await (const events of response.body.pipeThrough(new TextDecoderStream())) {',
    '  process.stdout.write(events);',
    '}',
  ],
  json: [THROW_ERROR, 'console.log(JSON.stringify(await response.json(), undefined, 2));'],
  file: [THROW_ERROR, 'process.stdout.write(new Uint8Array(await response.arrayBuffer()));'],
};

/** Writes a call with `fetch`, as an ES module for Node 18 or later. */
export function writeJavaScriptSample({
  method,
  url,
  body,
  mediaType,
  credential,
  answer,
}: SampleCall): string {
  const headers = [
    ...CREDENTIALS[credential],
    ...(body && method === 'POST' ? [`'Content-Type': '${mediaType}',`] : []),
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
    ...PRINT[answer],
  ].join('\n');
}

/** Writes JSON without quotes around keys. Strings are not affected: they contain no line breaks in JSON. */
function toScriptLiteral(value: object): string {
  return JSON.stringify(value, undefined, 2).replace(/^( *)"([A-Za-z]\w*|0)":/gm, '$1$2:');
}
