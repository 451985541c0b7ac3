import type { JSX } from 'preact';

/** Names and values, one below the other. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: string])[] }): JSX.Element {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name} class="fact">
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
