/** `npm run proof -- NAME`: a fault proof or a long measurement; without a name, the list of them. */
import { proofs } from './commands';
import { runNamed } from './run-named';

await runNamed('proof', proofs);
