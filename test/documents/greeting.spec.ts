import { formatGreeting } from '../../dev/stack/greeting';
import { testEnvironment } from '../support/environment';

describe('the text that npm start prints', () => {
  const environment = testEnvironment({ PORT: '3456', PUBLIC_URL: '' });
  const greeting = formatGreeting({
    environment,
    database: undefined,
    portal: { issuer: 'http://localhost:4456' },
  });

  it('sets the variables of all documented commands to its own ports', () => {
    expect(greeting).toContain(
      'export BASE=http://localhost:3456/api/trpc HEALTH_URL=http://localhost:3456 TOKEN_URL=http://localhost:4456/token',
    );
  });

  it('names no other port', () => {
    const ports = new Set([...greeting.matchAll(/localhost:(\d+)/g)].map(([, port]) => port));
    expect([...ports].sort()).toEqual(['3456', '4456']);
  });
});
