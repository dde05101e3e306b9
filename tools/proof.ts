/** `npm run proof -- NAME`: runs a fault test or a long measurement; without a name, prints their list. */
import { proofs } from './commands';
import { runNamed } from './run-named';

await runNamed('proof', proofs);
