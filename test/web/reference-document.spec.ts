import dereference from '../../web/reference/dereference';
import { type ApiDocument, forRenderer, proceduresOf } from '../../web/reference/document';

const operation = (parts: object = {}) => ({ tags: ['health'], summary: 'Cases.', ...parts });

const document: ApiDocument = {
  info: { title: 'Platform', version: '1' },
  tags: [{ name: 'health' }],
  paths: {
    '/api/trpc/health.alerts': {
      get: operation({
        parameters: [{ name: 'input', content: { 'application/json': { example: { 0: { json: {} } } } } }],
        'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: 'curl …' }],
      }),
      post: operation({ requestBody: {}, security: [{ accessToken: [] }] }),
    },
    '/fhir/Encounter/{id}': { get: operation() },
  },
  components: { securitySchemes: { accessToken: {} }, schemas: {} },
};

describe('the reference page’s document', () => {
  it('lists procedures by name, the method with a body first, and other paths as they are', () => {
    expect(proceduresOf(document).map(({ name, methods }) => [name, methods])).toEqual([
      ['alerts', ['post', 'get']],
      ['/fhir/Encounter/{id}', ['get']],
    ]);
  });

  it('is drawn with calls that go to where the page came from, and no field for credentials', () => {
    const drawn = forRenderer(document, 'https://health.example.org');
    expect(drawn).toMatchObject({
      servers: [{ url: 'https://health.example.org' }],
      paths: { '/api/trpc/health.alerts': { post: { security: [] } } },
      components: { securitySchemes: {} },
    });
    expect(drawn).toHaveProperty(['components', 'securitySchemes'], {});
    expect(drawn).toHaveProperty(
      ['paths', '/api/trpc/health.alerts', 'get', 'x-code-samples', 0, 'label'],
      'curl',
    );
  });

  it('is drawn with JSON in a query as a text that can be changed', () => {
    expect(forRenderer(document, '')).toHaveProperty(
      ['paths', '/api/trpc/health.alerts', 'get', 'parameters', 0, 'schema'],
      { type: 'string', default: '{"0":{"json":{}}}' },
    );
  });
});

describe('references inside a document', () => {
  it('are put in place, with what stands beside them', async () => {
    const resolved = await dereference({
      a: { $ref: '#/b/c~1d', description: 'here' },
      b: { 'c/d': { type: 'string', description: 'there' } },
    });
    expect(resolved).toHaveProperty('a', { type: 'string', description: 'here' });
  });

  it('end where they lead back into themselves', async () => {
    const node = { type: 'object', properties: { parent: { $ref: '#/schemas/Node' } } };
    const resolved = await dereference({ schemas: { Node: node } });
    expect(resolved).toHaveProperty('schemas.Node.properties.parent.properties.parent', { title: 'Node' });
  });

  it('say where they lead when it is nowhere', () => {
    expect(() => dereference({ a: { $ref: '#/b' } })).toThrow('#/b, which it does not have');
  });

  it('leave a value that may be null as one schema', async () => {
    const resolved = await dereference({
      when: { description: 'Voided.', anyOf: [{ type: 'string' }, { type: 'null' }] },
      which: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    });
    expect(resolved).toEqual({
      when: { description: 'Voided.', type: ['string', 'null'] },
      which: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    });
  });
});
