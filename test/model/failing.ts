import { shortest } from '../kit/shrink.js';
import type { Plan } from './plan.js';
import { World } from './world.js';

/** The shortest plan found that ends as badly, and what happens in it, as one text. */
export async function storyOf(plan: Plan): Promise<string> {
  const fails = async (events: Plan['events']): Promise<boolean> =>
    (await new World({ ...plan, events }).run()).violation !== undefined;
  let { events } = plan;
  for (let before = Infinity; events.length < before;) {
    before = events.length;
    events = await shortest(events, fails);
  }
  const { violation, story } = await new World({ ...plan, events }, true).run();
  const { kinds, styles, seed, watches } = plan;
  const about = JSON.stringify({ kinds, styles, seed, watches });
  return [violation ?? 'not again', about, ...events.map((event) => JSON.stringify(event)), ...story].join('\n');
}
