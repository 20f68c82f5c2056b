import { type SampleCall, indentFollowingLines } from './sample-call';

const CREDENTIALS = {
  none: [],
  token: ['.header("Authorization", "Bearer " + System.getenv("HEALTH_TOKEN"))'],
  session: ['.header("Cookie", "session=" + System.getenv("HEALTH_SESSION"))'],
};

const SHOW_RESULT = [
  '        HttpResponse<String> response = HttpClient.newHttpClient()',
  '            .send(request, HttpResponse.BodyHandlers.ofString());',
  '        System.out.println(response.body());',
  '        if (!response.body().startsWith("{\\"result\\":")) System.exit(1);',
];

const SHOW_EVENTS = [
  '        HttpResponse<Stream<String>> response = HttpClient.newHttpClient()',
  '            .send(request, HttpResponse.BodyHandlers.ofLines());',
  '        response.body().forEach(System.out::println);',
  '        if (response.statusCode() != 200) System.exit(1);',
];

/** A call with `java.net.http`; `java Main.java` runs it, from Java 17 on. */
export function writeJavaSample({ method, url, body, credential, streams }: SampleCall): string {
  const byQuery = body !== undefined && method === 'GET';
  const address = byQuery ? `"${url}?input=" + URLEncoder.encode(body, StandardCharsets.UTF_8)` : `"${url}"`;
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
    ...(byQuery ? ['import java.net.URLEncoder;'] : []),
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpResponse;',
    ...(byQuery ? ['import java.nio.charset.StandardCharsets;'] : []),
    ...(streams ? ['import java.util.stream.Stream;'] : []),
    '',
    'public class Main {',
    '    public static void main(String[] arguments) throws Exception {',
    ...(body ? [`        String body = ${indentFollowingLines(textBlock(body), ' '.repeat(12))};`] : []),
    `        URI address = URI.create(${address});`,
    '        HttpRequest request = HttpRequest.newBuilder(address)',
    ...chain.map((link) => `            ${link}`),
    ...(streams ? SHOW_EVENTS : SHOW_RESULT),
    '    }',
    '}',
  ].join('\n');
}

/** JSON as a text block: Java reads its backslashes before JSON does. */
function textBlock(value: object): string {
  const json = JSON.stringify(value, undefined, 2).replaceAll('\\', '\\\\').replaceAll('"""', '""\\"');
  return `"""\n${json}\n"""`;
}
