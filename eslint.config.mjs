import eslint from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import prettier from 'eslint-config-prettier';
import jest from 'eslint-plugin-jest';
import tseslint from 'typescript-eslint';

/** The one door rules that a type cannot hold: who may cast, who may read the environment, who may speak Kafka. */
const doors = {
  cast: {
    selector:
      ':matches(TSAsExpression, TSTypeAssertion) > TSTypeReference[typeName.name=/^(VerifiedAnswer|VerifiedRetraction|Notice|Release)$/]',
    message: 'Only libs/seal makes a verified value; verify the bytes instead of casting.',
  },
  environment: {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: 'Settings are read once, in settings.ts.',
  },
};

export default defineConfig(
  globalIgnores(['**/dist/**', '**/*.mjs', '**/*.cjs', 'coverage/**', '.imprimatur/**']),
  eslint.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/require-await': 'off',
      'no-restricted-syntax': ['error', doors.cast, doors.environment],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['**/settings.ts', 'tools/**', 'bin/**', 'bench/**', 'test/**', 'libs/testkit/**', '**/*spec.ts'],
    rules: { 'no-restricted-syntax': ['error', doors.cast] },
  },
  {
    files: ['libs/seal/src/verify*.ts', 'libs/seal/src/notice-release.ts'],
    rules: { 'no-restricted-syntax': ['error', doors.environment] },
  },
  {
    files: ['**/*spec.ts', 'libs/testkit/**', 'test/**'],
    ...jest.configs['flat/recommended'],
    rules: {
      ...jest.configs['flat/recommended'].rules,
      'jest/expect-expect': [
        'error',
        { assertFunctionNames: ['expect', 'expect*', 'assert*', 'fc.assert', 'eventually'] },
      ],
      'jest/no-conditional-expect': 'off',
      'jest/no-standalone-expect': 'off',
      'jest/no-done-callback': 'off',
      'max-lines': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
  prettier,
);
