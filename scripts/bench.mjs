import { bench } from '../bench/bench.mjs';
import { main } from './main.mjs';
import { install } from './prepare.mjs';
import { stop } from './stopping.mjs';

/** `npm run bench`: how close the server comes to the limit of the database under it, beside its peers. bench/bench.mjs says what may follow `--`. */
await main(
  async () => {
    await install();
    await bench(process.argv.slice(2));
    await stop(0);
  },
  { envFile: false },
);
