import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { alertCounters } from './measurements.ts'

const alerts = readFileSync(new URL('../ops/monitoring/alerts.yml', import.meta.url), 'utf8')

/** Returns the values that a label selector of an alert can match: `name=~"a|b"` has two. */
const selected = (label: string, selector: string) =>
  new RegExp(`\\b${label}=~?"([^"]*)"`).exec(selector)?.[1]?.split('|')

const selectors = [...alerts.matchAll(/cupo_events_total\{([^}]*)\}/g)].map(([, text = '']) => ({
  names: selected('name', text) ?? [],
  details: selected('detail', text) ?? [],
}))

it('sets exactly the counters that alerts name to 0 at the start', () => {
  const named = new Set(selectors.flatMap(({ names }) => names))
  expect(named.size).toBeGreaterThan(20)
  expect(Object.keys(alertCounters).toSorted()).toEqual([...named].toSorted())
})

it('sets every counter detail that an alert names to 0 at the start', () => {
  const missing = selectors.flatMap(({ names, details }) =>
    names.flatMap((name) => details.filter((detail) => !alertCounters[name]?.includes(detail))),
  )
  expect(missing).toEqual([])
})
