/** Returns an object with one property of an error, or {} if the error has no text there. */
export function textProperty(
  error: Error,
  key: 'code' | 'column' | 'constraint' | 'detail' | 'host' | 'pool' | 'table',
): object {
  const value: unknown = key in error ? Reflect.get(error, key) : undefined;
  return typeof value === 'string' ? { [key]: value } : {};
}

/** Returns the frames of the stack. Skips the message in front of them, which may have lines that look like frames. */
export function framesOf({ message, stack = '' }: Error): string[] {
  const start = stack.indexOf(message);
  if (start < 0) return [];
  const lines = stack.slice(start + message.length).split('\n');
  return lines.filter((line) => line.startsWith('    at ')).map((line) => line.trim());
}
