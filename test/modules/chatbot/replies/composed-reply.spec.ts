import * as prometheus from 'prom-client';
import { LiveReply } from '../../../../src/modules/chatbot/replies/live-reply';
import { ComposedReply } from '../../../../src/modules/chatbot/sending/composed-reply';
import type { Verdict } from '../../../../src/modules/triage';
import { TriageService } from '../../../../src/modules/triage/triage.service';
import { FairTurns } from '../../../../src/platform/limits/fair-turns';
import { bindInstruments } from '../../../../src/platform/metrics/instruments';
import { DOUBTFUL, ROUTINE } from './verdicts';

const EMERGENCY: Verdict = { urgency: 'emergency', isSure: true, signs: ['bleeding'] };

describe('a composed reply', () => {
  const registry = new prometheus.Registry();
  bindInstruments({ prometheus, registry });
  const triage = new TriageService(new FairTurns());

  /** Begins the streamed reply to a message that a model may judge. */
  async function begin(message: string) {
    const country = undefined;
    const triaged = await triage.assess(message, {
      earlier: [],
      country,
      sender: { accountId: null, address: '192.0.2.1' },
    });
    const live = new LiveReply();
    const rest = { turns: [], country, isAfterEmergency: false, isForeign: false, language: 'en' } as const;
    const composed = new ComposedReply({ ...triaged, ...rest }, live, triage);
    jest.useFakeTimers();
    composed.begin({ mayBeJudged: true, isWhole: false });
    return { composed, live };
  }

  async function countEmergencies(): Promise<number> {
    const metric = await registry.getSingleMetric('platform_emergencies_total')?.get();
    return (metric?.values ?? []).reduce((sum, { value }) => sum + value, 0);
  }

  afterEach(() => {
    jest.useRealTimers();
  });

  it('opens when a verdict takes too long', async () => {
    const { live } = await begin(DOUBTFUL.message);
    jest.advanceTimersByTime(1_900);
    expect(live.text).toBe('');
    jest.advanceTimersByTime(200);
    expect(live.text).toMatch(/^This may be an emergency/);
  });

  it('does not change once it is closed', async () => {
    const { composed, live } = await begin(DOUBTFUL.message);
    composed.close();
    expect(await composed.decided).toBe('emergency');
    jest.advanceTimersByTime(10_000);
    composed.applyVerdict(EMERGENCY);
    expect(live.text).toBe('');
  });

  it('counts an emergency once, however many attempts see it', async () => {
    registry.resetMetrics();
    const { composed, live } = await begin(ROUTINE.message);
    composed.applyVerdict(EMERGENCY);
    const { text } = live;
    composed.applyVerdict(null);
    composed.applyVerdict(EMERGENCY);
    expect(live.text).toBe(text);
    jest.useRealTimers();
    expect(await countEmergencies()).toBe(1);
  });
});
