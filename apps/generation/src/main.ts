import { main } from '#libs/service-host';

import { generation } from './app.module.js';

await main(generation);
