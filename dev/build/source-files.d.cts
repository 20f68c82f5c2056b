export function filesIn(path: string): string[];
export function digestOf(...parts: readonly (string | Buffer)[]): string;
