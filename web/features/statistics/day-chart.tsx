import { lazy, type ReactNode, Suspense } from 'react'
import { date } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { DrawnChartProps, Series } from './drawn-chart.tsx'

const DrawnChart = lazy(async () => ({ default: (await import('./drawn-chart.tsx')).DrawnChart }))

type DayChartProps<Row extends { date: string }> = Omit<DrawnChartProps, 'rows' | 'series'> & {
  title: string
  rows: readonly Row[]
  series: readonly (Series & { key: keyof Row & string })[]
}

/** A chart of a figure per day, with the same numbers as a table. */
export function DayChart<Row extends { date: string }>(props: DayChartProps<Row>) {
  const { title, rows, series, write, ...rest } = props
  const plain = rows as readonly (Row & Record<string, string | number>)[]
  return (
    <figure className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <figcaption className="font-semibold">{title}</figcaption>
      <Suspense fallback={<Skeleton className="h-60" />}>
        <DrawnChart {...rest} rows={plain} series={series} write={write} />
      </Suspense>
      <FigureTable
        caption={title}
        head={['Día', ...series.map(({ name }) => name)]}
        rows={[...plain]
          .reverse()
          .map((row) => [date(row.date), ...series.map(({ key }) => write(Number(row[key])))])}
      />
    </figure>
  )
}

/** Charts side by side, where the screen is wide enough. */
export function Charts({ children }: { children: ReactNode }) {
  const columns = 'grid-cols-[minmax(0,1fr)] lg:grid-cols-[repeat(2,minmax(0,1fr))]'
  return <div className={cx('mt-6 grid gap-6', columns)}>{children}</div>
}

type FigureTableProps = {
  caption: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

const SUMMARY = 'inline-flex min-h-11 cursor-pointer items-center font-semibold text-bosque'

/** The numbers of a chart as a folded table, also for people who cannot see the chart. */
function FigureTable({ caption, head, rows }: FigureTableProps) {
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
