import { contracts } from '../../src/app-router';
import type { AccessRule } from '../../src/platform/access/access-rule';
import type { ProcedureContract } from '../../src/platform/contract/contract';

const EXPECTED: Readonly<Record<string, AccessRule>> = {
  'specialties.list': 'anyone',
  'chatbot.sendMessage': 'anyone',
  'chatbot.startReply': 'anyone',
  'chatbot.reply': 'anyone',
  'chatbot.history': 'anyone',
  'chatbot.rateResponse': 'anyone',
  'chatbot.deleteConversation': 'anyone',
  'auth.me': 'session',
  'auth.logout': 'session',
  'auth.logoutEverywhere': 'session',
  'auth.sessions': 'session',
  'chatbot.conversations': 'session',
  'chatbot.ratingStats': ['admin'],
  'consultations.record': ['doctor', 'admin'],
  'consultations.recordMany': ['doctor', 'admin'],
  'consultations.list': ['doctor', 'admin'],
  'consultations.void': ['doctor', 'admin'],
  'health.recordMedicationSales': ['pharmacist', 'admin'],
  'health.alertHandling': ['ministry', 'admin'],
  'health.alerts': ['ministry', 'admin'],
  'health.countries': ['ministry', 'admin'],
  'health.countryBreakdown': ['ministry', 'admin'],
  'health.countryTrend': ['ministry', 'admin'],
  'health.handleAlert': ['ministry', 'admin'],
  'health.medicationStats': ['ministry', 'admin'],
  'health.medications': ['ministry', 'admin'],
  'health.pathologies': ['ministry', 'admin'],
  'health.pathologyComparison': ['ministry', 'admin'],
  'health.pathologyStats': ['ministry', 'admin'],
  'health.pathologyTrend': ['ministry', 'admin'],
  'health.reporting': ['ministry', 'admin'],
  'health.searchPathologies': ['ministry', 'admin'],
  'health.summary': ['ministry', 'admin'],
};

/** The suite `every-procedure` calls each procedure as every role, and expects the access that its contract declares. */
describe('the access that the contracts declare', () => {
  it('is the specified one for each procedure of the platform', () => {
    // A feature that is added later has its own suites: these five come with the platform.
    const { auth, chatbot, specialties, consultations, health } = contracts;
    const declared = Object.entries({ auth, chatbot, specialties, consultations, health }).flatMap(
      ([router, procedures]) =>
        Object.entries<ProcedureContract>(procedures).map(
          ([name, { access }]) => [`${router}.${name}`, access] as const,
        ),
    );
    expect(Object.fromEntries(declared)).toStrictEqual(EXPECTED);
  });
});
