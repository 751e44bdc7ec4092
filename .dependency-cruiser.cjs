// The allowed arrows of the house. An arrow that is not named here is an error.
/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'not-resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'app-to-app',
      comment: 'Services meet on topics alone.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    { name: 'lib-to-app', severity: 'error', from: { path: '^libs/' }, to: { path: '^apps/' } },
    {
      name: 'libs-by-their-index',
      severity: 'error',
      from: { path: '^libs/([^/]+)/' },
      to: { path: '^libs/(?!$1/)[^/]+/src/', pathNot: '^libs/[^/]+/src/index\\.ts$' },
    },
    {
      name: 'apps-use-libs-by-their-index',
      severity: 'error',
      from: { path: '^(apps|bin|tools|examples|bench|test)/' },
      to: { path: '^libs/[^/]+/src/', pathNot: '^libs/[^/]+/src/index\\.ts$' },
    },
    {
      name: 'kernel-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^libs/kernel/' },
      to: { path: '^libs/(?!kernel/)' },
    },
    {
      name: 'contracts-imports-kernel-alone',
      severity: 'error',
      from: { path: '^libs/contracts/' },
      to: { path: '^libs/(?!contracts/|kernel/)' },
    },
    {
      name: 'pure-domain',
      comment: 'domain/ imports itself, contracts, kernel, the schema compiler and pure packages.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src/(domain|[a-z-]+/domain)/', pathNot: 'spec\\.ts$' },
      to: {
        path: '^(apps/|libs/|node_modules/(@nestjs|typeorm|pg|kafkajs|openai|pino|prom-client)/)',
        pathNot: '^(apps/$1/src/(domain|[a-z-]+/domain)/|libs/(contracts|kernel|schema-compiler)/)',
      },
    },
    {
      name: 'pure-domain-no-io',
      severity: 'error',
      from: { path: '^(apps/[^/]+/src/(domain|[a-z-]+/domain)/|libs/(kernel|contracts)/)', pathNot: 'spec\\.ts$' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    {
      name: 'ports-are-types',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/ports/' },
      to: { path: '^apps/[^/]+/src/(adapters|on-|.*worker)' },
    },
    {
      name: 'slices-do-not-know-adapters',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/(on-|close-|expire-|[a-z]+-worker/)', pathNot: 'spec\\.ts$' },
      to: { path: '^(apps/[^/]+/src/adapters/|node_modules/(@nestjs|kafkajs|openai|pg)/)' },
    },
    {
      name: 'adapters-do-not-know-slices',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/adapters/', pathNot: 'spec\\.ts$' },
      to: { path: '^apps/[^/]+/src/(on-|close-|expire-|[a-z]+-worker/)' },
    },
    {
      name: 'kafkajs-in-one-folder',
      severity: 'error',
      from: { path: '^(apps|libs|bin|tools)/', pathNot: '(^libs/event-flow/src/kafka/|^libs/testkit/|spec\\.ts$)' },
      to: { path: 'node_modules/kafkajs/' },
    },
    {
      name: 'no-dev-dependency-at-run-time',
      comment: 'The image holds dependencies alone.',
      severity: 'error',
      from: { path: '^(apps|libs|bin)/', pathNot: '(spec\\.ts$|^libs/testkit/|^libs/event-flow/process/)' },
      to: { dependencyTypes: ['npm-dev'] },
    },
    {
      name: 'testkit-is-for-tests',
      severity: 'error',
      from: { path: '^(apps|libs|bin|tools|examples|bench)/', pathNot: '(spec\\.ts$|^libs/testkit/)' },
      to: { path: '^libs/testkit/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'import', 'node', 'default'] },
  },
};
