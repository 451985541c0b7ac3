import type { ComponentChildren, JSX } from 'preact';

interface TableProps {
  /** Describes it to screen readers. A table with it can be scrolled by keyboard. */
  readonly label?: string;
  readonly columns: readonly { readonly name: string; readonly isNumber?: boolean }[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  readonly rowClass?: (row: number) => string | undefined;
  /** Below the rows. */
  readonly foot?: JSX.Element;
}

/** A table, which scrolls sideways on a narrow screen. */
export function Table({ label, columns, rows, rowClass, foot }: TableProps): JSX.Element {
  const region = label === undefined ? {} : ({ tabIndex: 0, role: 'region', 'aria-label': label } as const);
  const classOf = (column: number): string | undefined => (columns[column]?.isNumber === true ? 'number' : undefined);
  return (
    <div class="table" {...region}>
      <table>
        <thead>
          <tr>
            {columns.map(({ name }, column) => (
              <th key={column} scope="col" class={classOf(column)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row} class={rowClass?.(row)}>
              {cells.map((cell, column) => (
                <td key={column} class={classOf(column)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot}
      </table>
    </div>
  );
}
