import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import routes from '#web/routes.ts'
import { benefits, comparison, controls, figures } from './benefits-content.ts'
import { driverSteps, faq, passengerSteps, paymentModes } from './how-it-works-content.ts'
import { promises } from './promises.ts'
import { measures } from './safety-content.ts'

/** Heading and text of everything that the pages promise. */
const said = new Map<string, string>([
  ...[
    ...benefits,
    ...controls,
    ...measures,
    ...passengerSteps,
    ...driverSteps,
    ...paymentModes,
  ].map(({ title, text }) => [title, text] as const),
  ...comparison.map(({ point, ours }) => [point, ours] as const),
  ...figures.map(({ text }) => [text, text] as const),
  ...faq.map(({ question, answer }) => [question, answer] as const),
])

const calls = new Set(
  Object.entries(api).flatMap(([group, of]) => Object.keys(of).map((name) => `${group}.${name}`)),
)

type Route = { path?: string; children?: Route[] }
const pathsOf = (route: Route): string[] => [
  ...(route.path ? [route.path] : []),
  ...(route.children ?? []).flatMap(pathsOf),
]
const screens = new Set((routes as Route[]).flatMap(pathsOf))

describe('what the public pages promise', () => {
  it('has an entry each, and no entry is left over', () => {
    expect(Object.keys(promises).sort()).toEqual([...said.keys()].sort())
  })

  it.each(Object.entries(promises))('“%s” is kept', (heading, keeper) => {
    if ('calls' in keeper) {
      expect(keeper.calls.filter((call) => !calls.has(call))).toEqual([])
    } else if ('screen' in keeper) {
      expect(screens).toContain(keeper.screen)
    } else if ('says' in keeper) {
      expect(said.get(heading)).toMatch(keeper.says)
    } else {
      expect(keeper.people.length).toBeGreaterThan(10)
    }
  })
})
