// `node --import <this file> <program>.ts` runs the house's sources as they are, for tests that kill real processes.
import { register } from 'node:module';

import 'reflect-metadata';

register('./typescript-hooks.mjs', import.meta.url);
