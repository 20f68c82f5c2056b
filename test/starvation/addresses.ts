const MANY_ADDRESSES = 100;
export const MORE_ADDRESSES = 400;

export type Headers = Readonly<Record<string, string>>;

/** The header of a trusted proxy. Without it, the attack comes from this machine, whose calls per minute are not limited. */
export function fromAddress(round: number): Headers {
  return { 'x-forwarded-for': addressOf(round) };
}

export function fromMoreAddresses(round: number): Headers {
  const number = round % MORE_ADDRESSES;
  return { 'x-forwarded-for': `10.0.${number >> 8}.${number & 255}` };
}

let networks = 0;

/** A subscriber's addresses of IPv6 are 65,536 networks. */
export function fromNewNetwork(): Headers {
  networks += 1;
  return { 'x-forwarded-for': `2001:db8:7:${(networks % 65_536).toString(16)}::1` };
}

export function addressOf(round: number): string {
  return `203.0.113.${round % MANY_ADDRESSES}`;
}
