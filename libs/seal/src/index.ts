export { type KeyProblem } from './jwk.js';
export * from './key-set.js';
export * from './notice-release.js';
export { type Expected } from './refusal.js';
export * from './seal.js';
export * from './seal-code.js';
export * from './signing-key.js';
export * from './verify.js';
