import { type SampleCall, indentList } from './sample-call';

const CREDENTIALS = {
  none: [],
  token: ["'Authorization: Bearer ' . getenv('HEALTH_TOKEN'),"],
  session: ["'Cookie: session=' . getenv('HEALTH_SESSION'),"],
};

/** Writes a call with the HTTP streams of PHP 8, which need no extension. */
export function writePhpSample({ method, url, body, mediaType, credential, answer }: SampleCall): string {
  const headers = [
    ...CREDENTIALS[credential],
    ...(body && method === 'POST' ? [`'Content-Type: ${mediaType}',`] : []),
  ];
  const isQuery = body !== undefined && method === 'GET';
  const urlExpression = isQuery ? `'${url}?' . $query` : `'${url}'`;
  return [
    '<?php',
    '',
    ...(body ? [`$body = ${toPhpLiteral(body)};`] : []),
    ...(isQuery ? ["$query = http_build_query(['input' => json_encode($body)]);"] : []),
    "$context = stream_context_create(['http' => [",
    `    'method' => '${method}',`,
    ...(headers.length > 0 ? [`    'header' => [\n        ${headers.join('\n        ')}\n    ],`] : []),
    ...(body && method === 'POST' ? ["    'content' => json_encode($body),"] : []),
    "    'ignore_errors' => true,",
    // A redirect would send the token and patient data to another origin.
    "    'follow_location' => 0,",
    ']]);',
    ...PRINT[answer](urlExpression),
  ].join('\n');
}

/** Writes the request, and what the program does with its response. */
const PRINT: Readonly<Record<SampleCall['answer'], (urlExpression: string) => string[]>> = {
  result: (url) => [
    ...readText(url, "!isset($answer['result'])"),
    "print_r($answer['result']['data']['json']);",
  ],
  events: printEvents,
  json: (url) => [...readText(url, `!$answer || ${FAILED}`), 'print_r($answer);'],
  file: (url) => [...readText(url, FAILED), 'echo $text;'],
};

const FAILED = "!str_contains($http_response_header[0] ?? '', ' 200 ')";

/** @param isFailure a PHP condition of `$answer` */
function readText(urlExpression: string, isFailure: string): string[] {
  return [
    `$text = file_get_contents(${urlExpression}, false, $context);`,
    ...(isFailure.includes('$answer') ? ["$answer = json_decode($text ?: '', true);"] : []),
    `if (${isFailure}) {`,
    "    fwrite(STDERR, ($text ?: 'No answer') . PHP_EOL);",
    '    exit(1);',
    '}',
  ];
}

function printEvents(urlExpression: string): string[] {
  return [
    `$events = fopen(${urlExpression}, 'r', false, $context);`,
    "if (!$events || !str_contains($http_response_header[0], ' 200 ')) {",
    "    fwrite(STDERR, ($events ? stream_get_contents($events) : 'No answer') . PHP_EOL);",
    '    exit(1);',
    '}',
    'while (($line = fgets($events)) !== false) {',
    '    echo $line;',
    '}',
  ];
}

/** Writes a value as a PHP literal. Numeric keys need `(object)`: `json_encode` would write an array as a list. */
function toPhpLiteral(value: unknown): string {
  if (Array.isArray(value)) return indentList('[', value.map(toPhpLiteral), ']');
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    const list = indentList(
      '[',
      entries.map(([key, inner]) => `${toPhpString(key)} => ${toPhpLiteral(inner)}`),
      ']',
    );
    return entries.length === 0 || entries.some(([key]) => /^\d+$/.test(key)) ? `(object) ${list}` : list;
  }
  if (typeof value === 'string') return toPhpString(value);
  return JSON.stringify(value ?? null);
}

function toPhpString(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
