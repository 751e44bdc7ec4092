import { join } from 'node:path';

/**
 * The compiled file of a module of the house. Everything here runs from the top folder: `npm` sees to that.
 * A path from `import.meta` would differ between `dist/` and the tests, which run the sources.
 */
export const distModule = (...path: string[]): string => join(process.cwd(), 'dist', ...path);
