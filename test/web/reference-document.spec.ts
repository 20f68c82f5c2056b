import dereference from '../../web/reference/replacements/dereference';
import { type ApiDocument, listProcedures, toRendererDocument } from '../../web/reference/document';

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

describe('the document of the reference page', () => {
  it('lists procedures by name, with the method that has a body first, and other paths unchanged', () => {
    expect(listProcedures(document).map(({ name, methods }) => [name, methods])).toEqual([
      ['alerts', ['post', 'get']],
      ['/fhir/Encounter/{id}', ['get']],
    ]);
  });

  it('sends calls to the page’s own origin, and has no field for credentials', () => {
    const converted = toRendererDocument(document, 'https://health.example.org');
    expect(converted).toMatchObject({
      servers: [{ url: 'https://health.example.org' }],
      paths: { '/api/trpc/health.alerts': { post: { security: [] } } },
      components: { securitySchemes: {} },
    });
    expect(converted).toHaveProperty(['components', 'securitySchemes'], {});
    expect(converted).toHaveProperty(
      ['paths', '/api/trpc/health.alerts', 'get', 'x-code-samples', 0, 'label'],
      'curl',
    );
  });

  it('turns a JSON query parameter into an editable text', () => {
    expect(toRendererDocument(document, '')).toHaveProperty(
      ['paths', '/api/trpc/health.alerts', 'get', 'parameters', 0, 'schema'],
      { type: 'string', default: '{"0":{"json":{}}}' },
    );
  });
});

describe('dereference', () => {
  it('replaces a reference by its target, and keeps the fields beside it', async () => {
    const resolved = await dereference({
      a: { $ref: '#/b/c~1d', description: 'here' },
      b: { 'c/d': { type: 'string', description: 'there' } },
    });
    expect(resolved).toHaveProperty('a', { type: 'string', description: 'here' });
  });

  it('stops at a recursive reference', async () => {
    const node = { type: 'object', properties: { parent: { $ref: '#/schemas/Node' } } };
    const resolved = await dereference({ schemas: { Node: node } });
    expect(resolved).toHaveProperty('schemas.Node.properties.parent.properties.parent', { title: 'Node' });
  });

  it('throws an error with the reference if it has no target', () => {
    expect(() => dereference({ a: { $ref: '#/b' } })).toThrow('#/b, which it does not have');
  });

  it('turns a nullable value into one schema with two types', async () => {
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
