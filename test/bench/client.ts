import { request as requestPlainly } from 'node:http';
import { Agent, request } from 'node:https';
import type { Asked, Question } from './customer.js';

/** The other end of `Customer`: one client with one persistent connection to each box, identified by its authority. */
const agents = new Map<string, Agent>();

function agentOf(ca: string): Agent {
  const known = agents.get(ca);
  if (known !== undefined) return known;
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca });
  agents.set(ca, agent);
  return agent;
}

/** From the first byte sent to the last byte read, ms. */
function ask(port: number, agent: Agent | undefined, { method, path, key, body }: Asked): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
    };
    const started = performance.now();
    const to = { host: '127.0.0.1', port, method, path, headers };
    const sent = agent === undefined ? requestPlainly({ ...to, agent: false }) : request({ ...to, agent });
    sent.on('response', (response) => {
      const status = response.statusCode ?? 0;
      if (status !== 200 && status !== 201) reject(new Error(`${method} ${path} answered ${status}`));
      response.resume();
      response.on('end', () => resolve(performance.now() - started));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function answer({ port, ca, asked }: Question): Promise<number[]> {
  const agent = ca === null ? undefined : agentOf(ca);
  const took: number[] = [];
  for (const one of asked) took.push(await ask(port, agent, one));
  return took;
}

process.on('message', (question: Question) => {
  answer(question).then(
    (took) => process.send?.({ took }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
