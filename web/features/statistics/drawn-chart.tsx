import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { date } from '#web/lib/format.ts'

export type Series = {
  key: string
  name: string
  look: 'bar' | 'line'
  /** A colour of the brand. `dash` distinguishes lines without colour. */
  color: 'bosque' | 'rio' | 'arcilla' | 'maiz' | 'edge'
  dash?: string
}

export type DrawnChartProps = {
  rows: readonly Record<string, string | number>[]
  series: readonly Series[]
  /** Formats a value with its unit. */
  write: (value: number) => string
  /** Formats a value for the axis, where space is short. */
  writeShort?: (value: number) => string
}

const dayOf = (day: string) => date(day).split(', ')[1] ?? day
const colorOf = ({ color }: Series) => `var(--${color})`

/** Chart of bars and lines per day. Heavy: import on demand. Screen readers have the table. */
export function DrawnChart({ rows, series, write, writeShort = write }: DrawnChartProps) {
  return (
    <div aria-hidden="true" className="h-60 min-w-0 overflow-hidden">
      <ResponsiveContainer
        width="100%"
        height="100%"
        initialDimension={{ width: 320, height: 240 }}
      >
        <ComposedChart data={[...rows]} accessibilityLayer={false} margin={{ left: 0, right: 8 }}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="date"
            tickFormatter={dayOf}
            minTickGap={24}
            tick={{ fill: 'var(--muted)', fontSize: 14 }}
            stroke="var(--edge)"
          />
          <YAxis
            allowDecimals={false}
            width="auto"
            tickFormatter={writeShort}
            tick={{ fill: 'var(--muted)', fontSize: 14 }}
            stroke="var(--edge)"
          />
          <Tooltip
            formatter={(value) => write(Number(value))}
            labelFormatter={(label) => date(String(label))}
            contentStyle={{
              background: 'var(--surface)',
              borderColor: 'var(--line)',
              borderRadius: 12,
            }}
            itemStyle={{ color: 'var(--ink)' }}
            cursor={{ fill: 'var(--bosque-soft)', stroke: 'var(--edge)' }}
          />
          <Legend
            formatter={(name) => <span style={{ color: 'var(--ink)' }}>{name}</span>}
            itemSorter={null}
          />
          {series.map((one) =>
            one.look === 'bar' ? (
              <Bar
                key={one.key}
                dataKey={one.key}
                name={one.name}
                fill={colorOf(one)}
                maxBarSize={28}
                isAnimationActive={false}
              />
            ) : (
              <Line
                key={one.key}
                dataKey={one.key}
                name={one.name}
                stroke={colorOf(one)}
                strokeWidth={3}
                {...(one.dash ? { strokeDasharray: one.dash } : {})}
                dot={false}
                isAnimationActive={false}
              />
            ),
          )}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  )
}
