import { securityHeaders } from '../../../src/platform/http/security-headers';
import { testEnvironment } from '../../support/environment';

function headersOf(publicUrl: string): ReadonlyMap<string, string> {
  return new Map(securityHeaders(testEnvironment({ PUBLIC_URL: publicUrl })));
}

describe('the security headers', () => {
  it('require https for a year and for subdomains if PUBLIC_URL is https', () => {
    const headers = headersOf('https://health.example');
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains');
    expect(headers.get('Content-Security-Policy')).toContain('upgrade-insecure-requests');
  });

  it('do not require https if PUBLIC_URL is http', () => {
    const headers = headersOf('http://health.example');
    expect(headers.has('Strict-Transport-Security')).toBe(false);
    expect(headers.get('Content-Security-Policy')).not.toContain('upgrade-insecure-requests');
  });

  it('let a page neither change its base address nor be embedded', () => {
    const policy = headersOf('https://health.example').get('Content-Security-Policy');
    expect(policy).toContain("base-uri 'none';");
    expect(policy).toContain("object-src 'none';");
    expect(policy).toContain("frame-ancestors 'none';");
  });
});
