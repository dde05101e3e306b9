/**
 * Folders of `app/<wing>/`, lowest first: a folder imports values from earlier folders only. `npm run check` writes
 * the list as docs/domain-map.md.
 */
const wings = require('./docs/wings.json');

const folders = Object.entries(wings).flatMap(([wing, { folders }]) =>
  Object.keys(folders).map((folder) => `app/${wing}/${folder}/`),
);
const wingPath = `^app/(${Object.keys(wings).join('|')})/`;

const levelRules = folders.map((folder, level) => ({
  name: `level-${level}`,
  comment: 'A folder imports values from earlier folders of docs/wings.json only',
  severity: 'error',
  from: { path: `^${folder}`, pathNot: '\\.test\\.tsx?$' },
  to: {
    path: `^(${folders.slice(level + 1).join('|') || 'no-later-folder'})`,
    dependencyTypesNot: ['type-only'],
  },
}));

/** The dependency rules: anything that is not allowed here is an error. */
module.exports = {
  forbidden: [
    ...levelRules,
    {
      name: 'folder-without-level',
      comment: 'A new folder gets its place in docs/wings.json',
      severity: 'error',
      from: {},
      to: { path: '^app/[^/]+/', pathNot: `^(app/(routes|styles)/|${folders.join('|')})` },
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
      to: { path: '^(sandbox|tests|tools|load)/' },
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
      from: { path: '^app/base/kernel/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(app/base/kernel/|node_modules/zod)' },
    },
    {
      name: 'ui-knows-no-feature',
      severity: 'error',
      from: { path: '^app/base/(ui|i18n)/' },
      to: { path: '^app/(?!base/)[^/]+/' },
    },
    {
      name: 'features-know-no-routes',
      severity: 'error',
      from: { path: wingPath },
      to: { path: '^app/routes/' },
    },
    {
      name: 'views-know-no-server-verbs',
      comment: 'A view takes its model by props; wire and verbs stay on the server side',
      severity: 'error',
      from: {
        path: '^app/(?!routes/|base/page/)[^/]+/.*\\.tsx$',
        pathNot: '\\.(server|test)\\.tsx$',
      },
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
