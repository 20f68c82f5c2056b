import { REQUIRED, findProblems } from './find-problems';

describe('the settings of model servers', () => {
  const first = { CHATBOT_PROVIDER: 'openai', OPENAI_BASE_URL: 'http://ollama:11434/v1' };
  const second = { OPENAI_FALLBACK_BASE_URL: 'https://models.example/v1', OPENAI_FALLBACK_MODEL: 'large' };
  const problemsOf = (settings: Readonly<Record<string, string | undefined>>) =>
    findProblems({ ...REQUIRED, ...settings });
  const notAllowed = (name: string, host: string) =>
    `${name}: ${host} is not among CHATBOT_PROVIDER_ALLOWED_HOSTS`;

  it('require a model for the fallback server', () => {
    expect(problemsOf({ ...first, ...second, OPENAI_FALLBACK_API_KEY: 'sk-2' })).toEqual([]);
    expect(problemsOf({ ...first, ...second, OPENAI_FALLBACK_MODEL: undefined })).toEqual([
      'OPENAI_FALLBACK_MODEL: required with OPENAI_FALLBACK_BASE_URL',
    ]);
    const withoutUrl = { OPENAI_FALLBACK_MODEL: 'large', OPENAI_FALLBACK_API_KEY: 'sk-2' };
    expect(problemsOf({ ...first, ...withoutUrl })).toEqual([
      'OPENAI_FALLBACK_BASE_URL: required with OPENAI_FALLBACK_MODEL',
      'OPENAI_FALLBACK_BASE_URL: required with OPENAI_FALLBACK_API_KEY',
    ]);
  });

  it('are not checked for the offline assistant', () => {
    const offline = { CHATBOT_PROVIDER: 'offline', CHATBOT_PROVIDER_ALLOWED_HOSTS: 'ollama' };
    expect(problemsOf({ ...offline, OPENAI_API_KEY: 'sk-1' })).toEqual([]);
    expect(problemsOf({ ...offline, ...second })).toEqual([]);
  });

  it('require a first server with a fallback server', () => {
    const noFirst =
      'OPENAI_BASE_URL: required with OPENAI_FALLBACK_BASE_URL, which is asked where the first server fails; or OPENAI_API_KEY, for OpenAI’s own';
    expect(problemsOf(second)).toEqual([noFirst]);
    expect(problemsOf({ ...second, OPENAI_API_KEY: 'sk-1' })).toEqual([]);
    expect(problemsOf({ ...second, OPENAI_BASE_URL: first.OPENAI_BASE_URL })).toEqual([]);
    expect(problemsOf({ ...second, CHATBOT_PROVIDER: 'openai' })).toEqual([
      'OPENAI_API_KEY: required with CHATBOT_PROVIDER=openai, unless OPENAI_BASE_URL names a server of your own',
    ]);
  });

  it.each([['ollama,models.example'], ['ollama:11434, models.example:443'], ['OLLAMA,Models.Example']])(
    'are valid if all servers are allowed hosts: %s',
    (CHATBOT_PROVIDER_ALLOWED_HOSTS) => {
      expect(problemsOf({ ...first, ...second, CHATBOT_PROVIDER_ALLOWED_HOSTS })).toEqual([]);
    },
  );

  it('are refused for each server that is not an allowed host', () => {
    const allowed = { CHATBOT_PROVIDER_ALLOWED_HOSTS: 'example, ollama:80' };
    expect(problemsOf({ ...first, ...second, ...allowed })).toEqual([
      notAllowed('OPENAI_BASE_URL', 'ollama:11434'),
      notAllowed('OPENAI_FALLBACK_BASE_URL', 'models.example'),
    ]);
  });

  it('are refused if no server is set and OpenAI is not allowed', () => {
    const key = { OPENAI_API_KEY: 'sk-1', CHATBOT_PROVIDER_ALLOWED_HOSTS: 'ollama' };
    expect(problemsOf(key)).toEqual([notAllowed('OPENAI_BASE_URL', 'api.openai.com')]);
    expect(problemsOf({ ...key, CHATBOT_PROVIDER_ALLOWED_HOSTS: 'api.openai.com' })).toEqual([]);
    expect(problemsOf({ CHATBOT_PROVIDER_ALLOWED_HOSTS: 'ollama' })).toEqual([]);
  });

  it.each([
    ['https://models.example@elsewhere.example/v1', 'elsewhere.example'],
    ['https://models.example.elsewhere.example/v1', 'models.example.elsewhere.example'],
    ['https://sub.models.example/v1', 'sub.models.example'],
    ['https://models.example./v1', 'models.example.'],
    ['http://10.0.0.5:8000/v1', '10.0.0.5:8000'],
    ['http://0x7f.1/v1', '127.0.0.1'],
  ])('are compared by the host of the request: %s', (OPENAI_BASE_URL, host) => {
    const allowed = { CHATBOT_PROVIDER_ALLOWED_HOSTS: 'models.example' };
    const problems = problemsOf({ ...first, OPENAI_BASE_URL, ...allowed });
    expect(problems).toEqual([notAllowed('OPENAI_BASE_URL', host)]);
  });

  it.each([
    ['http://10.0.0.5:8000/v1', '10.0.0.5'],
    ['http://[::1]:8000/v1', '[::1]:8000'],
    ['http://[::1]/v1', '[0:0:0:0:0:0:0:1]'],
    ['http://models.example/v1', 'models.example:80'],
  ])('may be IP addresses that are listed: %s', (OPENAI_BASE_URL, allowed) => {
    expect(problemsOf({ ...first, OPENAI_BASE_URL, CHATBOT_PROVIDER_ALLOWED_HOSTS: allowed })).toEqual([]);
  });

  it.each(['https://models.example', 'models.example/v1', '*.example', 'a b', 'models.example:http'])(
    'refuse an allowed host that is not a host: %s',
    (text) => {
      expect(problemsOf({ ...first, CHATBOT_PROVIDER_ALLOWED_HOSTS: `ollama,${text}` })).toEqual([
        `CHATBOT_PROVIDER_ALLOWED_HOSTS: "${text}": expected a host such as api.openai.com, or a host and its port such as ollama:11434`,
      ]);
    },
  );
});
