import { main } from '#libs/service-host';

import { jury } from './app.module.js';

await main(jury);
