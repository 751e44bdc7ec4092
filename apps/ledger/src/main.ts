import { main } from '#libs/service-host';

import { ledger } from './app.module.js';

await main(ledger);
