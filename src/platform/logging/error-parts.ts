/** A text property of an error, if it has it. */
export function textual(error: Error, key: 'code' | 'column' | 'constraint' | 'detail' | 'table'): object {
  const value: unknown = key in error ? Reflect.get(error, key) : undefined;
  return typeof value === 'string' ? { [key]: value } : {};
}

/** The frames alone: the message stands before them, and a line of it may look like one. */
export function framesOf({ message, stack = '' }: Error): string[] {
  const start = stack.indexOf(message);
  if (start < 0) return [];
  const lines = stack.slice(start + message.length).split('\n');
  return lines.filter((line) => line.startsWith('    at ')).map((line) => line.trim());
}
