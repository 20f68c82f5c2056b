/** Size of the tarball without procedures: the sending code, the README and the manifest. */
const FIXED_BYTES = 8_500;

/** Size limit per procedure: types, comments and schemas. In 2026 a procedure needs 760 bytes on average: statistics and alerts have many fields. */
const BYTES_PER_PROCEDURE = 770;

/** Returns why the client's tarball is too large and what to do, or '' if it is not. */
export function checkSize({ bytes, procedures }: { bytes: number; procedures: number }): string {
  const limit = FIXED_BYTES + BYTES_PER_PROCEDURE * procedures;
  if (bytes <= limit) return '';
  return (
    `The client has ${bytes} bytes and ${procedures} procedures, for which ${limit} are allowed ` +
    `(${FIXED_BYTES}, and ${BYTES_PER_PROCEDURE} for each procedure). See what grew: npm run build:client, then tar tzvf. ` +
    `Too much code: import less in client/ and in the contracts. Long contracts: shorten their texts, ` +
    `or raise BYTES_PER_PROCEDURE in test/clients/client-size.ts and say why.`
  );
}
