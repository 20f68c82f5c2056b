import type { CodeSample } from '../openapi/openapi-document';
import type { ContractedProcedure } from '../../../platform/trpc/contract/procedures';
import { writeCurlSample } from './curl';
import { writeJavaSample } from './java';
import { writeJavaScriptSample } from './javascript';
import { writePhpSample } from './php';
import { writePythonSample } from './python';
import { type SampleMethod, buildSampleCall } from './sample-call';

/** The languages that every procedure is shown in. */
const LANGUAGES = [
  { lang: 'Shell', label: 'curl', write: writeCurlSample },
  { lang: 'JavaScript', label: 'JavaScript', write: writeJavaScriptSample },
  { lang: 'Python', label: 'Python', write: writePythonSample },
  { lang: 'PHP', label: 'PHP', write: writePhpSample },
  { lang: 'Java', label: 'Java', write: writeJavaSample },
] as const;

/** Programs that call a procedure with its example; each runs as it is pasted. */
export class CodeSamples {
  /** @param baseUrl what the procedures' names are added to */
  constructor(private readonly baseUrl: string) {}

  of(procedure: ContractedProcedure, method: SampleMethod): CodeSample[] {
    const call = buildSampleCall(procedure, { method, baseUrl: this.baseUrl });
    return LANGUAGES.map(({ lang, label, write }) => ({ lang, label, source: write(call) }));
  }
}
