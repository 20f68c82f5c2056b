import { type SampleCall, indentList } from './sample-call';

const CREDENTIALS = {
  none: [],
  token: ["'Authorization: Bearer ' . getenv('HEALTH_TOKEN'),"],
  session: ["'Cookie: session=' . getenv('HEALTH_SESSION'),"],
};

/** A call with PHP 8, by its own streams: no extension is needed. */
export function writePhpSample({ method, url, body, credential, streams }: SampleCall): string {
  const headers = [
    ...CREDENTIALS[credential],
    ...(body && method === 'POST' ? ["'Content-Type: application/json',"] : []),
  ];
  const byQuery = body !== undefined && method === 'GET';
  const address = byQuery ? `'${url}?' . $query` : `'${url}'`;
  return [
    '<?php',
    '',
    ...(body ? [`$body = ${toPhpLiteral(body)};`] : []),
    ...(byQuery ? ["$query = http_build_query(['input' => json_encode($body)]);"] : []),
    "$context = stream_context_create(['http' => [",
    `    'method' => '${method}',`,
    ...(headers.length > 0 ? [`    'header' => [\n        ${headers.join('\n        ')}\n    ],`] : []),
    ...(body && method === 'POST' ? ["    'content' => json_encode($body),"] : []),
    "    'ignore_errors' => true,",
    // Another origin gets neither the token nor a patient.
    "    'follow_location' => 0,",
    ']]);',
    ...(streams ? showEvents(address) : showResult(address)),
  ].join('\n');
}

function showResult(address: string): string[] {
  return [
    `$text = file_get_contents(${address}, false, $context);`,
    "$answer = json_decode($text ?: '', true);",
    "if (!isset($answer['result'])) {",
    "    fwrite(STDERR, ($text ?: 'No answer') . PHP_EOL);",
    '    exit(1);',
    '}',
    "print_r($answer['result']['data']['json']);",
  ];
}

function showEvents(address: string): string[] {
  return [
    `$events = fopen(${address}, 'r', false, $context);`,
    "if (!$events || !str_contains($http_response_header[0], ' 200 ')) {",
    "    fwrite(STDERR, ($events ? stream_get_contents($events) : 'No answer') . PHP_EOL);",
    '    exit(1);',
    '}',
    'while (($line = fgets($events)) !== false) {',
    '    echo $line;',
    '}',
  ];
}

/** A value as PHP writes it. An object with the key 0 would become a list, so it stays an object. */
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
