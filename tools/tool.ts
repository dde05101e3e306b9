/** `npm run tool -- NAME`: commands that are used now and then; without a name, the list of them. */
import { tools } from './commands';
import { runNamed } from './run-named';

await runNamed('tool', tools);
