import { type SampleCall, indentFollowingLines } from './sample-call';

const CREDENTIALS = {
  none: [],
  token: ['.header("Authorization", "Bearer " + System.getenv("HEALTH_TOKEN"))'],
  session: ['.header("Cookie", "session=" + System.getenv("HEALTH_SESSION"))'],
};

const PRINT_RESULT = [
  '        HttpResponse<String> response = HttpClient.newHttpClient()',
  '            .send(request, HttpResponse.BodyHandlers.ofString());',
  '        System.out.println(response.body());',
  '        if (!response.body().startsWith("{\\"result\\":")) System.exit(1);',
];

const PRINT_EVENTS = [
  '        HttpResponse<Stream<String>> response = HttpClient.newHttpClient()',
  '            .send(request, HttpResponse.BodyHandlers.ofLines());',
  '        response.body().forEach(System.out::println);',
  '        if (response.statusCode() != 200) System.exit(1);',
];

/** Writes a call with `java.net.http` for Java 17 or later, run by `java Main.java`. */
export function writeJavaSample({ method, url, body, credential, isStream }: SampleCall): string {
  const isQuery = body !== undefined && method === 'GET';
  const urlExpression = isQuery
    ? `"${url}?input=" + URLEncoder.encode(body, StandardCharsets.UTF_8)`
    : `"${url}"`;
  const chain = [
    ...CREDENTIALS[credential],
    ...(body && method === 'POST' ? ['.header("Content-Type", "application/json")'] : []),
    ...(method === 'POST'
      ? [`.POST(HttpRequest.BodyPublishers.${body ? 'ofString(body)' : 'noBody()'})`]
      : []),
    '.build();',
  ];
  return [
    'import java.net.URI;',
    ...(isQuery ? ['import java.net.URLEncoder;'] : []),
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpResponse;',
    ...(isQuery ? ['import java.nio.charset.StandardCharsets;'] : []),
    ...(isStream ? ['import java.util.stream.Stream;'] : []),
    '',
    'public class Main {',
    '    public static void main(String[] arguments) throws Exception {',
    ...(body ? [`        String body = ${indentFollowingLines(toTextBlock(body), ' '.repeat(12))};`] : []),
    `        URI address = URI.create(${urlExpression});`,
    '        HttpRequest request = HttpRequest.newBuilder(address)',
    ...chain.map((link) => `            ${link}`),
    ...(isStream ? PRINT_EVENTS : PRINT_RESULT),
    '    }',
    '}',
  ].join('\n');
}

/** Writes JSON as a Java text block. Backslashes are doubled because Java interprets them first. */
function toTextBlock(value: object): string {
  const json = JSON.stringify(value, undefined, 2).replaceAll('\\', '\\\\').replaceAll('"""', '""\\"');
  return `"""\n${json}\n"""`;
}
