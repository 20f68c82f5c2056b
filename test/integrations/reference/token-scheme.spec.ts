import { buildTokenScheme } from '../../../src/integrations/reference/openapi/security';

describe('the security scheme of access tokens', () => {
  it('is OAuth 2.0 with the client-credentials flow if the token endpoint is known', () => {
    expect(buildTokenScheme({ tokenEndpoint: 'https://portal.example/token' })).toMatchObject({
      type: 'oauth2',
      flows: {
        clientCredentials: {
          tokenUrl: 'https://portal.example/token',
          scopes: { 'role:doctor': expect.any(String) as string, 'country:*': expect.any(String) as string },
        },
      },
    });
  });

  it('is a Bearer token otherwise', () => {
    expect(buildTokenScheme({ tokenEndpoint: null })).toMatchObject({ type: 'http', scheme: 'bearer' });
  });
});
