import * as client from '@africa-health/client';
import * as schemas from '@africa-health/client/schemas';
import { outcomes } from './outcomes.cjs';

console.log(JSON.stringify(await outcomes(client, schemas)));
