import { type SampleCall, indentFollowingLines } from './sample-call';

const CREDENTIALS = {
  none: [],
  token: ['.header("Authorization", "Bearer " + System.getenv("HEALTH_TOKEN"))'],
  session: ['.header("Cookie", "session=" + System.getenv("HEALTH_SESSION"))'],
};

const EXIT = '        if (response.statusCode() != 200) System.exit(1);';

const PRINT: Readonly<Record<SampleCall['answer'], readonly string[]>> = {
  result: [
    ...send('String', 'ofString'),
    '        System.out.println(response.body());',
    '        if (!response.body().startsWith("{\\"result\\":")) System.exit(1);',
  ],
  events: [
    ...send('Stream<String>', 'ofLines'),
    '        response.body().forEach(System.out::println);',
    EXIT,
  ],
  json: [
    ...send('String', 'ofString'),
    '        System.out.println(response.body());',
    '        if (response.statusCode() != 200 || !response.body().startsWith("{")) System.exit(1);',
  ],
  file: [...send('byte[]', 'ofByteArray'), '        System.out.writeBytes(response.body());', EXIT],
};

function send(type: string, handler: string): string[] {
  return [
    `        HttpResponse<${type}> response = HttpClient.newHttpClient()`,
    `            .send(request, HttpResponse.BodyHandlers.${handler}());`,
  ];
}

/** Writes a call with `java.net.http` for Java 17 or later, run by `java Main.java`. */
export function writeJavaSample({ method, url, body, mediaType, credential, answer }: SampleCall): string {
  const isQuery = body !== undefined && method === 'GET';
  const urlExpression = isQuery
    ? `"${url}?input=" + URLEncoder.encode(body, StandardCharsets.UTF_8)`
    : `"${url}"`;
  const chain = [
    ...CREDENTIALS[credential],
    ...(body && method === 'POST' ? [`.header("Content-Type", "${mediaType}")`] : []),
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
    ...(answer === 'events' ? ['import java.util.stream.Stream;'] : []),
    '',
    'public class Main {',
    '    public static void main(String[] arguments) throws Exception {',
    ...(body ? [`        String body = ${indentFollowingLines(toTextBlock(body), ' '.repeat(12))};`] : []),
    `        URI address = URI.create(${urlExpression});`,
    '        HttpRequest request = HttpRequest.newBuilder(address)',
    ...chain.map((link) => `            ${link}`),
    ...PRINT[answer],
    '    }',
    '}',
  ].join('\n');
}

/** Writes JSON as a Java text block. Backslashes are doubled because Java interprets them first. */
function toTextBlock(value: object): string {
  const json = JSON.stringify(value, undefined, 2).replaceAll('\\', '\\\\').replaceAll('"""', '""\\"');
  return `"""\n${json}\n"""`;
}
