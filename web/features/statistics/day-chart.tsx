import { lazy, type ReactNode, Suspense } from 'react'
import { date } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { DrawnChartProps, Series } from './drawn-chart.tsx'
import { FigureTable } from './figure-table.tsx'

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
