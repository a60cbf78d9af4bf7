type FigureTableProps = {
  caption: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

const SUMMARY = 'inline-flex min-h-11 cursor-pointer items-center font-semibold text-bosque'

/** The numbers of a chart as a folded table, also for people who cannot see the chart. */
export function FigureTable({ caption, head, rows }: FigureTableProps) {
  return (
    <details>
      <summary className={SUMMARY}>
        Ver la tabla
        <span className="sr-only">: {caption}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard */}
      <section aria-label={caption} tabIndex={0} className="max-h-96 overflow-auto">
        <table className="tnum w-full text-left text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col" className="border-b border-line px-2 py-2">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...rest]) => (
              <tr key={first}>
                <th scope="row" className="border-b border-line px-2 py-2 font-normal">
                  {first}
                </th>
                {rest.map((text, index) => (
                  <td key={head[index + 1]} className="border-b border-line px-2 py-2">
                    {text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
