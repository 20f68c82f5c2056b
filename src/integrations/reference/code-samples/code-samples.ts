import type { CodeSample } from '../openapi/openapi-document';
import type { ContractedProcedure } from '../../../platform/trpc/contract/procedures';
import { curlSample } from './curl';
import { javaSample } from './java';
import { javaScriptSample } from './javascript';
import { phpSample } from './php';
import { pythonSample } from './python';
import { type SampleMethod, sampleCall } from './sample-call';

/** The languages that every procedure is shown in. */
const LANGUAGES = [
  { lang: 'Shell', label: 'curl', write: curlSample },
  { lang: 'JavaScript', label: 'JavaScript', write: javaScriptSample },
  { lang: 'Python', label: 'Python', write: pythonSample },
  { lang: 'PHP', label: 'PHP', write: phpSample },
  { lang: 'Java', label: 'Java', write: javaSample },
] as const;

/** Programs that call a procedure with its example; each runs as it is pasted. */
export class CodeSamples {
  /** @param baseUrl what the procedures' names are added to */
  constructor(private readonly baseUrl: string) {}

  of(procedure: ContractedProcedure, method: SampleMethod): CodeSample[] {
    const call = sampleCall(procedure, { method, baseUrl: this.baseUrl });
    return LANGUAGES.map(({ lang, label, write }) => ({ lang, label, source: write(call) }));
  }
}
