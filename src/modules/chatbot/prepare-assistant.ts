import { setImmediate as nextTurn } from 'node:timers/promises';
import { loadLanguageWords } from './language/detect-language';
import { compileExposures } from './facts/exposures';
import { compileFacts } from './facts/facts';
import { compileFollowUps } from './facts/follow-ups';
import { compileIntents } from './questions/intents';
import { compileLimits } from './facts/limits';
import { compileQuestions } from './questions/questions';
import { getAfricanNumbers } from './redaction/african-numbers';

/**
 * Loads what the first message would otherwise load. Other requests are served between the steps.
 * @throws ZodError if a data file or a package has another form than expected
 */
export async function prepareAssistant(): Promise<void> {
  for (const prepare of [
    loadLanguageWords,
    getAfricanNumbers,
    compileQuestions,
    compileFacts,
    compileExposures,
    compileFollowUps,
    compileIntents,
    compileLimits,
  ]) {
    prepare();
    await nextTurn();
  }
}
