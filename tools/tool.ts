/** `npm run tool -- NAME`: runs an occasional command; without a name, prints their list. */
import { tools } from './commands';
import { runNamed } from './run-named';

await runNamed('tool', tools);
