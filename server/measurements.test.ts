import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { alertCounters } from './measurements.ts'

const alerts = readFileSync(new URL('../ops/monitoring/alerts.yml', import.meta.url), 'utf8')

/** What a label selector of an alert can match: `name=~"a|b"` names two. */
const selected = (label: string, selector: string) =>
  new RegExp(`\\b${label}=~?"([^"]*)"`).exec(selector)?.[1]?.split('|')

const selectors = [...alerts.matchAll(/cupo_events_total\{([^}]*)\}/g)].map(([, text = '']) => ({
  names: selected('name', text) ?? [],
  details: selected('detail', text) ?? [],
}))

// covers: C304
it('starts every counter that an alert names, and no other', () => {
  const named = new Set(selectors.flatMap(({ names }) => names))
  expect(named.size).toBeGreaterThan(20)
  expect(Object.keys(alertCounters).toSorted()).toEqual([...named].toSorted())
})

it('starts every detail that an alert names', () => {
  const missing = selectors.flatMap(({ names, details }) =>
    names.flatMap((name) => details.filter((detail) => !alertCounters[name]?.includes(detail))),
  )
  expect(missing).toEqual([])
})
