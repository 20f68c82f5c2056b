import { loadPlanSchema } from './plan';
import { sendPaced } from './paced';
import { sendSaturating } from './saturating';

/** Sends load to a server. It is a process of its own, so that it does not share the event loop of what is measured. */
process.on('message', (message) => {
  const plan = loadPlanSchema.parse(message);
  const work = plan.rate === undefined ? sendSaturating(plan) : sendPaced({ ...plan, rate: plan.rate });
  work.then(
    (result) => process.send?.(result),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
