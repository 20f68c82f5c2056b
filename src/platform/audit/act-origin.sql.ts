import { nullable, text } from '../database/parameter';

/** The parameters of `ActOrigin`, for statements that write the event of their own act. */
export const ACT_ORIGIN = { role: text(), address: nullable(text()), requestId: nullable(text()) };
