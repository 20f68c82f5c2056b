import { LEAST, problems } from './problems';

describe('the model servers', () => {
  const first = { CHATBOT_PROVIDER: 'openai', OPENAI_BASE_URL: 'http://ollama:11434/v1' };
  const second = { OPENAI_FALLBACK_BASE_URL: 'https://models.example/v1', OPENAI_FALLBACK_MODEL: 'large' };
  const told = (settings: Readonly<Record<string, string | undefined>>) =>
    problems({ ...LEAST, ...settings });
  const notAmong = (name: string, host: string) =>
    `${name}: ${host} is not among CHATBOT_PROVIDER_ALLOWED_HOSTS`;

  it('may be two, the second with its model', () => {
    expect(told({ ...first, ...second, OPENAI_FALLBACK_API_KEY: 'sk-2' })).toEqual([]);
    expect(told({ ...first, ...second, OPENAI_FALLBACK_MODEL: undefined })).toEqual([
      'OPENAI_FALLBACK_MODEL: required with OPENAI_FALLBACK_BASE_URL',
    ]);
    expect(told({ ...first, OPENAI_FALLBACK_MODEL: 'large', OPENAI_FALLBACK_API_KEY: 'sk-2' })).toEqual([
      'OPENAI_FALLBACK_BASE_URL: required with OPENAI_FALLBACK_MODEL',
      'OPENAI_FALLBACK_BASE_URL: required with OPENAI_FALLBACK_API_KEY',
    ]);
  });

  it('are none of anybody’s business where nothing is ever sent to them', () => {
    const offline = { CHATBOT_PROVIDER: 'offline', CHATBOT_PROVIDER_ALLOWED_HOSTS: 'ollama' };
    expect(told({ ...offline, OPENAI_API_KEY: 'sk-1' })).toEqual([]);
    expect(told({ ...offline, ...second })).toEqual([]);
  });

  it('are not asked second without a first one, which the boot says rather than never ask', () => {
    const noFirst =
      'OPENAI_BASE_URL: required with OPENAI_FALLBACK_BASE_URL, which is asked where the first server fails; or OPENAI_API_KEY, for OpenAI’s own';
    expect(told(second)).toEqual([noFirst]);
    expect(told({ ...second, OPENAI_API_KEY: 'sk-1' })).toEqual([]);
    expect(told({ ...second, OPENAI_BASE_URL: first.OPENAI_BASE_URL })).toEqual([]);
    expect(told({ ...second, CHATBOT_PROVIDER: 'openai' })).toEqual([
      'OPENAI_API_KEY: required with CHATBOT_PROVIDER=openai, unless OPENAI_BASE_URL names a server of your own',
    ]);
  });

  it.each([['ollama,models.example'], ['ollama:11434, models.example:443'], ['OLLAMA,Models.Example']])(
    'may start where all of them are among the allowed hosts: %s',
    (CHATBOT_PROVIDER_ALLOWED_HOSTS) => {
      expect(told({ ...first, ...second, CHATBOT_PROVIDER_ALLOWED_HOSTS })).toEqual([]);
    },
  );

  it('stop the boot, each of them, where they are elsewhere', () => {
    expect(told({ ...first, ...second, CHATBOT_PROVIDER_ALLOWED_HOSTS: 'example, ollama:80' })).toEqual([
      notAmong('OPENAI_BASE_URL', 'ollama:11434'),
      notAmong('OPENAI_FALLBACK_BASE_URL', 'models.example'),
    ]);
  });

  it('stop the boot where no server is named and OpenAI’s is not allowed', () => {
    const key = { OPENAI_API_KEY: 'sk-1', CHATBOT_PROVIDER_ALLOWED_HOSTS: 'ollama' };
    expect(told(key)).toEqual([notAmong('OPENAI_BASE_URL', 'api.openai.com')]);
    expect(told({ ...key, CHATBOT_PROVIDER_ALLOWED_HOSTS: 'api.openai.com' })).toEqual([]);
    expect(told({ CHATBOT_PROVIDER_ALLOWED_HOSTS: 'ollama' })).toEqual([]);
  });

  it.each([
    ['https://models.example@elsewhere.example/v1', 'elsewhere.example'],
    ['https://models.example.elsewhere.example/v1', 'models.example.elsewhere.example'],
    ['https://sub.models.example/v1', 'sub.models.example'],
    ['https://models.example./v1', 'models.example.'],
    ['http://10.0.0.5:8000/v1', '10.0.0.5:8000'],
    ['http://0x7f.1/v1', '127.0.0.1'],
  ])('are compared by the host that is really called: %s', (OPENAI_BASE_URL, host) => {
    const allowed = { CHATBOT_PROVIDER_ALLOWED_HOSTS: 'models.example' };
    expect(told({ ...first, OPENAI_BASE_URL, ...allowed })).toEqual([notAmong('OPENAI_BASE_URL', host)]);
  });

  it.each([
    ['http://10.0.0.5:8000/v1', '10.0.0.5'],
    ['http://[::1]:8000/v1', '[::1]:8000'],
    ['http://[::1]/v1', '[0:0:0:0:0:0:0:1]'],
    ['http://models.example/v1', 'models.example:80'],
  ])('may be addresses of digits, where these are listed: %s', (OPENAI_BASE_URL, allowed) => {
    expect(told({ ...first, OPENAI_BASE_URL, CHATBOT_PROVIDER_ALLOWED_HOSTS: allowed })).toEqual([]);
  });

  it.each(['https://models.example', 'models.example/v1', '*.example', 'a b', 'models.example:http'])(
    'are not allowed by what is no host: %s',
    (text) => {
      expect(told({ ...first, CHATBOT_PROVIDER_ALLOWED_HOSTS: `ollama,${text}` })).toEqual([
        `CHATBOT_PROVIDER_ALLOWED_HOSTS: "${text}": expected a host such as api.openai.com, or a host and its port such as ollama:11434`,
      ]);
    },
  );
});
