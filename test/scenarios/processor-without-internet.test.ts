import { scene } from './stage.js';

scene('an L-PFR without the Internet signs on, which is its purpose', async (stage) => {
  stage.pfr.pfr.change('offline');

  await stage.complains(/^warning: .*интернет/);
  await stage.sold();
});
