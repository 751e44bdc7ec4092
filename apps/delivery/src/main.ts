import { main } from '#libs/service-host';

import { delivery } from './app.module.js';

await main(delivery);
