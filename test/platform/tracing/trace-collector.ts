import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { listenOnLoopback } from '../../support/loopback';

const valueSchema = z.union([
  z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.object({ intValue: z.union([z.int(), z.string()]) }).transform(({ intValue }) => Number(intValue)),
  z.object({ doubleValue: z.number() }).transform(({ doubleValue }) => doubleValue),
  z.object({ boolValue: z.boolean() }).transform(({ boolValue }) => boolValue),
]);

const attributesSchema = z
  .array(z.object({ key: z.string(), value: valueSchema }))
  .transform((attributes) => Object.fromEntries(attributes.map(({ key, value }) => [key, value])));

const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  /** 1 internal, 2 server, 3 client. */
  kind: z.int(),
  attributes: attributesSchema,
  links: z.array(z.object({ traceId: z.string() })).default([]),
  /** 2 is an error. */
  status: z.object({ code: z.int().default(0), message: z.string().optional() }),
});

const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});

export type ReceivedSpan = z.output<typeof spanSchema>;

/** An OpenTelemetry collector that receives OTLP over HTTP in JSON. */
export class TraceCollector {
  readonly spans: ReceivedSpan[] = [];
  readonly services = new Set<unknown>();
  /** Everything that was received, as it was sent. */
  received = '';
  /** Its next responses. */
  status = 200;

  private constructor(
    private readonly server: Server,
    readonly endpoint: string,
  ) {}

  static async start(): Promise<TraceCollector> {
    const server = createServer();
    const collector = new TraceCollector(server, await listenOnLoopback(server));
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        if (request.method === 'POST' && request.url === '/v1/traces') collector.take(body);
        response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}');
      });
    });
    return collector;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private take(body: string): void {
    this.received += body;
    for (const { resource, scopeSpans } of exportSchema.parse(JSON.parse(body)).resourceSpans) {
      this.services.add(resource.attributes['service.name']);
      this.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
    }
  }
}
