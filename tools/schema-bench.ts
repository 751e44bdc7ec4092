/** `node tools/run.mjs schema-bench`: what it takes to admit and compile every schema at hand. */
export { main } from '../bench/schema/main.js';
