// Production is ESM; the tests run as CommonJS (docs/adr/0007): packages that ship ES modules alone are listed here.
const esmOnly = [
  '@nestjs',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
  'jose',
  'canonicalize',
  'eventsource-parser',
  // CommonJS, but with an import() of its own, which Jest refuses.
  '@opentelemetry/otlp-exporter-base',
];

const swc = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
};

const common = {
  testEnvironment: 'node',
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json'],
  transform: { '^.+\\.(ts|m?js)$': ['@swc/jest', swc] },
  transformIgnorePatterns: [`/node_modules/(?!(?:${esmOnly.join('|')})/)`],
  moduleNameMapper: {
    '^#libs/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^canonicalize$': '<rootDir>/node_modules/canonicalize/lib/canonicalize.js',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  setupFiles: ['reflect-metadata'],
};

const project = (displayName, suffix, more = {}) => ({
  ...common,
  displayName,
  testRegex: `\\.${suffix}\\.ts$`,
  ...more,
});

const patient = {
  setupFilesAfterEnv: ['<rootDir>/test/patient.setup.mjs'],
  globalSetup: '<rootDir>/test/database.setup.mjs',
  globalTeardown: '<rootDir>/test/database.teardown.mjs',
};

export default {
  // Most of the time goes into waiting for brokers and processes: one worker fewer than cores would leave them idle.
  maxWorkers: 2,
  projects: [
    project('unit', 'spec'),
    project('int', 'int-spec', patient),
    project('e2e', 'e2e-spec', patient),
    // What only Apache Kafka can show: they start one, and run in `npm run test:kafka`.
    project('kafka', 'kafka-spec', patient),
  ],
};
