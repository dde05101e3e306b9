/** The commands behind `npm run proof -- NAME` and `npm run tool -- NAME`. */
import type { Outcome } from './compatibility/rows';
import { keycloakVersion, redisVersion } from './product-versions';

interface ScriptCommand {
  about: string;
  /** Script that runs with the remaining command-line arguments. */
  file: string;
}

export interface TestCommand {
  about: string;
  /** Arguments of the command `vitest run`. */
  tests: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Product that the tests prove: `--record` adds their result to docs/operating/compatibility.json. */
  proves?: Omit<Outcome, 'version' | 'result'> & { version: () => string | null };
}

type NamedCommand = ScriptCommand | TestCommand;
export type CommandTable = Readonly<Record<string, NamedCommand>>;

const http = (file: string): readonly string[] => ['--project', 'http', `tests/http/${file}`];

/** Measurements and fault tests. Each takes minutes and fails if it finds a fault. */
export const proofs: CommandTable = {
  camera: {
    about: 'generated camera frames: read, wrong and unread per symbology and condition',
    file: 'load/proof-camera.ts',
  },
  cart: {
    about:
      'cart edits while ERP calls get lost, cut or delayed: counts doubled, lost and flagged edits',
    file: 'load/proof-cart.ts',
  },
  engines: {
    about: 'the search suite on the embedded engine and on a live Elasticsearch',
    file: 'tools/test-engines.ts',
  },
  fuzz: {
    about: '20,000 generated requests in each sign-in mode',
    tests: http('safety/fuzz.test.ts'),
    env: { FUZZ_REQUESTS: '20000' },
  },
  hostile: {
    about: 'load that malicious lists, forms and searches cause on two instances with one Redis',
    file: 'load/proof-hostile.ts',
  },
  index: {
    about: 'loads 20,000 products into a live Elasticsearch while customers read',
    file: 'load/proof-index.ts',
  },
  kill: {
    about: 'kills an instance at each store operation of a cart write',
    tests: http('cart/instance-dies.test.ts'),
    env: { KILL_EVERY: '1' },
  },
  line: {
    about: 'browser places orders over a slow connection with stalls and resets',
    file: 'load/proof-line.ts',
  },
  overload: {
    about: 'requests served within a second at 1.3 to 4 times the capacity',
    file: 'load/proof-overload.ts',
  },
  pair: {
    about: 'kills one of two instances on one Redis thirty times',
    tests: http('server/shared-state.test.ts'),
    env: { PAIR_KILLS: '30' },
    proves: {
      table: 'stores',
      product: 'Redis',
      version: redisVersion,
      what: 'thirty kills of one of two instances on one store',
    },
  },
  provider: {
    about: 'sign-in against a real Keycloak',
    tests: ['--project', 'provider'],
    proves: {
      table: 'providers',
      product: 'Keycloak',
      version: keycloakVersion,
      what: 'sign-in, renewal, sign-out, back channel',
    },
  },
  scan: {
    about: 'scans codes over a slow connection with stalls and resets',
    file: 'load/proof-scan.ts',
  },
  sessions: {
    about: 'CPU time per request and memory use with 10,000 sessions',
    file: 'load/proof-sessions.ts',
  },
  soak: {
    about: 'heap over time under a steady rate of requests',
    file: 'load/soak.ts',
  },
  store: {
    about: 'kills Redis at each store operation of a form',
    tests: http('server/store-dies.test.ts'),
    env: { STORE_EVERY: '1' },
    proves: {
      table: 'stores',
      product: 'Redis',
      version: redisVersion,
      what: 'a kill of the store at each operation of a form',
    },
  },
  whole: {
    about:
      'runs the deployment of compose.yaml as processes, kills each server and deploys a second build',
    file: 'load/deployment.ts',
  },
};

/** Occasional commands of the team, of a release or of the container build. */
export const tools: CommandTable = {
  'erp-stand-in': {
    about: 'starts only the ERP stand-in, for a real identity provider and search engine',
    file: 'sandbox/erp-stand-in.ts',
  },
  'image-files': {
    about: 'copies the files of the container image into a folder',
    file: 'tools/image-files.ts',
  },
  packages: {
    about: 'lists recently published, deprecated and vulnerable packages',
    file: 'tools/package-ages.ts',
  },
  pictures: {
    about: 'takes a picture of every page at three widths into .shots/',
    file: 'tools/pictures.ts',
  },
  promises: {
    about: 'lists the promises (faults to withstand) with the tests that prove them',
    file: 'tools/promises.ts',
  },
  'quick-test': {
    about: 'types, lint and tests of the changed files',
    file: 'tools/test-quick.ts',
  },
  sbom: {
    about: 'prints the bill of materials (CycloneDX)',
    file: 'tools/sbom.ts',
  },
  'seed-search': {
    about: 'loads the sample catalogue into an Elasticsearch',
    file: 'tools/seed-search.ts',
  },
  sizing: {
    about: 'calculates instances and ERP workers for a number of customers',
    file: 'load/sizing.ts',
  },
};
