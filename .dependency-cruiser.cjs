/**
 * Domain map, lowest level first: a folder of `app` may depend, by value, on folders of lower levels only, and on
 * no other folder of its own level. docs/domain-map.md shows the same list.
 */
const levels = require('./docs/levels.json');

const folderOf = (name) =>
  /^(framework|kernel|i18n|routing|erp|page|ui)$/.test(name)
    ? `app/${name}/`
    : `app/features/${name}/`;
const pathOf = (names) => `^(${names.map(folderOf).join('|')})`;

const levelRules = levels.map((names, level) => ({
  name: `level-${level}`,
  comment: 'A folder depends on folders of lower levels only',
  severity: 'error',
  from: { path: pathOf(names), pathNot: '\\.test\\.tsx?$' },
  to: {
    path: pathOf(levels.slice(level).flat()),
    pathNot: '^$1',
    dependencyTypesNot: ['type-only'],
  },
}));

const levelled = levels.flat().map(folderOf);

/** The dependency rules: anything that is not allowed here is an error. */
module.exports = {
  forbidden: [
    ...levelRules,
    {
      name: 'folder-without-level',
      comment: 'A new feature gets its place in docs/levels.json',
      severity: 'error',
      from: {},
      to: { path: '^app/[^/]+/', pathNot: `^(app/(routes|styles)/|${levelled.join('|')})` },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: {
        circular: true,
        dependencyTypesNot: ['type-only'],
        viaOnly: { dependencyTypesNot: ['type-only'] },
      },
    },
    {
      name: 'server-knows-no-app',
      comment: 'The server loads the built bundle, never app modules',
      severity: 'error',
      from: { path: '^server/', pathNot: '\\.test\\.ts$' },
      to: { path: '^app/' },
    },
    {
      name: 'load-context-only',
      comment:
        'The app knows the server as types only, but for what a body is called, how the fields before a file are read, which of its fields are never kept, how many parts a form may have, which records a parse leaves out, which marks no text has, and how a deadline is counted',
      severity: 'error',
      from: { path: '^app/' },
      to: {
        path: '^server/',
        pathNot:
          '^server/(direction-marks|http/form-head|http/forms/(body-kind|multipart-parts|secret-field)|upstream/(deadline|dropped-records))\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'shop-knows-no-sandbox',
      severity: 'error',
      from: { path: '^(app|server)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(sandbox|tests|scripts)/' },
    },
    {
      name: 'sandbox-knows-no-shop',
      severity: 'error',
      from: { path: '^sandbox/' },
      to: { path: '^(app|server)/' },
    },
    {
      name: 'kernel-is-pure',
      severity: 'error',
      from: { path: '^app/kernel/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(app/kernel/|node_modules/zod)' },
    },
    {
      name: 'ui-knows-no-feature',
      severity: 'error',
      from: { path: '^app/(ui|i18n)/' },
      to: { path: '^app/(features|routes)/' },
    },
    {
      name: 'features-know-no-routes',
      severity: 'error',
      from: { path: '^app/features/' },
      to: { path: '^app/routes/' },
    },
    {
      name: 'views-know-no-server-verbs',
      comment: 'A view takes its model by props; wire and verbs stay on the server side',
      severity: 'error',
      from: { path: '^app/(features|ui)/.*\\.tsx$', pathNot: '\\.(server|test)\\.tsx$' },
      to: { path: '\\.server\\.tsx?$', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    exclude: { path: '(^|/)(build|dist|\\.data)/' },
  },
};
