import { cx } from './cx.ts'

type BarChartProps = {
  title: string
  /** Name of what a bar stands for: "Semana", "Día". */
  one: string
  /** Names of the bars, the earliest first. */
  bars: readonly string[]
  /** Figures with a value for each bar; all are drawn on one scale. */
  series: readonly { name: string; values: readonly number[] }[]
  write: (value: number) => string
}

/** Bars of one or more figures over time, with the same numbers as a folded table. */
export function BarChart({ title, one, bars, series, write }: BarChartProps) {
  const top = Math.max(1, ...series.flatMap(({ values }) => values))
  const height = series.length > 1 ? 'h-16' : 'h-28'
  return (
    <figure className="grid min-w-0 content-start gap-2">
      <figcaption className="font-semibold">{title}</figcaption>
      <div aria-hidden="true" className="grid gap-3">
        {series.map(({ name, values }) => (
          <div key={name}>
            <p className="tnum flex flex-wrap justify-between gap-x-4 text-sm text-muted">
              <span>{series.length > 1 && name}</span>
              máximo {write(Math.max(...values, 0))}
            </p>
            <div className={cx('flex items-end gap-0.5 border-b border-edge', height)}>
              {values.map((value, index) => (
                <div
                  key={bars[index]}
                  title={`${bars[index]}: ${write(value)}`}
                  className="min-h-px flex-1 rounded-t-[3px] bg-bosque"
                  style={{ height: `${(Math.max(0, value) / top) * 100}%` }}
                />
              ))}
            </div>
          </div>
        ))}
        <p className="tnum flex justify-between gap-4 text-sm text-muted">
          <span>{bars[0]}</span>
          <span>{bars.length > 1 && bars.at(-1)}</span>
        </p>
      </div>
      <Table {...{ title, one, bars, series, write }} />
    </figure>
  )
}

const SUMMARY = 'inline-flex min-h-11 cursor-pointer items-center font-semibold text-bosque'
const CELL = 'border-b border-line px-2 py-2'

function Table({ title, one, bars, series, write }: BarChartProps) {
  return (
    <details>
      <summary className={SUMMARY}>
        Ver la tabla
        <span className="sr-only">: {title}</span>
      </summary>
      {/* With large text its words need more than the width of a phone. */}
      <div className="overflow-x-auto">
        <table className="tnum w-full text-left text-sm">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              {[one, ...series.map(({ name }) => name)].map((name) => (
                <th key={name} scope="col" className={CELL}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars
              .map((bar, index) => (
                <tr key={bar}>
                  <th scope="row" className={cx(CELL, 'font-normal')}>
                    {bar}
                  </th>
                  {series.map(({ name, values }) => (
                    <td key={name} className={CELL}>
                      {write(values[index] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))
              .reverse()}
          </tbody>
        </table>
      </div>
    </details>
  )
}
