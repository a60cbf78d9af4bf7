import type { ReactNode } from 'react'
import { date, plural } from '#web/lib/format.ts'
import { groupBy } from '#web/lib/group-by.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'

/** Monday of the week of a date. */
function mondayOf(date: string): string {
  const at = new Date(date)
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  return at.toISOString().slice(0, 10)
}

/** Days up to which each has a bar of its own. */
const DAYS_MAX = 7

type DayChartProps<Row extends { date: string }> = {
  /** What is counted; "por semana" or "al final de cada semana" follows. */
  title: string
  rows: readonly Row[]
  series: readonly { key: keyof Row & string; name: string }[]
  /** The figures are states at the end of a day: a week has the last one instead of the sum. */
  isState?: boolean
  write: (value: number) => string
}

/** A chart of figures of days: bars of days for a week, else of weeks from Monday. */
export function DayChart<Row extends { date: string }>(props: DayChartProps<Row>) {
  const { title, rows, series, isState = false, write } = props
  const isDaily = rows.length <= DAYS_MAX
  const parts = [...groupBy(rows, (row) => (isDaily ? row.date : mondayOf(row.date)))]
  const figureOf = (days: readonly Row[], key: keyof Row) => {
    const values = days.map((day) => Number(day[key]))
    return isState ? (values.at(-1) ?? 0) : values.reduce((sum, value) => sum + value, 0)
  }
  return (
    <BarChart
      title={`${title} ${isState ? 'al final de cada' : 'por'} ${isDaily ? 'día' : 'semana'}`}
      one={isDaily ? 'Día' : 'Semana'}
      bars={parts.map(([start, { length, 0: first }]) => {
        const isPart = !isDaily && length < 7
        return `${date(first?.date ?? start)}${isPart ? ` (${plural(length, 'día', 'días')})` : ''}`
      })}
      series={series.map(({ key, name }) => ({
        name,
        values: parts.map(([, days]) => figureOf(days, key)),
      }))}
      write={write}
    />
  )
}

/** Charts side by side, where the screen is wide enough. */
export function Charts({ children }: { children: ReactNode }) {
  return <div className="mt-6 grid gap-6 lg:grid-cols-2">{children}</div>
}
