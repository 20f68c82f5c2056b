import { type SampleCall, indentList } from './sample-call';

const CREDENTIALS = {
  none: [],
  token: ['"Authorization": "Bearer " + os.environ["HEALTH_TOKEN"],'],
  session: ['"Cookie": "session=" + os.environ["HEALTH_SESSION"],'],
};

/** Refuses redirects, which would send the token and patient data to another origin. */
export const NO_REDIRECTS = [
  'class NoRedirects(urllib.request.HTTPRedirectHandler):',
  '    def redirect_request(self, *redirect):',
  '        return None',
  '',
  '',
  'opener = urllib.request.build_opener(NoRedirects)',
] as const;

const PRINT: Readonly<Record<SampleCall['answer'], readonly string[]>> = {
  result: ['        print(json.load(response)["result"]["data"]["json"])'],
  events: ['        for line in response:', '            print(line.decode(), end="", flush=True)'],
  json: ['        print(json.dumps(json.load(response), indent=2))'],
  file: ['        sys.stdout.buffer.write(response.read())'],
};

/** Writes a call with the standard library of Python 3. */
export function writePythonSample({ method, url, body, mediaType, credential, answer }: SampleCall): string {
  const headers = [
    ...CREDENTIALS[credential],
    ...(body && method === 'POST' ? [`"Content-Type": "${mediaType}",`] : []),
  ];
  const isQuery = body !== undefined && method === 'GET';
  const modules = [
    ...(answer === 'file' ? [] : ['json']),
    ...(credential === 'none' ? [] : ['os']),
    ...(answer === 'file' ? ['sys'] : []),
    'urllib.error',
  ];
  if (isQuery) modules.push('urllib.parse');
  modules.push('urllib.request');
  return [
    ...modules.map((name) => `import ${name}`),
    '',
    '',
    ...NO_REDIRECTS,
    ...(body ? [`body = ${toPythonLiteral(body)}`] : []),
    ...(isQuery ? ['query = urllib.parse.urlencode({"input": json.dumps(body)})'] : []),
    'request = urllib.request.Request(',
    `    ${isQuery ? `"${url}?" + query` : `"${url}"`},`,
    ...(body && method === 'POST' ? ['    data=json.dumps(body).encode(),'] : []),
    ...(headers.length > 0 ? [`    headers={\n        ${headers.join('\n        ')}\n    },`] : []),
    `    method="${method}",`,
    ')',
    'try:',
    '    with opener.open(request) as response:',
    ...PRINT[answer],
    'except urllib.error.HTTPError as failure:',
    '    raise SystemExit(f"{failure.code} {failure.read().decode()}")',
  ].join('\n');
}

/** Writes a value as a Python literal. JSON strings are valid Python. */
function toPythonLiteral(value: unknown): string {
  if (Array.isArray(value)) return indentList('[', value.map(toPythonLiteral), ']');
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(
      ([key, inner]) => `${JSON.stringify(key)}: ${toPythonLiteral(inner)}`,
    );
    return indentList('{', entries, '}');
  }
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}
