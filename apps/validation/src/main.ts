import { main } from '#libs/service-host';

import { validation } from './app.module.js';

await main(validation);
